import { bySeverity, isOpen } from '../../../shared/alerts/alert.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { OtherMachine, OthersDetails, RemoteAlert } from '../../../shared/hub/others/others.ts'
import { OTHER_INBOX as COPY } from './copy.ts'

/** Alerts of one machine, those that want somebody apart from those that were put out of the way. */
export interface MachineAlerts {
  readonly machine: OtherMachine
  readonly open: readonly RemoteAlert[]
  readonly put: readonly RemoteAlert[]
}

/** What is resolved is not told any more. */
const isOpenNow = (alert: RemoteAlert, now: Instant): boolean => isOpen({ ...alert, resolvedAt: null }, now)

/** The most severe first, then the newest; machines as they come. */
export function alertsOf(
  machines: readonly OtherMachine[],
  alerts: readonly RemoteAlert[],
  now: Instant,
): readonly MachineAlerts[] {
  const sorted = alerts.toSorted(bySeverity)
  return machines.map((machine) => {
    const own = sorted.filter((alert) => alert.machine === machine.id)
    return {
      machine,
      open: own.filter((alert) => isOpenNow(alert, now)),
      put: own.filter((alert) => !isOpenNow(alert, now)),
    }
  })
}

/** How the thread of an alert is called, by machine and thread. */
export function namesOf({ threads }: Pick<OthersDetails, 'threads'>): (alert: RemoteAlert) => string {
  const names = new Map(threads.map(({ machine, id, name }) => [`${machine} ${id}`, name]))
  return ({ machine, thread }) =>
    thread === null ? COPY.itself : (names.get(`${machine} ${thread}`) ?? COPY.unknown)
}
