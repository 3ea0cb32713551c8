import type { Fault } from '../../shared/faults.ts'
import type { AgentConfig } from '../../shared/agent-config.ts'
import type { RaisedAlert } from '../../shared/alert.ts'
import type { RunOutcome } from '../../shared/run.ts'
import { runnerName } from '../../shared/runner-presets.ts'
import { backoffMs, FAILURES_BEFORE_BACKOFF, FAILURES_BEFORE_NOTICE, FAILURES_BEFORE_PAUSE, planNext } from '../../shared/schedule.ts'
import type { Pause, Thread } from '../../shared/thread.ts'
import type { Instant } from '../../shared/time.ts'
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

/** Ends the run in one transaction with everything that follows from it. */
export function finishRun(run: ClaimedRun, thread: Thread, { ports, store }: Pick<RunContext, 'ports' | 'store'>, ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>, durationMs: number): void {
  const now = ports.clock.now()
  const current = store.thread(thread.id) ?? thread // a person may have resumed, paused or changed it since the start
  const fault = ending.fault ?? null
  const isHeartbeat = run.kind === 'heartbeat'
  const failed = isHeartbeat && countsAsFailure(ending.outcome, fault, thread.agent)
  const worked = isHeartbeat && fault === null && WORKED.includes(ending.outcome)
  const failures = failed ? current.failures + 1 : worked ? 0 : current.failures
  const consequence = failed ? afterFailure(current, failures, ending.summary, now) : { raised: isHeartbeat && fault !== null && !isShared(fault, thread.agent) ? [{ key: 'broken', severity: 'warning' as const, text: ending.summary }] : [], pause: null, backOffUntil: null }
  const nextDueAt = consequence.backOffUntil === null || current.intervalMs === 0 ? 'keep' : planNext(current, consequence.backOffUntil - 1, ports.clock.timeZone).nextDueAt
  store.finishRun(
    run.id,
    {
      ...BARE_ENDING,
      ...ending,
      raised: [...(ending.raised ?? []), ...consequence.raised],
      pause: current.pause === null ? consequence.pause : null, nextDueAt, backOffUntil: consequence.backOffUntil, failures, durationMs,
    },
    now,
  )
  const fields = { threadId: thread.id, runId: run.id, outcome: ending.outcome, tiers: ending.tiers, reasons: run.reasons, durationMs: Math.round(durationMs), runner: runnerName(thread.agent) }
  if (ending.outcome === 'skipped') ports.log('info', 'run.skipped', { ...fields, reason: ending.skipReason })
  else if (fault !== null) ports.log('warn', fault.code === 'agent.timed_out' ? 'run.timed_out' : 'run.failed', { ...fields, code: fault.code, snippet: (ending.output || fault.message).trim().slice(-SNIPPET_CHARS) })
  else ports.log('info', 'run.finished', fields)
  if (consequence.pause !== null) ports.log('warn', 'thread.auto_paused', { threadId: thread.id, failures })
}

interface Consequence {
  readonly raised: readonly RaisedAlert[]
  readonly pause: Pause | null
  readonly backOffUntil: Instant | null
}

/** One notice after two failures in a row, a doubling delay from the third, a pause with one alert at the fifth. */
function afterFailure(thread: Thread, failures: number, summary: string, now: Instant): Consequence {
  const alert = (text: string): readonly RaisedAlert[] => [{ key: 'broken', severity: 'warning', text }]
  if (failures >= FAILURES_BEFORE_PAUSE) {
    const reason = `${failures} beats in a row failed`
    return { raised: alert(`Paused: ${reason}. ${summary}`), pause: { reason, until: null, by: 'failures' }, backOffUntil: null }
  }
  const backOffUntil = failures >= FAILURES_BEFORE_BACKOFF ? now + backoffMs(failures, thread.intervalMs) : null
  return { raised: failures >= FAILURES_BEFORE_NOTICE ? alert(summary) : [], pause: null, backOffUntil }
}
