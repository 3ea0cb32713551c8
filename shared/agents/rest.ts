import type { Fault } from '../base/faults.ts'
import { HOUR, MINUTE, type Instant } from '../base/time.ts'
import type { AgentConfig } from './agent-config.ts'

/** Without a word of the runner when its limit ends: tried again after this, doubling. */
const FIRST_TRY_MS = HOUR
export const LONGEST_REST_MS = 6 * HOUR
const DOUBLINGS = 10
/** What a runner says of its limit is believed within these bounds. */
const BELIEVED_MS = { from: MINUTE, to: 8 * 24 * HOUR }

/** What all threads of a runner share, so that it is nobody's own failure. */
export type RestCause = 'limit' | 'login' | 'missing'

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
  const tries = before === null ? 0 : before.tries + 1
  const endsAt = runner.cause === 'limit' ? resetsAt : null
  const isBelieved = endsAt !== null && endsAt >= now + BELIEVED_MS.from && endsAt <= now + BELIEVED_MS.to
  const guessMs = Math.min(LONGEST_REST_MS, FIRST_TRY_MS * 2 ** Math.min(tries, DOUBLINGS))
  return {
    ...runner,
    since: before?.since ?? now,
    until: isBelieved ? endsAt : now + guessMs,
    told: isBelieved,
    tries,
  }
}

export function restText({ cause, told }: Pick<Rest, 'cause' | 'told'>): string {
  if (cause === 'login') return 'It is signed out. Beats of its threads wait until you have signed in.'
  if (cause === 'missing') return 'It was not found. Beats of its threads wait.'
  const unsure = told ? '' : '; it does not say until when, so one beat tries again then'
  return `Its usage limit is reached${unsure}. Beats of its threads wait.`
}
