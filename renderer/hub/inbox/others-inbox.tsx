import { useMemo, useState, type ReactNode } from 'react'
import type { OthersDetails, RemoteAlert } from '../../../shared/hub/others/others.ts'
import { Button } from '../../kit/button.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { useMinute } from '../../kit/time.ts'
import { askedKey, useAsked } from '../ask.ts'
import { isCurrent, type ShownOthers } from '../choice.ts'
import { HUB } from '../copy.ts'
import { StateWords } from '../machine-state.tsx'
import { OthersFrame, WithDetails } from '../others-frame.tsx'
import { OTHER_INBOX as COPY } from './copy.ts'
import { RemoteAlertRow } from './remote-alert-row.tsx'
import { alertsOf, namesOf, type MachineAlerts } from './remote-alerts.ts'

/** Alerts of another machine, or of all others below those of this one. */
export function OthersInbox({ shown }: { shown: ShownOthers }): ReactNode {
  return (
    <OthersFrame shown={shown} title={COPY.title}>
      {shown.is === 'all' && <SectionTitle count={HUB.openAlerts(openOf(shown))}>{HUB.others}</SectionTitle>}
      <WithDetails shown={shown}>{(details) => <Alerts shown={shown} details={details} />}</WithDetails>
    </OthersFrame>
  )
}

const openOf = ({ machines }: ShownOthers): number =>
  machines.reduce((n, { openAlerts }) => n + openAlerts, 0)

/** Those that want somebody; `withPut`: and behind a fold those that were put out of the way. */
export function Alerts({
  shown,
  details,
  withPut = true,
}: {
  shown: ShownOthers
  details: OthersDetails
  withPut?: boolean
}): ReactNode {
  const now = useMinute()
  const { machines } = shown
  const name = useMemo(() => namesOf(details), [details])
  const groups = useMemo(() => alertsOf(machines, details.alerts, now), [machines, details.alerts, now])
  const isQuiet = groups.every(({ open }) => open.length === 0)
  return (
    <>
      {isQuiet && withPut && (
        <p className="mb-3 text-13 text-ink-3">
          {shown.is === 'one' ? COPY.noneOf(shown.machine.name) : COPY.none}
        </p>
      )}
      {groups.map((group) => (
        <OfMachine key={group.machine.id} group={group} shown={shown} name={name} withPut={withPut} />
      ))}
    </>
  )
}

interface OfMachineProps {
  readonly group: MachineAlerts
  readonly shown: ShownOthers
  readonly name: (alert: RemoteAlert) => string
  readonly withPut: boolean
}

function OfMachine({ group: { machine, open, put }, shown, name, withPut }: OfMachineProps): ReactNode {
  const [isUnfolded, setUnfolded] = useState(false)
  if (open.length === 0 && (put.length === 0 || !withPut)) return null
  const rows = { machine, shown, name }
  return (
    <section aria-label={COPY.list(machine.name)} className="mb-4">
      {shown.is === 'all' && (
        <p className="mb-1.5 flex items-baseline gap-2 text-12">
          <span className="font-medium text-ink">{machine.name}</span>
          <StateWords machine={machine} />
        </p>
      )}
      {open.length > 0 && <Rows alerts={open} {...rows} />}
      {put.length > 0 && withPut && (
        <Button size="s" className="mt-1" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {COPY.put(put.length)}
        </Button>
      )}
      {isUnfolded && put.length > 0 && withPut && (
        <div className="mt-1">
          <Rows alerts={put} {...rows} />
        </div>
      )}
    </section>
  )
}

const PAGE = 50

function Rows({
  alerts,
  machine,
  shown,
  name,
}: Pick<OfMachineProps, 'shown' | 'name'> & {
  alerts: readonly RemoteAlert[]
  machine: MachineAlerts['machine']
}): ReactNode {
  const [most, setMost] = useState(PAGE)
  const asked = useAsked()
  return (
    <>
      <Card className="overflow-hidden">
        {alerts.slice(0, most).map((alert) => (
          <RemoteAlertRow
            key={alert.id}
            alert={alert}
            name={name(alert)}
            machine={machine}
            isCurrent={isCurrent(machine, shown.others)}
            asked={asked.get(askedKey(alert.machine, alert.id))}
          />
        ))}
      </Card>
      {alerts.length > most && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setMost(most + PAGE)}>{COPY.showMore}</Button>
        </div>
      )}
    </>
  )
}
