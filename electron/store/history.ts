import type { ItemId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { AgentTurn, Report } from '../../shared/agents/agent-turn.ts'
import type { Attachment, RunDetail, SlotOutcome, TaskResult } from '../../shared/runs/run.ts'
import type { GitGlance } from '../../shared/events/git-glance.ts'
import type { SlotView } from '../../shared/contract/beats.ts'
import { STRIP_LENGTH } from '../../shared/runs/strip.ts'
import type { ThreadFacts } from '../engine/ports/records.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json, jsonOrNull, text, toAlert, toRun } from './rows.ts'

type HistoryVerbs = Pick<
  Verbs,
  'runOfItem' | 'isWaiting' | 'runPage' | 'runDetail' | 'slots' | 'factsOf' | 'countsSince'
>

/** A slot's end is its run's outcome; without a run it waits, was merged, missed or skipped. */
const SLOT_QUERY = `
  SELECT s.due_at, s.fate, s.cause, s.count, r.id AS run_id, r.outcome, r.summary, q.id AS waiting_id
  FROM slots s LEFT JOIN runs r ON r.item_id = s.item_id LEFT JOIN queue_items q ON q.id = s.item_id
  WHERE s.thread_id = ? ORDER BY s.due_at DESC LIMIT ?`

function toSlot(row: Row): SlotView {
  const fate = row['fate'] as 'queued' | 'merged' | 'missed' | 'skipped'
  const outcome: SlotView['outcome'] =
    fate === 'missed' || fate === 'skipped'
      ? fate
      : row['run_id'] !== null
        ? ((row['outcome'] as SlotOutcome | null) ?? 'running')
        : row['waiting_id'] !== null
          ? 'waiting'
          : 'missed'
  return {
    dueAt: Number(row['due_at']),
    outcome,
    cause:
      row['cause'] === null
        ? fate === 'merged'
          ? 'joined the beat that was waiting'
          : null
        : String(row['cause']),
    runId: row['run_id'] as RunId | null,
    count: Number(row['count']),
  }
}

export function historyVerbs({ sql, facts }: Connection): HistoryVerbs {
  const slots = (threadId: ThreadId, limit: number): readonly SlotView[] =>
    sql(SLOT_QUERY).all(threadId, limit).map(toSlot).reverse()
  function readFacts(threadId: ThreadId): ThreadFacts {
    const last = sql(
      `SELECT * FROM runs WHERE thread_id = ? AND kind = 'heartbeat' AND outcome IS NOT NULL AND ` +
        `skip_reason IS NOT 'cancelled' ORDER BY started_at DESC, id DESC LIMIT 1`,
    ).get(threadId)
    const tasks =
      last === undefined
        ? undefined
        : sql('SELECT tasks FROM run_details WHERE run_id = ?').get(String(last['id']))
    const durations = sql(
      `SELECT duration_ms FROM runs WHERE thread_id = ? AND kind = 'heartbeat' AND duration_ms > 0 ` +
        `AND outcome NOT IN ('skipped', 'interrupted') ORDER BY started_at DESC, id DESC LIMIT 9`,
    )
      .all(threadId)
      .map((r) => Number(r['duration_ms']))
      .sort((a, b) => a - b)
    const bars = slots(threadId, STRIP_LENGTH)
    const unserved = bars.find((s) => s.outcome === 'waiting' || s.outcome === 'running')
    const glance = sql('SELECT glance FROM threads WHERE id = ?').get(threadId)?.['glance']
    return {
      last: last === undefined ? null : toRun(last),
      strip: { at: bars.map((b) => b.dueAt), outcome: bars.map((b) => b.outcome) },
      alerts: sql('SELECT * FROM alerts WHERE thread_id = ? AND resolved_at IS NULL')
        .all(threadId)
        .map(toAlert),
      glance: glance == null ? null : json<GitGlance>(glance),
      typicalMs: durations.length === 0 ? null : durations[Math.floor(durations.length / 2)]!,
      tasksForAgent:
        tasks === undefined
          ? 0
          : json<TaskResult[]>(tasks['tasks']).filter((t) => t.status === 'needs_agent').length,
      oldestUnserved: unserved?.dueAt ?? null,
    }
  }

  return {
    runOfItem(itemId: ItemId) {
      const row = sql('SELECT * FROM runs WHERE item_id = ?').get(itemId)
      return row === undefined ? null : toRun(row)
    },
    isWaiting: (itemId) => sql('SELECT 1 FROM queue_items WHERE id = ?').get(itemId) !== undefined,

    /** Newest first, by (started_at, id), so that a page costs the same anywhere in the history. */
    runPage({ threadId, outcomes, before, limit }) {
      const [beforeAt, beforeId] =
        before === undefined
          ? [Number.MAX_SAFE_INTEGER, '']
          : [Number(before.split('/')[0]), before.split('/')[1] ?? '']
      const conditions = ['(started_at, id) < (?, ?)']
      const values: (string | number)[] = [beforeAt, beforeId]
      if (threadId !== undefined) {
        conditions.push('thread_id = ?')
        values.push(threadId)
      }
      if (outcomes !== undefined && outcomes.length > 0) {
        conditions.push(`outcome IN (${outcomes.map(() => '?').join(', ')})`)
        values.push(...outcomes)
      }
      const rows = sql(
        `SELECT * FROM runs WHERE ${conditions.join(' AND ')} ORDER BY started_at DESC, id DESC LIMIT ?`,
      ).all(...values, limit + 1)
      const runs = rows.slice(0, limit).map(toRun)
      const last = runs.at(-1)
      return { runs, next: rows.length > limit && last !== undefined ? `${last.startedAt}/${last.id}` : null }
    },
    runDetail(id) {
      const row = sql(
        'SELECT r.*, t.name AS thread_name FROM runs r JOIN threads t ON t.id = r.thread_id WHERE r.id = ?',
      ).get(id)
      if (row === undefined) return null
      const detail = sql('SELECT * FROM run_details WHERE run_id = ?').get(id)
      return {
        ...toRun(row),
        threadName: String(row['thread_name']),
        runner: String(row['runner']),
        tasks: detail === undefined ? [] : json<TaskResult[]>(detail['tasks']),
        output: detail === undefined ? '' : String(detail['output']),
        prompt: row['prompt'] === null ? null : String(row['prompt']),
        exitCode: row['exit_code'] === null ? null : Number(row['exit_code']),
        reply: String(row['reply']),
        message: text(row['message']),
        sender: text(row['sender']),
        turn: jsonOrNull<AgentTurn>(detail?.['turn'] ?? null),
        report: jsonOrNull<Report>(detail?.['report'] ?? null),
        model: text(row['model']),
        effort: row['effort'] as RunDetail['effort'],
        profile: row['profile'] as RunDetail['profile'],
        billing: row['billing'] as RunDetail['billing'],
        touched: text(detail?.['touched'] ?? null),
        resume: null, // whether it can be resumed is known to the engine
        attachments: detail === undefined ? [] : json<Attachment[]>(detail['attachments']),
        slots: sql('SELECT due_at FROM slots WHERE item_id = ? ORDER BY due_at')
          .all(String(row['item_id']))
          .map((s) => Number(s['due_at'])),
      }
    },
    slots,
    factsOf(threadId) {
      const known = facts.get(threadId)
      if (known !== undefined) return known
      const read = readFacts(threadId)
      facts.set(threadId, read)
      return read
    },
    countsSince(at) {
      const rows = sql(
        'SELECT outcome, count(*) AS n, sum(prompt IS NOT NULL) AS agents FROM runs WHERE started_at ' +
          `>= ? AND kind = 'heartbeat' AND outcome IS NOT NULL GROUP BY outcome`,
      ).all(at)
      return {
        beats: rows.reduce((sum, r) => sum + Number(r['n']), 0),
        agentStarts: rows.reduce((sum, r) => sum + Number(r['agents'] ?? 0), 0),
        byOutcome: Object.fromEntries(rows.map((r) => [String(r['outcome']), Number(r['n'])])),
      }
    },
  }
}
