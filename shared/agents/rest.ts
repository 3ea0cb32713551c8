import type { Fault } from '../base/faults.ts'
import { HOUR, MINUTE, type Instant } from '../base/time.ts'
import type { AgentConfig } from './agent-config.ts'

/** Without a word of the runner when its limit ends: tried again after this, doubling. */
const FIRST_TRY_MS = HOUR
export const LONGEST_REST_MS = 6 * HOUR
/** A server that is overloaded or down is mostly back soon. */
const OUTAGE_MS = { first: 2 * MINUTE, longest: 30 * MINUTE }
/** So many tries in a row have failed before it is told: shorter ones are nobody's news. */
const OUTAGE_TOLD_AT = 3
const DOUBLINGS = 10
/** What a runner says of its limit is believed within these bounds. */
const BELIEVED_MS = { from: MINUTE, to: 8 * 24 * HOUR }

/** What all threads of a runner share, so that it is nobody's own failure. */
export type RestCause = 'limit' | 'login' | 'key' | 'missing' | 'outage'

/** Why it rests, after its name. */
export const REST_WORD: Record<RestCause, string> = {
  limit: 'its usage limit is reached',
  login: 'it is signed out',
  key: 'its server refused the key',
  missing: 'it was not found',
  outage: 'its server is overloaded or down',
}

/** A runner that starts nothing for a while. */
export interface Rest {
  readonly key: string // runnerKey
  readonly name: string
  readonly cause: RestCause
  readonly since: Instant
  readonly until: Instant // then one beat tries again
  readonly told: boolean // by the runner itself when its limit ends, not guessed
  readonly message: string
  readonly tries: number
}

/** null: the runner need not rest for it. */
export function restCause(fault: Fault | null, agent: AgentConfig): RestCause | null {
  if (fault?.code === 'agent.limit_reached') return 'limit'
  if (fault?.code === 'agent.needs_login') return 'login'
  if (fault?.code === 'agent.key_refused') return 'key'
  if (fault?.code === 'agent.overloaded') return 'outage'
  return fault?.code === 'agent.not_found' && agent.kind === 'cli' ? 'missing' : null
}

/** Trouble of the runner, not of the thread. */
export const isShared = (fault: Fault | null, agent: AgentConfig): boolean => restCause(fault, agent) !== null

/** `before`: the rest it has not come back from; null: none. `resetsAt`: as the runner says; null: it does not. */
export function nextRest(
  runner: Pick<Rest, 'key' | 'name' | 'cause' | 'message'>,
  before: Rest | null,
  resetsAt: Instant | null,
  now: Instant,
): Rest {
  const { cause } = runner
  const tries = before?.cause === cause ? before.tries + 1 : 0
  const endsAt = cause === 'limit' ? resetsAt : null
  const isBelieved = endsAt !== null && endsAt >= now + BELIEVED_MS.from && endsAt <= now + BELIEVED_MS.to
  const { first, longest } =
    cause === 'outage' ? OUTAGE_MS : { first: FIRST_TRY_MS, longest: LONGEST_REST_MS }
  const guessMs = Math.min(longest, first * 2 ** Math.min(tries, DOUBLINGS))
  return {
    ...runner,
    since: before?.since ?? now,
    until: isBelieved ? endsAt : now + guessMs,
    told: isBelieved,
    tries,
  }
}

/** Whether a person is told of it now: once for each cause, of an outage only where it lasts. */
export const isNews = ({ cause, tries }: Rest, before: Rest | null): boolean =>
  cause === 'outage' ? tries + 1 === OUTAGE_TOLD_AT : before?.cause !== cause

export function restText({ cause, told }: Pick<Rest, 'cause' | 'told'>): string {
  if (cause === 'login') return 'It is signed out. Beats of its threads wait until you have signed in.'
  if (cause === 'key')
    return 'Its server refused the key. Beats of its threads wait until another key is set, and one tries again then.'
  if (cause === 'missing') return 'It was not found. Beats of its threads wait.'
  if (cause === 'outage')
    return 'The server of its models is overloaded or down. Beats of its threads wait, and one tries again then.'
  const unsure = told ? '' : '; it does not say until when, so one beat tries again then'
  return `Its usage limit is reached${unsure}. Beats of its threads wait.`
}
