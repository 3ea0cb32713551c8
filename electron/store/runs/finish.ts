import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { RunRecord } from '../../engine/ports/run-record.ts'
import { recordTurn } from '../agents/record-turn.ts'
import { raise, resolve } from '../alerts/raise.ts'
import type { Connection } from '../connection/connection.ts'
import { releaseEvents } from '../events/keeping.ts'
import { settleMany } from '../history/settle.ts'
import { keepAnswer } from '../playbook/knowledge-room.ts'
import { KNOWN_TASKS } from '../playbook/tables.ts'
import { enqueue } from '../queue/enqueue.ts'
import { THREADS, TIER_STATE } from '../threads/tables.ts'
import { RUN_DETAILS, RUNS } from './tables.ts'

const STARTED = RUNS.pick('threadId', 'startedAt', 'kind')

/**
 * Inside the caller's transaction: how a run ended, with everything that follows from it. null: the thread
 * was removed meanwhile, or the run was settled at start-up.
 */
export function finishRun(
  connection: Connection,
  id: RunId,
  ending: RunRecord,
  now: Instant,
): { readonly threadId: ThreadId } | null {
  const run = connection.find(STARTED, 'WHERE id = ? AND outcome IS NULL', id)
  if (run === null) return null
  const { threadId, kind } = run
  const { conversation, alerts, marks, course } = ending
  // What was worked counts from the start: what changed meanwhile was perhaps not seen.
  const workedAt = Math.min(now, run.startedAt)
  writeRun(connection, id, ending, now)
  recordTurn(connection, threadId, id, ending, now)
  if (conversation.knowledge !== null)
    keepAnswer(connection, { threadId, runId: id, kind, text: conversation.knowledge }, now)
  releaseEvents(connection, threadId, id, marks.consumed)
  if (course.again !== null)
    enqueue(connection, { threadId, ...course.again, tier: null, withDue: true, dueTier: 'quick' }, now)
  writeTasks(connection, threadId, marks, workedAt, now)
  resolve(connection, threadId, alerts.cleared, now)
  for (const raised of alerts.raised) raise(connection, threadId, raised, id, now)
  if (course.backOffUntil !== null) backOff(connection, threadId, course.backOffUntil)
  writeThread(connection, threadId, ending)
  settleMany(connection)
  return run
}

function writeRun({ insert, update }: Connection, id: RunId, ending: RunRecord, now: Instant): void {
  const { verdict, turn, conversation } = ending
  update(
    RUNS,
    { id },
    {
      outcome: verdict.outcome,
      skipReason: verdict.skipReason,
      faultCode: verdict.fault?.code ?? null,
      faultMessage: verdict.fault?.message ?? null,
      summary: verdict.summary,
      tiers: verdict.tiers,
      prompt: turn.prompt ?? undefined, // what was planned stays
      exitCode: turn.exitCode,
      finishedAt: now,
      durationMs: Math.round(ending.durationMs),
      reply: conversation.reply,
      report: conversation.news,
    },
  )
  insert(RUN_DETAILS, {
    runId: id,
    tasks: turn.tasks,
    output: turn.output,
    turn: turn.agent,
    report: turn.report,
    attachments: turn.attachments,
    touched: turn.touched,
  })
}

function writeTasks(
  { run, insert, update }: Connection,
  threadId: ThreadId,
  { tried, done, stamps, unstamped }: RunRecord['marks'],
  workedAt: Instant,
  now: Instant,
): void {
  for (const key of tried)
    run(
      'UPDATE known_tasks SET tried_at = ? WHERE thread_id = ? AND key = ? AND tried_at IS NULL',
      now,
      threadId,
      key,
    )
  for (const key of done) update(KNOWN_TASKS, { threadId, key }, { doneAt: workedAt })
  for (const tier of stamps)
    insert(
      TIER_STATE,
      { threadId, tier, lastDoneAt: workedAt, mirrored: !unstamped.includes(tier) },
      'ON CONFLICT DO UPDATE SET last_done_at = excluded.last_done_at, mirrored = min(mirrored, excluded.mirrored)',
    )
}

/** A beat that was already waiting keeps the delay as well, unless a person asked for it. */
function backOff({ run, cache }: Connection, threadId: ThreadId, until: Instant): void {
  cache.beats.delete(threadId)
  run(
    `UPDATE queue_items SET not_before = max(not_before, ?)
      WHERE thread_id = ? AND kind = 'heartbeat' AND class != 'manual'`,
    until,
    threadId,
  )
}

function writeThread({ update }: Connection, id: ThreadId, { turn, course }: RunRecord): void {
  update(
    THREADS,
    { id },
    {
      failures: course.failures,
      glance: turn.glance ?? undefined,
      pause: course.pause ?? undefined,
      nextDueAt: course.nextDueAt === 'keep' ? undefined : course.nextDueAt,
    },
  )
}
