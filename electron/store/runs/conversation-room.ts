import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { ConversationPage } from '../../../shared/contract/conversation.ts'
import type { ItemKind } from '../../../shared/queue/queue.ts'
import { talkEntry, type TalkRecord } from '../../../shared/runs/conversation-entry.ts'
import type { Attachment, RunOutcome } from '../../../shared/runs/run.ts'
import type { ConversationRoom } from '../../engine/ports/store/conversation.ts'
import type { Connection } from '../connection/connection.ts'
import {
  jsonOrNull,
  number,
  numberOrNull,
  shape,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Codec,
} from '../connection/table.ts'
import { THREADS } from '../threads/tables.ts'
import { RUNS } from './tables.ts'

const REPORT = shape({
  id: word<RunId>(),
  finishedAt: number(),
  report: text(),
  reportTold: wordOrNull<RunId>(),
})
const LAST_REPORT = `
  SELECT r.id, r.finished_at AS "finishedAt", r.report, t.report_told AS "reportTold" FROM runs r JOIN threads t ON t.id = r.thread_id
  WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.report IS NOT NULL AND r.finished_at >= ?
  ORDER BY r.started_at DESC, r.id DESC LIMIT 1`
const MESSAGE = RUNS.pick('threadId', 'message', 'sender', 'outcome')

export function conversationRoom(connection: Connection): ConversationRoom {
  const { find, queryOne, count, update, verb } = connection
  return {
    lastReport(threadId, since) {
      const last = queryOne(REPORT, LAST_REPORT, threadId, since)
      return last === null
        ? null
        : { runId: last.id, at: last.finishedAt, text: last.report, told: last.reportTold === last.id }
    },
    noteReportTold: (threadId, runId) =>
      verb(() => void update(THREADS, { id: threadId }, { reportTold: runId })),
    page: (threadId, before, limit) => page(connection, threadId, before, limit),
    messageOf(runId) {
      const run = find(MESSAGE, `WHERE id = ? AND kind = 'message'`, runId)
      if (run === null) return null
      const { threadId, message, sender, outcome } = run
      return { threadId, text: message ?? '', sender: sender ?? 'user', outcome }
    },
    sentSince: (from, at) =>
      count('SELECT count(*) FROM runs WHERE sender = ? AND enqueued_at >= ?', from, at) +
      count('SELECT count(*) FROM queue_items WHERE sender = ? AND enqueued_at >= ?', from, at),
  }
}

const TALK: Codec<TalkRecord> = shape({
  id: word<RunId>(),
  kind: word<ItemKind>(),
  message: textOrNull(),
  sender: textOrNull(),
  senderName: textOrNull(),
  at: number(),
  finishedAt: numberOrNull(),
  outcome: wordOrNull<RunOutcome>(),
  summary: textOrNull(),
  reply: text(),
  report: textOrNull(),
  runner: text(),
  attachments: jsonOrNull<readonly Attachment[]>(),
})
/**
 * A message, or a heartbeat that had something to say: its place is when it was written or reported, then
 * its id.
 */
const TALKS = `
  SELECT r.id, r.kind, r.message, r.sender, s.name AS "senderName", r.enqueued_at AS at,
    r.finished_at AS "finishedAt",
    r.outcome, r.summary, r.reply, r.report, r.runner, d.attachments
  FROM runs r LEFT JOIN run_details d ON d.run_id = r.id
    LEFT JOIN threads s ON r.sender = CAST(s.number AS TEXT)
  WHERE r.thread_id = ? AND (r.kind = 'message' OR r.report IS NOT NULL) AND (r.enqueued_at, r.id) < (?, ?)
  ORDER BY r.enqueued_at DESC, r.id DESC LIMIT ?`

function page(
  { query }: Connection,
  threadId: ThreadId,
  before: string | undefined,
  limit: number,
): ConversationPage {
  const [at, id] = before === undefined ? [Number.MAX_SAFE_INTEGER, ''] : before.split('/')
  const talks = query(TALK, TALKS, threadId, Number(at), id ?? '', limit + 1)
  const oldest = talks[limit - 1]
  return {
    entries: talks.slice(0, limit).map(talkEntry).reverse(),
    next: talks.length > limit && oldest !== undefined ? `${oldest.at}/${oldest.id}` : null,
  }
}
