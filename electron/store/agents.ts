import type { ConversationEntry } from '../../shared/contract/conversation.ts'
import { tokensOf, type SessionTotals } from '../../shared/agents/agent-turn.ts'
import type { Spent } from '../../shared/agents/budget.ts'
import type { GateMark } from '../../shared/runs/change-gate.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { PermissionDecision } from '../../shared/agents/permission.ts'
import type { Attachment, RunOutcome } from '../../shared/runs/run.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import type { Instant } from '../../shared/base/time.ts'
import type { Ending } from '../engine/ports/ending.ts'
import type { Found } from '../engine/ports/records.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json, jsonOrNull, text } from './rows.ts'

type AgentVerbs = Pick<
  Verbs,
  | 'spentSince'
  | 'spentVersion'
  | 'savedSince'
  | 'session'
  | 'forgetSession'
  | 'gateMarks'
  | 'permissions'
  | 'decidePermission'
  | 'permissionsWanted'
  | 'decidedRules'
  | 'addStart'
  | 'lastReport'
  | 'noteReportTold'
  | 'conversation'
  | 'messageOf'
  | 'sentSince'
  | 'learnNotes'
  | 'search'
>

/**
 * Questions to a person that wait at a time, of one thread; the oldest are asked again when they come back.
 */
const QUESTIONS_KEPT = 50

/** What an agent's run leaves behind besides its outcome; part of the transaction that ends the run. */
export function recordTurn(
  { sql, spent }: Connection,
  threadId: ThreadId,
  runId: RunId,
  { turn, conversation, marks }: Ending,
  now: Instant,
): void {
  const { agent } = turn
  if (agent !== null) spent.version++
  if (agent !== null)
    sql(
      'UPDATE spent SET tokens = ?, usd = ? WHERE rowid = (SELECT max(rowid) FROM spent WHERE run_id = ?)',
    ).run(agent.usage === null ? 0 : tokensOf(agent.usage), agent.costUsd ?? 0, runId)
  for (const [tier, mark] of Object.entries(marks.proven))
    sql('INSERT INTO gate_marks VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET mark = excluded.mark').run(
      threadId,
      tier,
      JSON.stringify(mark),
    )
  // A decision that a person has made stays: the same refusal is not asked about again.
  for (const { rule, label, allowable } of turn.refused.slice(0, QUESTIONS_KEPT))
    sql(
      `INSERT INTO permissions VALUES (?, ?, ?, ?, 'asked', ?, ?) ON CONFLICT DO UPDATE SET asked_at ` +
        `= excluded.asked_at, run_id = excluded.run_id WHERE decision = 'asked'`,
    ).run(threadId, rule, label, allowable ? 1 : 0, now, runId)
  if (turn.refused.length > 0)
    sql(
      `DELETE FROM permissions WHERE thread_id = ? AND decision = 'asked' AND rule NOT IN (SELECT ` +
        `rule FROM permissions WHERE thread_id = ? AND decision = 'asked' ORDER BY asked_at DESC, ` +
        'rule LIMIT ?)',
    ).run(threadId, threadId, QUESTIONS_KEPT)
  for (const rule of turn.usedRules)
    sql(`DELETE FROM permissions WHERE thread_id = ? AND rule = ? AND decision = 'once'`).run(threadId, rule)
  if (conversation.session === null) sql('DELETE FROM sessions WHERE thread_id = ?').run(threadId)
  else if (conversation.session !== 'keep') {
    const { runner, id, lastActivityAt, totals, resumed } = conversation.session
    const written = totals === null ? null : JSON.stringify(totals)
    // One that a person ended while it was being resumed stays ended.
    if (resumed === null)
      sql('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)').run(
        threadId,
        runner,
        id,
        lastActivityAt,
        written,
      )
    else
      sql(
        'UPDATE sessions SET session_id = ?, last_activity_at = ?, totals = ? WHERE thread_id = ? AND session_id = ?',
      ).run(id, lastActivityAt, written, threadId, resumed)
  }
  if (conversation.knowledge !== null) {
    const kind =
      sql('SELECT kind FROM runs WHERE id = ?').get(runId)?.['kind'] === 'message' ? 'answer' : 'report'
    sql('INSERT INTO knowledge (text, kind, thread_id, run_id, at) VALUES (?, ?, ?, ?, ?)').run(
      conversation.knowledge,
      kind,
      threadId,
      runId,
      now,
    )
  }
}

/**
 * A message, or a heartbeat that had something to say: its place is when it was written or reported, then
 * its id.
 */
const TALK = `
  SELECT r.id, r.kind, r.message, r.sender, r.enqueued_at AS at, r.finished_at, r.outcome, r.summary, r.reply, r.report, r.runner, s.name AS sender_name, d.attachments
  FROM runs r LEFT JOIN run_details d ON d.run_id = r.id LEFT JOIN threads s ON r.sender = CAST(s.number AS TEXT)
  WHERE r.thread_id = ? AND (r.kind = 'message' OR r.report IS NOT NULL) AND (r.enqueued_at, r.id) < (?, ?)
  ORDER BY r.enqueued_at DESC, r.id DESC LIMIT ?`

const END_STATE: Partial<Record<RunOutcome, ConversationEntry['state']>> = {
  broken: 'failed',
  blocked: 'failed',
  stopped: 'stopped',
  skipped: 'stopped',
  interrupted: 'interrupted',
}

function toEntry(row: Row): ConversationEntry {
  const isMessage = row['kind'] === 'message'
  const outcome = row['outcome'] as RunOutcome | null
  const sender = text(row['sender']) ?? 'user'
  const reply = String(row['reply'])
  return {
    id: String(row['id']),
    kind: isMessage ? 'message' : 'report',
    at: Number(isMessage ? row['at'] : (row['finished_at'] ?? row['at'])),
    from: isMessage ? sender : 'agent',
    fromName: !isMessage
      ? String(row['runner'])
      : sender === 'user'
        ? 'You'
        : (text(row['sender_name']) ?? `Thread ${sender}`),
    text: String(isMessage ? row['message'] : row['report']),
    state: !isMessage ? 'reported' : outcome === null ? 'running' : (END_STATE[outcome] ?? 'answered'),
    hold: null,
    reply: isMessage && outcome !== null ? reply : null,
    repliedAt: isMessage && row['finished_at'] !== null ? Number(row['finished_at']) : null,
    runId: row['id'] as RunId,
    outcome,
    summary: text(row['summary']),
    attachments: row['attachments'] == null ? [] : json<Attachment[]>(row['attachments']),
  }
}

export function agentVerbs({ sql, verb, spent }: Connection): AgentVerbs {
  return {
    spentVersion: () => spent.version,
    spentSince: (at) =>
      sql('SELECT * FROM spent WHERE started_at >= ? ORDER BY started_at')
        .all(at)
        .map(
          (r): Spent => ({
            threadId: r['thread_id'] as ThreadId,
            runner: String(r['runner']),
            billing: r['billing'] as Spent['billing'],
            startedAt: Number(r['started_at']),
            tokens: Number(r['tokens']),
            usd: Number(r['usd']),
          }),
        ),
    addStart: (runner, billing, turn, now) =>
      verb((touch) => {
        touch('all')
        spent.version++
        sql(`INSERT INTO spent VALUES ('', '', ?, ?, ?, ?, ?)`).run(
          runner,
          billing,
          now,
          turn?.usage == null ? 0 : tokensOf(turn.usage),
          turn?.costUsd ?? 0,
        )
      }),
    savedSince: (at) =>
      sql(`SELECT thread_id, started_at FROM runs WHERE started_at >= ? AND outcome = 'unchanged'`)
        .all(at)
        .map((r) => ({ threadId: r['thread_id'] as ThreadId, at: Number(r['started_at']) })),
    session(threadId) {
      const row = sql('SELECT * FROM sessions WHERE thread_id = ?').get(threadId)
      return row === undefined
        ? null
        : {
            runner: String(row['runner']),
            id: String(row['session_id']),
            lastActivityAt: Number(row['last_activity_at']),
            totals: jsonOrNull<SessionTotals>(row['totals']),
          }
    },
    forgetSession: (threadId) =>
      verb((touch) => {
        sql('DELETE FROM sessions WHERE thread_id = ?').run(threadId)
        touch(threadId)
      }),
    gateMarks: (threadId) =>
      Object.fromEntries(
        sql('SELECT tier, mark FROM gate_marks WHERE thread_id = ?')
          .all(threadId)
          .map((r) => [r['tier'] as Tier, json<GateMark>(r['mark'])]),
      ),

    permissions: (threadId) =>
      sql('SELECT * FROM permissions WHERE thread_id = ? ORDER BY asked_at DESC, rule')
        .all(threadId)
        .map((r) => ({
          rule: String(r['rule']),
          label: String(r['label']),
          allowable: r['allowable'] === 1,
          decision: r['decision'] as 'asked' | PermissionDecision,
          askedAt: Number(r['asked_at']),
          runId: r['run_id'] as RunId | null,
        })),
    decidePermission: (threadId, rule, decision) =>
      verb((touch) => {
        touch(threadId)
        return (
          Number(
            sql(
              `UPDATE permissions SET decision = ? WHERE thread_id = ? AND rule = ? AND (allowable = 1 OR ? = 'never')`,
            ).run(decision, threadId, rule, decision).changes,
          ) > 0
        )
      }),
    permissionsWanted: (threadId) =>
      Number(
        sql(`SELECT count(*) AS n FROM permissions WHERE thread_id = ? AND decision = 'asked'`).get(
          threadId,
        )?.['n'] ?? 0,
      ),
    decidedRules(threadId) {
      const rows = sql(
        `SELECT rule, decision FROM permissions WHERE thread_id = ? AND decision != 'asked' ORDER BY rule`,
      ).all(threadId)
      const of = (decision: PermissionDecision): readonly string[] =>
        rows.filter((r) => r['decision'] === decision).map((r) => String(r['rule']))
      return { once: of('once'), always: of('always'), never: of('never') }
    },

    lastReport(threadId, since) {
      const row = sql(
        `SELECT r.id, r.finished_at, r.report, t.report_told FROM runs r JOIN threads t ON t.id = r.thread_id
         WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.report IS NOT NULL AND r.finished_at >= ? ORDER BY r.started_at DESC, r.id DESC LIMIT 1`,
      ).get(threadId, since)
      return row === undefined
        ? null
        : {
            runId: row['id'] as RunId,
            at: Number(row['finished_at']),
            text: String(row['report']),
            told: row['report_told'] === row['id'],
          }
    },
    noteReportTold: (threadId, runId) =>
      verb(() => void sql('UPDATE threads SET report_told = ? WHERE id = ?').run(runId, threadId)),

    conversation(threadId, before, limit) {
      const [at, id] =
        before === undefined
          ? [Number.MAX_SAFE_INTEGER, '']
          : [Number(before.split('/')[0]), before.split('/')[1] ?? '']
      const rows = sql(TALK).all(threadId, at, id, limit + 1)
      const oldest = rows[limit - 1]
      return {
        entries: rows.slice(0, limit).map(toEntry).reverse(),
        next: rows.length > limit && oldest !== undefined ? `${oldest['at']}/${oldest['id']}` : null,
      }
    },
    messageOf(runId) {
      const row = sql(
        `SELECT thread_id, message, sender, outcome FROM runs WHERE id = ? AND kind = 'message'`,
      ).get(runId)
      return row === undefined
        ? null
        : {
            threadId: row['thread_id'] as ThreadId,
            text: String(row['message']),
            sender: text(row['sender']) ?? 'user',
            outcome: row['outcome'] as RunOutcome | null,
          }
    },
    sentSince: (from, at) =>
      Number(
        sql(
          'SELECT (SELECT count(*) FROM runs WHERE sender = ? AND enqueued_at >= ?) + (SELECT ' +
            'count(*) FROM queue_items WHERE sender = ? AND enqueued_at >= ?) AS n',
        ).get(from, at, from, at)?.['n'] ?? 0,
      ),

    learnNotes: (threadId, notes, now) =>
      verb(() => {
        const known = sql(`SELECT text FROM knowledge WHERE thread_id = ? AND kind = 'note'`).get(threadId)
        if ((known === undefined ? '' : String(known['text'])) === notes.trim()) return
        sql(`DELETE FROM knowledge WHERE thread_id = ? AND kind = 'note'`).run(threadId)
        if (notes.trim() !== '')
          sql(`INSERT INTO knowledge (text, kind, thread_id, at) VALUES (?, 'note', ?, ?)`).run(
            notes.trim(),
            threadId,
            now,
          )
      }),
    search(wanted, limit) {
      // Words only: what a model writes is no query language, and must not be one.
      const words = [...wanted.matchAll(/[\p{L}\p{N}_]+/gu)].map(([w]) => `"${w}"`).slice(0, 20)
      if (words.length === 0) return []
      return sql(
        `SELECT kind, thread_id, at, snippet(knowledge, 0, '', '', ' … ', 40) AS excerpt FROM ` +
          'knowledge WHERE knowledge MATCH ? AND thread_id IN (SELECT id FROM threads WHERE trusted_at ' +
          'IS NOT NULL) ORDER BY rank LIMIT ?',
      )
        .all(words.join(' OR '), limit)
        .map(
          (r): Found => ({
            kind: r['kind'] as Found['kind'],
            threadId: r['thread_id'] as ThreadId,
            at: Number(r['at']),
            excerpt: String(r['excerpt']),
          }),
        )
    },
  }
}
