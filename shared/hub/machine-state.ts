import { MINUTE, type Instant } from '../base/time.ts'
import type { Machine } from './machine.ts'

/** How often a machine that is connected says that it is there. */
export const PRESENCE_MS = MINUTE
/** So many of these go by before a machine that should be there counts as away. */
const MISSED_PRESENCES = 3
/** After it such a machine is away. */
export const SILENT_AFTER_MS = MISSED_PRESENCES * PRESENCE_MS
/** So many intervals may go by without the end of a beat. */
const MISSED_BEATS = 2

/**
 * live: it is there, or was a moment ago. stopped: somebody ended it. asleep: it said so. away: a laptop that said nothing
 * is closed, or off, and no news. unreachable: a machine that should be there is not. wedged: it is there, and its beats
 * do not end.
 */
interface MachineState {
  readonly state: 'live' | 'stopped' | 'asleep' | 'away' | 'unreachable' | 'wedged'
  /** Since when it is so, by the hub's clock. Of one that is live: when it was heard last; null: it is connected. */
  readonly since: Instant | null
}

/** Whether it is there comes before all that was known of it. `now`: by the hub's clock. */
export function machineState(machine: Machine, now: Instant): MachineState {
  const { isConnected, lastSeenAt, lastBeatAt, intervalMs, asleepSince, stoppedAt } = machine
  const isHeard = now - lastSeenAt <= SILENT_AFTER_MS
  // A process that is stopped keeps its connection.
  if (isConnected && isHeard) {
    const isWedged =
      intervalMs !== null && lastBeatAt !== null && now - lastBeatAt > MISSED_BEATS * intervalMs
    return isWedged ? { state: 'wedged', since: lastBeatAt } : { state: 'live', since: null }
  }
  if (stoppedAt !== null) return { state: 'stopped', since: stoppedAt }
  if (asleepSince !== null) return { state: 'asleep', since: asleepSince }
  if (isHeard) return { state: 'live', since: lastSeenAt }
  return { state: machine.class === 'laptop' ? 'away' : 'unreachable', since: lastSeenAt }
}

type Shown = Pick<MachineState, 'state'> & Pick<Machine, 'class'>

/** Somebody is to look after it. Of a server also where it was stopped: whoever did it may have meant to start it again. */
export const isAmiss = ({ state, class: kind }: Shown): boolean =>
  state === 'unreachable' || state === 'wedged' || (state === 'stopped' && kind === 'server')

export function stateColour(shown: Shown): 'none' | 'grey' | 'amber' | 'red' {
  if (shown.state === 'wedged') return 'red'
  if (isAmiss(shown)) return 'amber'
  return shown.state === 'live' ? 'none' : 'grey'
}

/** The state in words. `shown`: an instant as it is written here. */
export const machineWords = (machine: Machine, now: Instant, shown: (at: Instant) => string): string =>
  stateWords(machineState(machine, now), shown)

const BEFORE_SINCE: Readonly<Record<MachineState['state'], string>> = {
  live: 'live',
  stopped: 'stopped',
  asleep: 'asleep',
  away: 'asleep or off',
  unreachable: 'not reachable',
  wedged: 'up but wedged: no beat has ended',
}

export function stateWords(
  { state, since }: Pick<MachineState, 'state' | 'since'>,
  shown: (at: Instant) => string,
): string {
  if (since === null) return BEFORE_SINCE[state]
  return `${BEFORE_SINCE[state]}${state === 'live' ? ', as of' : ' since'} ${shown(since)}`
}

/** The same of what was known `at` that instant, and is not heard since. */
export const stateWordsAsOf = (
  machine: Pick<MachineState, 'state' | 'since'>,
  at: Instant,
  shown: (at: Instant) => string,
): string => {
  const words = stateWords(machine, shown)
  return machine.state === 'live' && machine.since !== null ? words : `${words}, as of ${shown(at)}`
}
