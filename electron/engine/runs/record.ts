import { troubleOf, type IncidentClass } from '../../../shared/alerts/incident.ts'
import { isShared } from '../../../shared/agents/rest.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import { isUndelivered } from '../../../shared/runs/judge/undelivered.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import { healthAfter, wakeAgain, type HealthAfter } from '../../../shared/threads/course.ts'
import { effectiveIntervalMs, type Thread } from '../../../shared/threads/thread.ts'
import type { RunVerdict, ThreadCourse } from '../ports/run-record.ts'
import type { Store } from '../ports/store.ts'
import { planOf } from '../schedule/pace.ts'
import { keepDaily } from '../attempts/daily/keep-daily.ts'
import { keepReport } from '../threads/daily-reports.ts'
import { stillOn, type Ended } from './context.ts'
import { RunIsOver } from '../pulse/deadline.ts'

/** Puts the end on record, in one transaction with everything that follows from it. */
export function record(ended: Ended): Ended {
  const { begun, end, jobText, passedOn, daily } = ended
  const { run, thread, context, deadline } = begun
  const { ports, store, jobs, isEnding } = context
  const { verdict, alerts } = end
  stillOn(begun)
  if (deadline.isRecorded()) throw new RunIsOver()
  const now = ports.clock.now()
  const durationMs = ports.clock.monotonicMs() - deadline.startedMs
  const trouble = troubleIn(ended)
  const health = healthOf(ended, trouble, now)
  const course = courseOf(ended, health, now)
  store.together(() => {
    if (trouble !== undefined) store.incidents.noteBeat(run.id, { threadId: thread.id, at: now, trouble })
    const { outcome, summary, fault } = verdict
    const ofJob = jobs.finish(run, { outcome, summary, fault, said: jobText, isQuitting: isEnding() })
    const raised = [...alerts.raised, ...health.raised, ...ofJob.raised]
    const cleared = [...alerts.cleared, ...ofJob.cleared]
    store.runs.finish(run.id, { ...end, durationMs, course, alerts: { raised, cleared } }, now)
    if (isUndelivered(verdict, isEnding())) context.desk.ledger.takeBack(run.itemId)
    if (end.marks.stamps.includes('daily'))
      keepReport(store, thread.id, { runId: run.id, at: run.startedAt, text: summary, by: 'app' })
    if (daily !== null) keepDaily(thread, run, daily, context)
    if (passedOn !== null) store.conversation.noteReportTold(thread.id, passedOn)
  })
  deadline.noteRecorded()
  log(ended, durationMs, health)
  return ended
}

/** Outcomes that tell nothing of what the beat would have met. */
const WORDLESS: readonly RunOutcome[] = ['skipped', 'stopped', 'interrupted', 'blocked']

/**
 * The cause of a beat's end that other threads may share; null: none; undefined: the run met nothing that
 * would show one. A remote that was not asked this time is as it was found last.
 */
function troubleIn({ begun, end }: Ended): IncidentClass | null | undefined {
  const { run, thread, context } = begun
  const { verdict, alerts } = end
  const { fault } = verdict
  if (run.kind !== 'heartbeat' || WORDLESS.includes(verdict.outcome)) return undefined
  if (isShared(fault, thread.agent)) return null // its runner rests, which is told once by itself
  const notices = alerts.raised.filter(({ severity, key }) => severity === 'notice' && key !== null)
  const standing = fault === null ? context.store.alerts.standingNotices(thread.id) : []
  const open = standing.filter(({ key }) => !alerts.cleared.includes(key))
  return troubleOf(
    fault,
    [...notices, ...open].map((alert) => alert.text),
  )
}

/** As it is now: a person may have resumed, paused or changed the thread since the start. */
const threadNow = ({ begun }: Ended): Thread =>
  begun.context.store.threads.get(begun.thread.id) ?? begun.thread

/** Messages and jobs count neither for nor against the health of beats. */
function healthOf(ended: Ended, trouble: ReturnType<typeof troubleIn>, now: Instant): HealthAfter {
  const { run, thread, context } = ended.begun
  const { store, settings } = context
  const current = threadNow(ended)
  if (run.kind !== 'heartbeat')
    return { failures: current.failures, raised: [], pause: null, backOffUntil: null }
  const isFleetWide =
    trouble != null && store.incidents.list(now).some((i) => i.resolvedAt === null && i.class === trouble)
  const intervalMs = effectiveIntervalMs(current, settings.dormantAfterMs, now)
  return healthAfter(ended.end.verdict, thread.agent, current.failures, isFleetWide, intervalMs, now)
}

function courseOf(ended: Ended, health: HealthAfter, now: Instant): ThreadCourse {
  const { begun, end } = ended
  const { run, context } = begun
  const { ports, store, settings, isEnding } = context
  const current = threadNow(ended)
  const { failures, backOffUntil } = health
  const isOff = effectiveIntervalMs(current, settings.dormantAfterMs, now) === 0
  const nextDueAt =
    backOffUntil === null || isOff ? 'keep' : planOf(current, backOffUntil - 1, ports, settings).nextDueAt
  const again =
    run.kind === 'heartbeat'
      ? wakeAgain({
          ...end.verdict,
          reasons: run.reasons,
          isAnswered: ended.isAnswered,
          isQuitting: isEnding(),
          backOffUntil,
          sameBefore: () => endedAlike(store, current.id, end.verdict),
          now,
        })
      : null
  const pause = current.pause === null ? health.pause : null
  return { failures, pause, nextDueAt, backOffUntil, again }
}

const LOOKED_BACK = 8
/** How many of the last beats in a row ended as this one does. */
function endedAlike(store: Pick<Store, 'runs'>, id: ThreadId, verdict: RunVerdict): number {
  const { runs } = store.runs.page({ threadId: id, limit: LOOKED_BACK })
  const others = runs.filter((r) => r.kind === 'heartbeat' && r.outcome !== null)
  const differs = others.findIndex(
    (r) => r.outcome !== verdict.outcome || r.skipReason !== verdict.skipReason,
  )
  return differs === -1 ? others.length : differs
}

/** Of what a failed runner printed last, in its one line of the log. */
const SNIPPET_CHARS = 300

function log({ begun, end }: Ended, durationMs: number, { pause, failures }: HealthAfter): void {
  const { run, thread, context } = begun
  const { outcome, skipReason, fault, tiers } = end.verdict
  const write = context.ports.log
  const fields = {
    threadId: thread.id,
    runId: run.id,
    outcome,
    tiers,
    reasons: run.reasons,
    durationMs: Math.round(durationMs),
    runner: runnerName(thread.agent),
  }
  const sessionId = end.turn.agent?.sessionId ?? null
  if (sessionId !== null) write('debug', 'run.session', { runId: run.id, sessionId })
  if (outcome === 'skipped') write('info', 'run.skipped', { ...fields, reason: skipReason })
  else if (fault === null) write('info', 'run.finished', fields)
  else {
    const snippet = (end.turn.output || fault.message).trim().slice(-SNIPPET_CHARS)
    const event = fault.code === 'agent.timed_out' ? 'run.timed_out' : 'run.failed'
    write('warn', event, { ...fields, code: fault.code, snippet })
  }
  if (pause !== null) write('warn', 'thread.auto_paused', { threadId: thread.id, failures })
}
