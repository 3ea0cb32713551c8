import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { runnerKey, runnerName } from '../../../shared/agents/presets.ts'
import {
  isNews,
  LONGEST_REST_MS,
  nextRest,
  restCause,
  restText,
  type Rest,
} from '../../../shared/agents/rest.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { shortMomentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { RunnerRest } from '../../../shared/views/snapshot.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

type Rests = Readonly<Record<string, Rest>>

/**
 * Runners that start nothing for a while: one cause, one notice, whatever the number of their threads. Kept
 * over restarts.
 */
export interface Resting {
  /** null: it may start. */
  of(agent: AgentConfig): Rest | null
  /** `busy`: a run of this runner is on; after the rest one beat at a time tries. */
  holds(agent: AgentConfig, busy: boolean, now: Instant): boolean
  /** Learns from how a run ended; returns the notice of a new rest, once. */
  learn(
    agent: AgentConfig,
    result: Pick<AgentResult, 'status' | 'fault' | 'turn'>,
    runId: RunId,
  ): Notice | null
  wake(key: string): void
  /** A person set a runner anew: where it would be started otherwise than before, its rest is over. */
  changed(before: AgentConfig, after: AgentConfig): void
  /** After the clock was set back: no rest lasts longer than the longest that is not a runner's own word. */
  clamp(now: Instant): void
  list(): readonly RunnerRest[]
  /** Another object whenever a runner began or ended a rest. */
  current(): Rests
  /** When the next rest ends; null: none. */
  nextEnd(now: Instant): Instant | null
}

export function createResting(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  store: Pick<Store, 'meta' | 'threads'>,
): Resting {
  let rests = JSON.parse(store.meta.get('resting') || '{}') as Rests
  const set = (next: Rests): void => {
    rests = next
    store.meta.set('resting', JSON.stringify(next))
  }
  const wake = (key: string): void => {
    if (rests[key] !== undefined) set(tried(rests, key, clock.now()))
  }
  const of = (agent: AgentConfig): Rest | null => rests[runnerKey(agent) ?? ''] ?? null

  return {
    of,
    holds(agent, busy, now) {
      const rest = of(agent)
      return rest !== null && (now < rest.until || busy)
    },
    learn(agent, result, runId) {
      const key = runnerKey(agent)
      if (key === null || result.status === 'stopped') return null
      const before = of(agent)
      const cause = restCause(result.fault, agent)
      if (cause === null) {
        // An answer of any kind shows that it is back; a failure of another kind shows nothing.
        if (before !== null && result.status === 'completed') {
          set(Object.fromEntries(Object.entries(rests).filter(([other]) => other !== key)))
          log('info', 'runner.back', { runner: key })
        }
        return null
      }
      const message = result.fault?.message ?? ''
      const runner = { key, name: runnerName(agent), cause, message }
      const now = clock.now()
      const next = nextRest(runner, before, result.turn?.resetsAt ?? null, now)
      // A person tried meanwhile: that is no reason to rest longer than without them.
      const isEarly = before?.cause === cause && now < before.until && !next.told
      const rest = isEarly ? { ...before, message } : next
      set({ ...rests, [key]: rest })
      log('warn', 'runner.resting', { runner: key, cause, until: new Date(rest.until).toISOString() })
      return !isEarly && isNews(rest, before) ? noticeOf(rest, runId, now, clock) : null
    },
    wake,
    changed(before, after) {
      if (startOf(before) !== startOf(after)) wake(runnerKey(after) ?? '')
    },
    clamp(now) {
      const late = Object.values(rests).filter((rest) => rest.since > now)
      if (late.length > 0)
        set({ ...rests, ...Object.fromEntries(late.map((rest) => [rest.key, clamped(rest, now)])) })
    },
    current: () => rests,
    list: () => waitedFor(rests, store),
    nextEnd: (now) => nextEnd(rests, now),
  }
}

function nextEnd(rests: Rests, now: Instant): Instant | null {
  const ends = Object.values(rests)
    .map((r) => r.until)
    .filter((at) => at > now)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** What of a runner decides whether it answers, to be compared: a key, a server, its program, its models. */
function startOf(agent: AgentConfig): string {
  if (agent.kind === 'local') return ''
  if (agent.kind === 'command') return JSON.stringify([agent.argv, Object.entries(agent.env).sort()])
  const { env, program, args, models, fallbackModels } = agent
  return JSON.stringify([
    Object.entries(env).sort(),
    program,
    args,
    Object.entries(models).sort(),
    fallbackModels,
  ])
}

const tried = (rests: Rests, key: string, now: Instant): Rests => ({
  ...rests,
  [key]: { ...rests[key]!, until: Math.min(rests[key]!.until, now) },
})

const clamped = (rest: Rest, now: Instant): Rest => ({
  ...rest,
  since: now,
  until: Math.min(rest.until, now + LONGEST_REST_MS),
})

const noticeOf = (rest: Rest, runId: RunId, now: Instant, face: ClockFace): Notice => ({
  alertId: null,
  threadId: null,
  runId,
  severity: 'warning',
  title: `${rest.name} rests until ${shortMomentText(rest.until, now, face)}`,
  body: restText(rest),
})

/** A rest that no thread waits for any more is nobody's news. */
function waitedFor(rests: Rests, store: Pick<Store, 'threads'>): readonly RunnerRest[] {
  const threads = store.threads.list()
  return Object.values(rests)
    .map(({ tries: _tries, ...rest }) => ({
      ...rest,
      threads: threads.filter((t) => runnerKey(t.agent) === rest.key).length,
    }))
    .filter((rest) => rest.threads > 0)
}
