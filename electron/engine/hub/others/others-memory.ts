import { alertState } from '../../../../shared/alerts/alert.ts'
import { SECOND, type Instant } from '../../../../shared/base/time.ts'
import { machineState, SILENT_AFTER_MS } from '../../../../shared/hub/machine-state.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import type {
  OtherMachine,
  OthersDetails,
  RemoteAlert,
  RemoteThread,
} from '../../../../shared/hub/others/others.ts'
import {
  aheadOf,
  alertHere,
  readAlert,
  readThread,
  threadHere,
} from '../../../../shared/hub/others/read-states.ts'
import type { RemoteState } from '../../../../shared/hub/status.ts'

/** More is not kept, whatever a machine tells. */
export const MOST_MACHINES = 100
export const MOST_OF_EACH = 2000
/** Of all texts that one machine told. */
export const MOST_CHARS = 500_000
/** A clock that is measured anew is a little other each time, which is no news. */
const SAME_SKEW_MS = SECOND

interface Told {
  readonly threads: Map<string, RemoteThread>
  readonly alerts: Map<string, RemoteAlert>
  chars: number
}

interface Taken {
  /** Something is other than it was. */
  readonly isNews: boolean
  /** Of a machine that the list of machines did not have. */
  readonly isOfUnknown: boolean
}

/** The other machines and what they told, as the hub had it last. */
export interface OthersMemory {
  /** The revision up to which states were read. */
  cursor(): number
  /** What came after the cursor, oldest first; what is over leaves. */
  takeStates(states: readonly RemoteState[]): Taken
  /** All of the fleet; whoever is not among them leaves. `skewMs`: this clock less the hub's. True: `details` differ. */
  takeMachines(machines: readonly Machine[], skewMs: number): boolean
  ownName(): string | null // null: the hub has not told it
  machines(now: Instant, judgedAt: JudgedAt): readonly OtherMachine[] // by name
  /** When the first of these machines is another by time alone; `Infinity`: none will be. */
  nextChangeAt(now: Instant): Instant
  details(): Pick<OthersDetails, 'threads' | 'alerts'>
  /** Rows that did not find room. */
  beyond(): number
}

/** Of what instant the state of a machine is told: of one that was connected as the list was read, and of another. */
interface JudgedAt {
  readonly connected: Instant
  readonly away: Instant
}

/** What is kept. */
interface Known {
  readonly own: string
  readonly machines: Map<string, Machine>
  readonly told: Map<string, Told>
  ownName: string | null
  skewMs: number
  cursor: number
  beyond: number
}

export function createOthersMemory(own: string): OthersMemory {
  const known: Known = {
    own,
    machines: new Map(),
    told: new Map(),
    ownName: null,
    skewMs: 0,
    cursor: 0,
    beyond: 0,
  }
  const machines = (): readonly Machine[] => [...known.machines.values()]
  return {
    cursor: () => known.cursor,
    takeStates: (states) => takeStates(known, states),
    takeMachines: (list, skewMs) => takeMachines(known, list, skewMs),
    ownName: () => known.ownName,
    machines: (now, judgedAt) => machines().map((one) => shown(known, one, now, judgedAt)),
    nextChangeAt: (now) =>
      machines()
        .flatMap((one) => changesOf(known, one))
        .reduce((next, at) => (at > now && at < next ? at : next), Number.POSITIVE_INFINITY),
    details: () => ({
      threads: machines().flatMap((one) => threadsOf(known, one)),
      alerts: machines()
        .flatMap((one) => alertsOf(known, one))
        .sort((a, b) => b.raisedAt - a.raisedAt),
    }),
    beyond: () => known.beyond,
  }
}

function takeStates(known: Known, states: readonly RemoteState[]): Taken {
  known.cursor = states.at(-1)?.rev ?? known.cursor
  const ofOthers = states.filter(({ machine }) => machine !== known.own)
  const isNews = ofOthers.map((state) => take(known, state)).includes(true)
  const isUnknown = (id: string): boolean => known.told.has(id) && !known.machines.has(id)
  return { isNews, isOfUnknown: ofOthers.some(({ machine }) => isUnknown(machine)) }
}

/** Whether it was kept, or took something away. */
function take(known: Known, state: RemoteState): boolean {
  const by = known.told.get(state.machine) ?? { threads: new Map(), alerts: new Map(), chars: 0 }
  if (!known.told.has(state.machine) && known.told.size >= MOST_MACHINES) {
    known.beyond++
    return false
  }
  known.told.set(state.machine, by)
  return state.kind === 'thread'
    ? keep(known, by, by.threads, state.id, readThread(state))
    : keep(known, by, by.alerts, state.id, readAlert(state))
}

/** What there is no room for is not there: what was told before it is not so any more. */
function keep<T extends object>(
  known: Known,
  by: Told,
  of: Map<string, T>,
  id: string,
  read: T | null,
): boolean {
  const before = of.get(id)
  if (before !== undefined) {
    by.chars -= charsOf(before)
    of.delete(id)
  }
  if (read === null) return before !== undefined
  const chars = charsOf(read)
  if (of.size >= MOST_OF_EACH || by.chars + chars > MOST_CHARS) {
    known.beyond++
    return before !== undefined
  }
  by.chars += chars
  of.set(id, read)
  return true
}

const charsOf = (told: object): number =>
  Object.values(told).reduce(
    (sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )

function takeMachines(known: Known, list: readonly Machine[], measuredMs: number): boolean {
  const before = inDetails(known)
  const were = new Map(known.machines)
  known.ownName = list.find(({ id }) => id === known.own)?.name ?? known.ownName
  known.skewMs = steady(known.skewMs, measuredMs)
  known.machines.clear()
  for (const one of list.filter(({ id }) => id !== known.own).slice(0, MOST_MACHINES)) {
    const skewMs = steady(were.get(one.id)?.skewMs ?? one.skewMs, one.skewMs)
    known.machines.set(one.id, { ...one, skewMs })
  }
  for (const id of known.told.keys()) if (!known.machines.has(id)) known.told.delete(id)
  return inDetails(known) !== before
}

/** What `details` hang on beside states: who is there, and how far each clock is ahead. */
const inDetails = ({ machines, skewMs }: Known): string =>
  [...machines.values()].map((one) => `${one.id} ${aheadOf(one, skewMs)}`).join()

const threadsOf = ({ told, skewMs }: Known, machine: Machine): readonly RemoteThread[] =>
  [...(told.get(machine.id)?.threads.values() ?? [])]
    .map((thread) => threadHere(thread, aheadOf(machine, skewMs)))
    .sort((a, b) => a.number - b.number)

const alertsOf = ({ told, skewMs }: Known, machine: Machine): readonly RemoteAlert[] =>
  [...(told.get(machine.id)?.alerts.values() ?? [])].map((alert) =>
    alertHere(alert, aheadOf(machine, skewMs)),
  )

function shown(known: Known, machine: Machine, now: Instant, judgedAt: JudgedAt): OtherMachine {
  const { id, name, class: kind, version, lastSeenAt, isConnected } = machine
  const at = isConnected ? judgedAt.connected : judgedAt.away
  const { state, since } = machineState(machine, at - known.skewMs)
  const open = alertsOf(known, machine).filter(
    (alert) => alertState({ ...alert, resolvedAt: null }, now) === 'open',
  )
  return {
    id,
    name,
    class: kind,
    version,
    state,
    since: since === null ? null : since + known.skewMs,
    heardAt: lastSeenAt + known.skewMs,
    skewMs: machine.skewMs,
    threads: known.told.get(id)?.threads.size ?? 0,
    openAlerts: open.length,
  }
}

/** When one that is away counts as away, and when snoozes of its alerts end. */
const changesOf = (known: Known, machine: Machine): readonly Instant[] => [
  ...(machine.isConnected ? [] : [machine.lastSeenAt + SILENT_AFTER_MS + 1 + known.skewMs]),
  ...alertsOf(known, machine).flatMap(({ snoozedUntil }) => snoozedUntil ?? []),
]

const steady = (before: number, measured: number): number =>
  Math.abs(measured - before) < SAME_SKEW_MS ? before : measured
