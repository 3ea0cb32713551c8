import type { Fault } from '../../../shared/base/faults.ts'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { troubleOf, type IncidentClass } from '../../../shared/alerts/incident.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import {
  backoffMs,
  FAILURES_BEFORE_BACKOFF,
  FAILURES_BEFORE_NOTICE,
  FAILURES_BEFORE_PAUSE,
} from '../../../shared/schedule/schedule.ts'
import { askedBy } from '../../../shared/queue/wake.ts'
import { effectiveIntervalMs, type Pause, type Thread } from '../../../shared/threads/thread.ts'
import { HOUR, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { RunContext } from './execute-run.ts'
import { planOf } from '../schedule/pace.ts'
import { isShared } from '../../../shared/agents/rest.ts'
import type { RunEnd, RunVerdict, ThreadCourse } from '../ports/ending.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

/**
 * A missing folder is told once and waits for its return, a missing permission is for a person, and a
 * runner that rests is nobody's own trouble: none is a failure of this thread.
 */
const countsAsFailure = (outcome: RunOutcome, error: Fault | null, agent: AgentConfig): boolean =>
  error !== null && error.code !== 'repo.missing' && outcome !== 'blocked' && !isShared(error, agent)
/** Of what a failed runner printed last, in its one line of the log. */
const SNIPPET_CHARS = 300
/** The checks were worked to an end, whatever they found. */
const WORKED: readonly RunOutcome[] = ['quiet', 'alert', 'urgent', 'unproven', 'unchanged']

/** Tells nothing of what the beat would have met. */
const NO_WORD: readonly RunOutcome[] = ['skipped', 'stopped', 'interrupted', 'blocked']

/**
 * The cause of a beat's end that others may share. A remote that was not asked this time is as it was found
 * last.
 */
function troubleIn(
  thread: Thread,
  store: Store,
  { verdict: { fault }, alerts: { raised, cleared } }: RunEnd,
): IncidentClass | null {
  if (isShared(fault, thread.agent)) return null // its runner rests, which is told once by itself
  const standing =
    fault !== null ? [] : store.alerts.standingNotices(thread.id).filter((a) => !cleared.includes(a.key))
  return troubleOf(
    fault,
    [...raised.filter((r) => r.severity === 'notice' && r.key !== null), ...standing].map((a) => a.text),
  )
}

/**
 * Ends the run in one transaction with everything that follows from it. `said`: a job's own words, for the
 * thread's next prompt.
 */
export function finishRun(
  run: ClaimedRun,
  thread: Thread,
  {
    ports,
    store,
    settings,
    jobs,
    isEnding,
  }: Pick<RunContext, 'ports' | 'store' | 'settings' | 'jobs' | 'isEnding'>,
  end: RunEnd,
  durationMs: number,
  said = '',
): void {
  const now = ports.clock.now()
  // a person may have resumed, paused or changed it since the start
  const current = store.threads.get(thread.id) ?? thread
  const { verdict, turn, alerts } = end
  const { fault } = verdict
  const isHeartbeat = run.kind === 'heartbeat'
  const failed = isHeartbeat && countsAsFailure(verdict.outcome, fault, thread.agent)
  const worked = isHeartbeat && fault === null && WORKED.includes(verdict.outcome)
  const trouble =
    isHeartbeat && !NO_WORD.includes(verdict.outcome) ? troubleIn(thread, store, end) : undefined
  // What strikes many threads at once is no reason to pause each of them until a person comes: they go on
  // by themselves.
  const isFleetWide =
    trouble != null && store.incidents.list(now).some((i) => i.resolvedAt === null && i.class === trouble)
  const failures = !failed
    ? worked
      ? 0
      : current.failures
    : isFleetWide
      ? Math.min(current.failures + 1, FAILURES_BEFORE_PAUSE - 1)
      : current.failures + 1
  const intervalMs = effectiveIntervalMs(current, settings.dormantAfterMs, now)
  const consequence = failed
    ? afterFailure(intervalMs, failures, verdict.summary, now)
    : {
        raised:
          isHeartbeat && fault !== null && !isShared(fault, thread.agent)
            ? [{ key: 'broken', severity: 'warning' as const, text: verdict.summary }]
            : [],
        pause: null,
        backOffUntil: null,
      }
  const nextDueAt =
    consequence.backOffUntil === null || intervalMs === 0
      ? 'keep'
      : planOf(current, consequence.backOffUntil - 1, ports, settings).nextDueAt
  store.together(() => {
    if (trouble !== undefined) store.incidents.noteBeat(run.id, { threadId: thread.id, at: now, trouble })
    const ofJob = jobs.finish(run, {
      outcome: verdict.outcome,
      summary: verdict.summary,
      said,
      isQuitting: isEnding(),
    })
    store.runs.finish(
      run.id,
      {
        ...end,
        durationMs,
        alerts: {
          raised: [...alerts.raised, ...consequence.raised, ...ofJob.raised],
          cleared: [...alerts.cleared, ...ofJob.cleared],
        },
        course: {
          again: againOf(
            run,
            end,
            consequence.backOffUntil,
            isEnding(),
            heldBefore(store, thread.id, verdict),
            now,
          ),
          pause: current.pause === null ? consequence.pause : null,
          nextDueAt,
          backOffUntil: consequence.backOffUntil,
          failures,
        },
      },
      now,
    )
  })
  const fields = {
    threadId: thread.id,
    runId: run.id,
    outcome: verdict.outcome,
    tiers: verdict.tiers,
    reasons: run.reasons,
    durationMs: Math.round(durationMs),
    runner: runnerName(thread.agent),
  }
  if (verdict.outcome === 'skipped')
    ports.log('info', 'run.skipped', { ...fields, reason: verdict.skipReason })
  else if (fault !== null)
    ports.log('warn', fault.code === 'agent.timed_out' ? 'run.timed_out' : 'run.failed', {
      ...fields,
      code: fault.code,
      snippet: (turn.output || fault.message).trim().slice(-SNIPPET_CHARS),
    })
  else ports.log('info', 'run.finished', fields)
  if (consequence.pause !== null) ports.log('warn', 'thread.auto_paused', { threadId: thread.id, failures })
}

/**
 * How soon a wake is asked again that its run did not answer; doubled while the same keeps it from being
 * answered.
 */
const AGAIN_MS = 2 * MINUTE
const LONGEST_AGAIN_MS = HOUR
/**
 * Not run because somebody decided so, or because there is nothing to run: the wake is used up, its facts
 * still wait.
 */
const DECIDED: readonly (SkipReason | null)[] = [
  'by_switches',
  'off',
  'empty',
  'nothing_due',
  'cancelled',
  'paused',
]

/**
 * A wake is answered by a run that came to an end. What held it back, broke it, or went down with the app
 * does not use it up; what a person stopped or a switch keeps off does. `heldBefore`: how many runs in a
 * row ended the same way.
 */
function againOf(
  run: ClaimedRun,
  { verdict, marks }: RunEnd,
  backOffUntil: Instant | null,
  isEnding: boolean,
  heldBefore: number,
  now: Instant,
): ThreadCourse['again'] {
  const reasons = askedBy(run.reasons)
  if (run.kind !== 'heartbeat' || reasons.length === 0 || marks.consumed) return null
  if (verdict.outcome === 'stopped') return isEnding ? { reasons, notBefore: now } : null
  if (
    verdict.outcome === 'unchanged' ||
    (verdict.outcome === 'skipped' && DECIDED.includes(verdict.skipReason))
  )
    return null
  return {
    reasons,
    notBefore: Math.max(
      backOffUntil ?? 0,
      now + Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** Math.min(heldBefore, 10)),
    ),
  }
}

const LOOKED_BACK = 8
function heldBefore(store: Store, id: ThreadId, verdict: RunVerdict): number {
  const { runs } = store.runs.page({ threadId: id, limit: LOOKED_BACK })
  const others = runs.filter((r) => r.kind === 'heartbeat' && r.outcome !== null)
  const differs = others.findIndex(
    (r) => r.outcome !== verdict.outcome || r.skipReason !== verdict.skipReason,
  )
  return differs === -1 ? others.length : differs
}

interface Consequence {
  readonly raised: readonly RaisedAlert[]
  readonly pause: Pause | null
  readonly backOffUntil: Instant | null
}

/**
 * One notice after two failures in a row, a doubling delay from the third, a pause with one alert at the
 * fifth.
 */
function afterFailure(intervalMs: number, failures: number, summary: string, now: Instant): Consequence {
  const alert = (text: string): readonly RaisedAlert[] => [{ key: 'broken', severity: 'warning', text }]
  if (failures >= FAILURES_BEFORE_PAUSE) {
    const reason = `${failures} beats in a row failed`
    return {
      raised: alert(`Paused: ${reason}. ${summary}`),
      pause: { reason, until: null, by: 'failures' },
      backOffUntil: null,
    }
  }
  const backOffUntil = failures >= FAILURES_BEFORE_BACKOFF ? now + backoffMs(failures, intervalMs) : null
  return { raised: failures >= FAILURES_BEFORE_NOTICE ? alert(summary) : [], pause: null, backOffUntil }
}
