import type { Database } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { forgetCommands } from './hold-back.ts'
import { withoutHub } from './without-hub.ts'

/**
 * Makes a copy of a backup fit to stand in for a history that cannot be opened. What waited then may have
 * been done since, so nothing of it is done again; jobs rest. What executes is only what the damaged
 * history says as well: `damaged` null, or a table of it that is not sound, and nothing is trusted or
 * allowed. Returns how many threads are not trusted any more.
 */
export function settleStandIn(db: Database, damaged: Database | null): number {
  const now = {
    threads: soundRows(
      damaged,
      'threads',
      'SELECT id, repo_path, agent, trusted_at FROM threads WHERE trusted_at IS NOT NULL',
      ['id', 'repo_path', 'agent', 'trusted_at'],
    ),
    approvals: soundRows(damaged, 'approvals', 'SELECT thread_id, hash FROM approvals', [
      'thread_id',
      'hash',
    ]),
    permissions: soundRows(
      damaged,
      'permissions',
      "SELECT thread_id, rule FROM permissions WHERE decision = 'always'",
      ['thread_id', 'rule'],
    ),
  }
  return atomically(db, () => {
    db.exec(`DELETE FROM queue_items; DELETE FROM deliveries; DELETE FROM events WHERE state IN ('waiting', 'shown');
      UPDATE runs SET outcome = 'interrupted', finished_at = started_at, duration_ms = 0, fault_code = 'engine.lost', fault_message = 'it ran when this backup was made', summary = 'It ran when this backup was made.' WHERE outcome IS NULL;
      UPDATE jobs SET pause = '{"by":"person","at":0}', next_due_at = NULL WHERE pause IS NULL;
      UPDATE tier_state SET mirrored = 1; -- the file may have newer times by now
      UPDATE threads SET agent = json_set(agent, '$.bypassUntil', json('null')) WHERE json_extract(agent, '$.bypassUntil') IS NOT NULL;
      DELETE FROM permissions WHERE decision = 'once'`)
    withoutHub(db)
    forgetCommands(db)
    let distrusted = 0
    for (const row of db
      .prepare('SELECT id, repo_path, agent, trusted_at FROM threads WHERE trusted_at IS NOT NULL')
      .all()) {
      if (now.threads.has(keyOf(Object.values(row)))) continue
      db.prepare('UPDATE threads SET trusted_at = NULL WHERE id = ?').run(row['id']!)
      distrusted++
    }
    for (const row of db.prepare('SELECT thread_id, hash FROM approvals').all())
      if (!now.approvals.has(keyOf(Object.values(row))))
        db.prepare('DELETE FROM approvals WHERE thread_id = ? AND hash = ?').run(
          row['thread_id']!,
          row['hash']!,
        )
    for (const row of db.prepare("SELECT thread_id, rule FROM permissions WHERE decision = 'always'").all())
      if (!now.permissions.has(keyOf(Object.values(row))))
        db.prepare('DELETE FROM permissions WHERE thread_id = ? AND rule = ?').run(
          row['thread_id']!,
          row['rule']!,
        )
    return distrusted
  })
}

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.map(String))

/** Rows of a table every page of which is sound; of any other none. */
function soundRows(
  db: Database | null,
  table: string,
  query: string,
  columns: readonly string[],
): ReadonlySet<string> {
  try {
    if (
      db === null ||
      String(db.prepare(`PRAGMA integrity_check(${table})`).get()?.['integrity_check']) !== 'ok'
    )
      return new Set()
    return new Set(
      db
        .prepare(query)
        .all()
        .map((row) => keyOf(columns.map((c) => row[c]))),
    )
  } catch {
    return new Set()
  }
}
