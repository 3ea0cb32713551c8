import type { Fault } from '../../shared/faults.ts'
import type { AgentConfig } from '../../shared/agent-config.ts'
import type { RaisedAlert } from '../../shared/alert.ts'
import type { RunOutcome } from '../../shared/run.ts'
import { runnerName } from '../../shared/runner-presets.ts'
import { backoffMs, FAILURES_BEFORE_BACKOFF, FAILURES_BEFORE_NOTICE, FAILURES_BEFORE_PAUSE, planNext } from '../../shared/schedule.ts'
import { isScheduledOnly } from '../../shared/queue.ts'
import { effectiveIntervalMs, type Pause, type Thread } from '../../shared/thread.ts'
import { MINUTE, type Instant } from '../../shared/time.ts'
import { BARE_ENDING } from './ending.ts'
import type { RunContext } from './execute-run.ts'
import { isShared } from './resting.ts'
import type { ClaimedRun, Ending } from './store-port.ts'

/**
 * A missing folder is told once and waits for its return, a missing permission is for a person, and a runner that rests is nobody's
 * own trouble: none is a failure of this thread.
 */
const countsAsFailure = (outcome: RunOutcome, error: Fault | null, agent: AgentConfig): boolean =>
  error !== null && error.code !== 'repo.missing' && outcome !== 'blocked' && !isShared(error, agent)
/** Of what a failed runner printed last, in its one line of the log. */
const SNIPPET_CHARS = 300
/** The checks were worked to an end, whatever they found. */
const WORKED: readonly RunOutcome[] = ['quiet', 'alert', 'urgent', 'unproven', 'unchanged']

/** Ends the run in one transaction with everything that follows from it. `said`: a job's own words, for the thread's next prompt. */
export function finishRun(run: ClaimedRun, thread: Thread, { ports, store, settings, jobs, isEnding }: Pick<RunContext, 'ports' | 'store' | 'settings' | 'jobs' | 'isEnding'>, ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>, durationMs: number, said = ''): void {
  const now = ports.clock.now()
  const current = store.thread(thread.id) ?? thread // a person may have resumed, paused or changed it since the start
  const fault = ending.fault ?? null
  const isHeartbeat = run.kind === 'heartbeat'
  const failed = isHeartbeat && countsAsFailure(ending.outcome, fault, thread.agent)
  const worked = isHeartbeat && fault === null && WORKED.includes(ending.outcome)
  const failures = failed ? current.failures + 1 : worked ? 0 : current.failures
  const intervalMs = effectiveIntervalMs(current, settings.dormantAfterMs, now)
  const consequence = failed ? afterFailure(intervalMs, failures, ending.summary, now) : { raised: isHeartbeat && fault !== null && !isShared(fault, thread.agent) ? [{ key: 'broken', severity: 'warning' as const, text: ending.summary }] : [], pause: null, backOffUntil: null }
  const nextDueAt = consequence.backOffUntil === null || intervalMs === 0 ? 'keep' : planNext({ ...current, intervalMs }, consequence.backOffUntil - 1, ports.clock.timeZone).nextDueAt
  store.together(() => {
    const ofJob = jobs.finish(run, { outcome: ending.outcome, summary: ending.summary, said, isQuitting: isEnding() })
    store.finishRun(
      run.id,
      {
        ...BARE_ENDING,
        ...ending,
        again: againOf(run, ending, fault, consequence.backOffUntil, isEnding(), now),
        raised: [...(ending.raised ?? []), ...consequence.raised, ...ofJob.raised], cleared: [...(ending.cleared ?? []), ...ofJob.cleared],
        pause: current.pause === null ? consequence.pause : null, nextDueAt, backOffUntil: consequence.backOffUntil, failures, durationMs,
      },
      now,
    )
  })
  const fields = { threadId: thread.id, runId: run.id, outcome: ending.outcome, tiers: ending.tiers, reasons: run.reasons, durationMs: Math.round(durationMs), runner: runnerName(thread.agent) }
  if (ending.outcome === 'skipped') ports.log('info', 'run.skipped', { ...fields, reason: ending.skipReason })
  else if (fault !== null) ports.log('warn', fault.code === 'agent.timed_out' ? 'run.timed_out' : 'run.failed', { ...fields, code: fault.code, snippet: (ending.output || fault.message).trim().slice(-SNIPPET_CHARS) })
  else ports.log('info', 'run.finished', fields)
  if (consequence.pause !== null) ports.log('warn', 'thread.auto_paused', { threadId: thread.id, failures })
}

/** How soon a wake is asked again after it was held back, or its run failed for the first times. */
const AGAIN_MS = 2 * MINUTE
const BUDGET_AGAIN_MS = 15 * MINUTE

/**
 * A wake is answered by a run that came to an end. What held it back, broke, or went down with the app does not use it up; what a
 * person stopped or a switch keeps off does.
 */
function againOf(run: ClaimedRun, ending: Pick<Ending, 'outcome'> & Partial<Ending>, fault: Fault | null, backOffUntil: Instant | null, isEnding: boolean, now: Instant): Ending['again'] {
  const reasons = run.reasons.filter((r) => !isScheduledOnly([r]) && r !== 'manual' && r !== 'added')
  if (run.kind !== 'heartbeat' || reasons.length === 0) return null
  if (ending.skipReason === 'in_your_way') return { reasons, notBefore: now + AGAIN_MS }
  if (ending.skipReason === 'over_budget') return { reasons, notBefore: now + BUDGET_AGAIN_MS }
  if (ending.outcome === 'stopped' && isEnding) return { reasons, notBefore: now }
  return fault !== null && ending.outcome === 'broken' ? { reasons, notBefore: backOffUntil ?? now + AGAIN_MS } : null
}

interface Consequence {
  readonly raised: readonly RaisedAlert[]
  readonly pause: Pause | null
  readonly backOffUntil: Instant | null
}

/** One notice after two failures in a row, a doubling delay from the third, a pause with one alert at the fifth. */
function afterFailure(intervalMs: number, failures: number, summary: string, now: Instant): Consequence {
  const alert = (text: string): readonly RaisedAlert[] => [{ key: 'broken', severity: 'warning', text }]
  if (failures >= FAILURES_BEFORE_PAUSE) {
    const reason = `${failures} beats in a row failed`
    return { raised: alert(`Paused: ${reason}. ${summary}`), pause: { reason, until: null, by: 'failures' }, backOffUntil: null }
  }
  const backOffUntil = failures >= FAILURES_BEFORE_BACKOFF ? now + backoffMs(failures, intervalMs) : null
  return { raised: failures >= FAILURES_BEFORE_NOTICE ? alert(summary) : [], pause: null, backOffUntil }
}
