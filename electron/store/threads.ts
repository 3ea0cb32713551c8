import { LOCAL_CHECKS } from '../../shared/agents/agent-config.ts'
import { FOREVER } from '../../shared/alerts/alert.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MAX_BACKOFF_MS, phaseFor } from '../../shared/schedule/schedule.ts'
import type { Thread } from '../../shared/threads/thread.ts'
import { MAX_SNOOZE_MS, NEVER_RUN, type Tier, type TierState } from '../../shared/schedule/tier.ts'
import type { ThreadPatch } from '../engine/ports/records.ts'
import type { Verbs } from './verbs.ts'
import { PAST, THREAD_GONE } from './clear.ts'
import type { Connection } from './connection/connection.ts'
import type { Row, SqlValue } from './connection/driver.ts'
import { toThread, toTierTimes } from './rows.ts'

type ThreadVerbs = Pick<
  Verbs,
  | 'threads'
  | 'dueThreads'
  | 'nextDueAt'
  | 'clampFuture'
  | 'thread'
  | 'addThread'
  | 'changeThread'
  | 'snoozeTier'
  | 'removeThread'
  | 'clearHistory'
  | 'tierCosts'
  | 'approvals'
  | 'setApproval'
  | 'clearApprovals'
  | 'meta'
  | 'setMeta'
>

/** Column of each changeable field, and how its value is written. */
const COLUMNS: {
  readonly [K in keyof Required<ThreadPatch>]: readonly [string, (value: never) => SqlValue]
} = {
  name: ['name', (v: string) => v],
  repoPath: ['repo_path', (v: string) => v],
  agent: ['agent', (v: unknown) => JSON.stringify(v)],
  intervalMs: ['interval_ms', (v: number) => v],
  activeHours: ['active_hours', (v: unknown) => (v === null ? null : JSON.stringify(v))],
  dailyAt: ['daily_at', (v: string | null) => v],
  trustedAt: ['trusted_at', (v: number | null) => v],
  pause: ['pause', (v: unknown) => (v === null ? null : JSON.stringify(v))],
  phaseMs: ['phase_ms', (v: number) => v],
  nextDueAt: ['next_due_at', (v: number | null) => v],
  scheduleProblem: ['schedule_problem', (v: string | null) => v],
  failures: ['failures', (v: number) => v],
  session: ['session_mode', (v: string) => v],
  gate: ['gate_mode', (v: string) => v],
  sources: ['sources', (v: unknown) => JSON.stringify(v)],
  delivery: ['delivery', (v: unknown) => JSON.stringify(v)],
  config: ['config', (v: unknown) => (v === null ? null : JSON.stringify(v))],
  activeAt: ['active_at', (v: number) => v],
  tags: ['tags', (v: unknown) => JSON.stringify(v)],
  pinned: ['pinned', (v: boolean) => (v ? 1 : 0)],
  removeAt: ['remove_at', (v: number | null) => v],
}

/** For so many threads their own rows are read; for more, all of them at once. */
const FEW_ROWS = 8

export function threadVerbs({ sql, verb, spent, beats, threads }: Connection): ThreadVerbs {
  const meta = (key: string): string | null => {
    const row = sql('SELECT value FROM meta WHERE key = ?').get(key)
    return row === undefined ? null : String(row['value'])
  }
  const remember = (read: readonly Thread[]): readonly Thread[] => {
    for (const thread of read) threads.byId.set(thread.id, thread)
    return read
  }
  const setMeta = (key: string, value: string): void => {
    sql('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(key, value)
  }
  const withTiers = (rows: readonly Row[]): readonly Thread[] => {
    const states = new Map<string, TierState>()
    const few = rows.length <= FEW_ROWS
    for (const row of few
      ? rows.flatMap((r) => sql('SELECT * FROM tier_state WHERE thread_id = ?').all(String(r['id'])))
      : sql('SELECT * FROM tier_state').all()) {
      const id = String(row['thread_id'])
      states.set(id, { ...(states.get(id) ?? NEVER_RUN), [String(row['tier'])]: toTierTimes(row) })
    }
    return rows.map((row) => toThread(row, states.get(String(row['id'])) ?? NEVER_RUN))
  }

  function readOne(id: ThreadId): Thread | null {
    const known = threads.byId.get(id)
    if (known !== undefined) return known
    const row = sql('SELECT * FROM threads WHERE id = ?').get(id)
    return row === undefined ? null : remember(withTiers([row]))[0]!
  }
  function readAll(): readonly Thread[] {
    threads.stale.clear()
    return remember(withTiers(sql('SELECT * FROM threads ORDER BY number').all()))
  }
  /** Of many threads one moves at a time: only that one is read again. */
  function mended(all: readonly Thread[]): readonly Thread[] {
    const moved = new Set(threads.stale)
    threads.stale.clear()
    const fresh = new Map([...moved].flatMap((id) => readOne(id) ?? []).map((t) => [t.id, t]))
    const kept = all.flatMap((t) => (moved.has(t.id) ? (fresh.get(t.id) ?? []) : t))
    for (const t of kept) fresh.delete(t.id)
    return fresh.size === 0 ? kept : [...kept, ...fresh.values()].sort((a, b) => a.number - b.number)
  }

  return {
    threads: () =>
      (threads.all =
        threads.all === null || threads.stale.size > FEW_ROWS
          ? readAll()
          : threads.stale.size === 0
            ? threads.all
            : mended(threads.all)),
    dueThreads: (now) =>
      withTiers(
        sql(
          `SELECT * FROM threads WHERE next_due_at <= ? OR json_extract(pause, '$.until') <= ? ORDER BY number`,
        ).all(now, now),
      ),
    nextDueAt: () => {
      const at = sql('SELECT min(next_due_at) AS at FROM threads').get()?.['at']
      return at == null ? null : Number(at)
    },
    clampFuture: (now) =>
      verb((touch) => {
        touch('all')
        sql('UPDATE tier_state SET last_done_at = ? WHERE last_done_at > ?').run(now, now)
        sql('UPDATE tier_state SET snoozed_until = ?1 + ?2 WHERE snoozed_until > ?1 + ?2').run(
          now,
          MAX_SNOOZE_MS,
        )
        sql('UPDATE deliveries SET next_at = ? WHERE next_at > ?').run(now, now)
        // The newest beats of a thread are those that started last.
        sql('UPDATE runs SET started_at = ?1 WHERE started_at > ?1').run(now)
        sql('UPDATE beat_troubles SET at = ?1 WHERE at > ?1').run(now)
        sql(`UPDATE incidents SET raised_at = min(raised_at, ?1), resolved_at = min(resolved_at, ?1),
               members = (SELECT json_group_array(json_set(value, '$.lastFailedAt', min(json_extract(value, '$.lastFailedAt'), ?1))) FROM json_each(incidents.members))
             WHERE raised_at > ?1 OR resolved_at > ?1 OR EXISTS (SELECT 1 FROM json_each(incidents.members) WHERE json_extract(value, '$.lastFailedAt') > ?1)`).run(
          now,
        )
        sql(
          'UPDATE alerts SET snoozed_until = ?1 + ?2 WHERE snoozed_until > ?1 + ?2 AND snoozed_until < ?3',
        ).run(now, MAX_SNOOZE_MS, FOREVER)
        sql('UPDATE thread_mutes SET until = ?1 + ?2 WHERE until > ?1 + ?2 AND until < ?3').run(
          now,
          MAX_SNOOZE_MS,
          FOREVER,
        )
        // Due times that the clock will show again: what was decided about them then must not keep them
        // from happening now.
        sql(`DELETE FROM job_runs WHERE due_at > ? AND state NOT IN ('waiting', 'running')`).run(now)
        sql('UPDATE spent SET started_at = ? WHERE started_at > ?').run(now, now)
        sql('UPDATE sessions SET last_activity_at = ? WHERE last_activity_at > ?').run(now, now)
        spent.version++
        beats.clear()
        // What was queued in the future was queued now, and keeps its delay; no delay is longer than the
        // longest backoff.
        sql(
          'UPDATE queue_items SET not_before = min(not_before - max(0, enqueued_at - ?1), ?1 + ?2), ' +
            'enqueued_at = min(enqueued_at, ?1) WHERE enqueued_at > ?1 OR not_before > ?1',
        ).run(now, MAX_BACKOFF_MS)
      }),
    thread: readOne,
    addThread: (thread) =>
      verb((touch) => {
        if (sql('SELECT 1 FROM threads WHERE repo_path = ?').get(thread.repoPath) !== undefined)
          return 'exists'
        // Numbers are never used twice: people and prompts know threads by them.
        const number = Number(meta('next_thread_number'))
        setMeta('next_thread_number', String(number + 1))
        sql(
          `INSERT INTO threads (id, number, name, repo_path, role, agent, interval_ms, trusted_at, phase_ms, created_at, active_at)
           VALUES (?, ?, ?, ?, 'worker', ?, ?, ?, ?, ?, ?)`,
        ).run(
          thread.id,
          number,
          thread.name,
          thread.repoPath,
          JSON.stringify(LOCAL_CHECKS),
          thread.intervalMs,
          thread.trustedAt,
          thread.intervalMs === 0 ? 0 : phaseFor(number, thread.intervalMs),
          thread.createdAt,
          thread.createdAt,
        )
        touch(thread.id)
        return withTiers(sql('SELECT * FROM threads WHERE id = ?').all(thread.id))[0]!
      }),
    changeThread: (id, change) =>
      verb((touch) => {
        for (const [field, value] of Object.entries(change)) {
          if (value === undefined) continue
          const [column, write] = COLUMNS[field as keyof ThreadPatch]
          sql(`UPDATE threads SET ${column} = ? WHERE id = ?`).run(write(value as never), id)
        }
        touch(id)
      }),
    snoozeTier: (id, tier, until) =>
      verb((touch) => {
        sql(
          'INSERT INTO tier_state (thread_id, tier, snoozed_until) VALUES (?, ?, ?) ON CONFLICT DO ' +
            'UPDATE SET snoozed_until = excluded.snoozed_until',
        ).run(id, tier, until)
        touch(id)
      }),
    removeThread: (id) =>
      verb((touch) => {
        for (const statement of THREAD_GONE) sql(statement).run(id)
        beats.delete(id)
        touch(id)
      }),

    clearHistory: (id) =>
      verb((touch) => {
        const cleared = Number(
          sql('SELECT count(*) AS n FROM runs WHERE thread_id = ? AND outcome IS NOT NULL').get(id)?.['n'],
        )
        for (const statement of PAST('thread_id = ?1')) sql(statement).run(id)
        touch(id)
        return cleared
      }),
    tierCosts: (id, since) =>
      sql(
        `SELECT json_extract(r.tiers, '$[#-1]') AS tier, count(*) AS runs, avg(r.duration_ms) AS ms, count(r.prompt) AS starts,
           sum((SELECT sum(s.usd) FROM spent s WHERE s.run_id = r.id AND s.billing = 'api')) AS usd
         FROM runs r WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.started_at >= ? AND r.duration_ms > 0 AND r.outcome NOT IN ('skipped', 'unchanged', 'stopped', 'interrupted') GROUP BY 1`,
      )
        .all(id, since)
        .flatMap((r) =>
          r['tier'] === null
            ? []
            : [
                {
                  tier: r['tier'] as Tier,
                  runs: Number(r['runs']),
                  averageMs: Number(r['ms']),
                  usd: r['usd'] === null ? null : Number(r['usd']) / Number(r['runs']),
                },
              ],
        ),

    approvals: (threadId) =>
      new Map(
        sql('SELECT hash, text, approved_at FROM approvals WHERE thread_id = ?')
          .all(threadId)
          .map((r) => [String(r['hash']), { approvedAt: Number(r['approved_at']), text: String(r['text']) }]),
      ),
    setApproval: (threadId: ThreadId, hash, text, approvedAt) =>
      verb((touch) => {
        if (approvedAt === null)
          sql('DELETE FROM approvals WHERE thread_id = ? AND hash = ?').run(threadId, hash)
        else
          sql('INSERT INTO approvals VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
            threadId,
            hash,
            text,
            approvedAt,
          )
        touch(threadId)
      }),

    clearApprovals: (threadId) =>
      verb((touch) => {
        sql('DELETE FROM approvals WHERE thread_id = ?').run(threadId)
        sql('DELETE FROM permissions WHERE thread_id = ?').run(threadId)
        touch(threadId)
      }),

    meta,
    setMeta: (key, value) =>
      verb((touch) => {
        touch('all')
        setMeta(key, value)
      }),
  }
}
