import type { Fault } from '../../../shared/base/faults.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { runnerKey, runnerName } from '../../../shared/agents/presets.ts'
import type { RunnerRest } from '../../../shared/views/snapshot.ts'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { formatLocal, HOUR, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Store } from '../ports/store.ts'

/** Without a word of the runner when its limit ends: tried again after this, doubling. */
const FIRST_TRY_MS = HOUR
const LONGEST_MS = 6 * HOUR
/** What a runner says of its limit is believed within these bounds. */
const BELIEVED_MS = { from: MINUTE, to: 8 * 24 * HOUR }

interface Rest extends Omit<RunnerRest, 'threads'> {
  readonly tries: number
}

/**
 * Runners that start nothing for a while: one cause, one notice, whatever the number of their threads. Kept
 * over restarts.
 */
export interface Resting {
  /** null: it may start. `busy`: a run of this runner is on; after the rest one beat at a time tries. */
  of(agent: AgentConfig): Rest | null
  holds(agent: AgentConfig, busy: boolean, now: Instant): boolean
  /** Learns from how a run ended; returns the notice of a new rest, once. */
  learn(
    agent: AgentConfig,
    result: Pick<AgentResult, 'status' | 'fault' | 'turn'>,
    runId: RunId,
  ): Notice | null
  wake(key: string): void
  /** After the clock was set back no rest is longer than it could have been. */
  clamp(now: Instant): void
  list(): readonly RunnerRest[]
  /** Another object whenever a runner began or ended a rest. */
  current(): Readonly<
    Record<
      string,
      {
        readonly key: string
        readonly name: string
        readonly since: Instant
        readonly cause: RunnerRest['cause']
      }
    >
  >
  /** When the next rest ends; null: none. */
  nextEnd(now: Instant): Instant | null
}

const causeOf = (fault: Fault | null, agent: AgentConfig): Rest['cause'] | null =>
  fault?.code === 'agent.limit_reached'
    ? 'limit'
    : fault?.code === 'agent.needs_login'
      ? 'login'
      : fault?.code === 'agent.not_found' && agent.kind === 'cli'
        ? 'missing'
        : null

/** Trouble that all threads of a runner share, so that it is nobody's own failure. */
export const isShared = (fault: Fault | null, agent: AgentConfig): boolean => causeOf(fault, agent) !== null

export function createResting({ clock, log }: Pick<Ports, 'clock' | 'log'>, store: Store): Resting {
  const read = (): Record<string, Rest> =>
    JSON.parse(store.meta.get('resting') || '{}') as Record<string, Rest>
  let known = read()
  const write = (next: Record<string, Rest>): void => {
    known = next
    store.meta.set('resting', JSON.stringify(next))
  }
  const without = (key: string): Record<string, Rest> =>
    Object.fromEntries(Object.entries(known).filter(([k]) => k !== key))
  const of = (agent: AgentConfig): Rest | null => known[runnerKey(agent) ?? ''] ?? null

  return {
    of,
    holds(agent, busy, now) {
      const rest = of(agent)
      return rest !== null && (now < rest.until || busy)
    },
    learn(agent, result, runId) {
      const key = runnerKey(agent)
      if (key === null || result.status === 'stopped') return null
      const before = known[key] ?? null
      const cause = causeOf(result.fault, agent)
      if (cause === null) {
        // An answer of any kind shows that it is back; a failure of another kind shows nothing.
        if (before !== null && result.status === 'completed') {
          write(without(key))
          log('info', 'runner.back', { runner: key })
        }
        return null
      }
      const now = clock.now()
      const tries = before === null ? 0 : before.tries + 1
      const saidAt = cause === 'limit' ? (result.turn?.resetsAt ?? null) : null
      const told = saidAt !== null && saidAt >= now + BELIEVED_MS.from && saidAt <= now + BELIEVED_MS.to
      const until = told ? saidAt : now + Math.min(LONGEST_MS, FIRST_TRY_MS * 2 ** Math.min(tries, 10))
      const name = runnerName(agent)
      write({
        ...known,
        [key]: {
          key,
          name,
          cause,
          since: before?.since ?? now,
          until,
          told,
          message: result.fault?.message ?? '',
          tries,
        },
      })
      log('warn', 'runner.resting', { runner: key, cause, until: new Date(until).toISOString() })
      if (before !== null && before.cause === cause) return null
      const body =
        cause === 'limit'
          ? `Its usage limit is reached${told ? '' : '; it does not say until when, so one beat tries again then'}. Beats of its threads wait.`
          : cause === 'login'
            ? 'It is signed out. Beats of its threads wait until you have signed in.'
            : 'It was not found. Beats of its threads wait.'
      return {
        alertId: null,
        threadId: null,
        runId,
        severity: 'warning',
        title: `${name} rests until ${formatLocal(until, clock.timeZone)}`,
        body,
      }
    },
    wake(key) {
      const rest = known[key]
      if (rest !== undefined) write({ ...known, [key]: { ...rest, until: clock.now() } })
    },
    clamp(now) {
      const late = Object.values(known).filter((rest) => rest.since > now)
      if (late.length > 0)
        write({
          ...known,
          ...Object.fromEntries(
            late.map((rest) => [
              rest.key,
              { ...rest, since: now, until: Math.min(rest.until, now + LONGEST_MS) },
            ]),
          ),
        })
    },
    current: () => known,
    list() {
      const threads = store.threads.list()
      // A rest that no thread waits for any more is nobody's news.
      return Object.values(known)
        .map(({ tries: _tries, ...rest }) => ({
          ...rest,
          threads: threads.filter((t) => runnerKey(t.agent) === rest.key).length,
        }))
        .filter((rest) => rest.threads > 0)
    },
    nextEnd(now) {
      const ends = Object.values(known)
        .map((r) => r.until)
        .filter((at) => at > now)
      return ends.length === 0 ? null : Math.min(...ends)
    },
  }
}
