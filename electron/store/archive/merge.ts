import { columnsOf, quoted } from './catalog.ts'
import type { Database, Row } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { SETTLE } from '../schema/history-later.ts'
import { holdBack } from './hold-back.ts'

export type MergeChoice = 'mine' | 'theirs' | 'both'

/**
 * Brings threads of an attached file over, in one transaction; doing it again changes nothing. 'theirs'
 * replaces the thread here with its history; 'both' keeps its settings and adds their history. Throws when
 * a row would refer to nothing; then nothing has changed.
 */
export function mergeThreads(
  db: Database,
  file: string,
  chosen: ReadonlyMap<string, MergeChoice>,
  keepTrust: boolean,
): { readonly added: number; readonly replaced: number; readonly joined: number } {
  const counts = { added: 0, replaced: 0, joined: 0 }
  db.exec('PRAGMA foreign_keys = OFF')
  db.prepare('ATTACH ? AS theirs').run(file)
  try {
    atomically(db, () => {
      for (const their of db
        .prepare('SELECT id, repo_path, number FROM theirs.threads ORDER BY number')
        .all()) {
        const choice = chosen.get(String(their['id']))
        if (choice !== undefined && choice !== 'mine') counts[mergeThread(db, their, choice, keepTrust)]++
      }
      // Of the fleet, and so of no thread.
      db.exec('INSERT OR IGNORE INTO main.notes SELECT * FROM theirs.notes WHERE thread_id IS NULL')
      db.exec(NEXT_NUMBER)
      for (const statement of SETTLE) db.exec(statement)
      const lost = db.prepare('PRAGMA main.foreign_key_check').get()
      if (lost !== undefined) throw new Error(`a row of ${String(lost['table'])} would belong to nothing`)
    })
  } finally {
    db.exec('DETACH theirs')
    db.exec('PRAGMA foreign_keys = ON')
  }
  return counts
}

const NEXT_NUMBER = `
  UPDATE main.meta SET value = CAST(max(
    CAST(value AS INTEGER), (SELECT coalesce(max(number), 1) + 1 FROM main.threads)
  ) AS TEXT) WHERE key = 'next_thread_number'`

function mergeThread(
  db: Database,
  their: Row,
  choice: 'theirs' | 'both',
  keepTrust: boolean,
): 'added' | 'replaced' | 'joined' {
  const id = String(their['id'])
  const here = db
    .prepare('SELECT id, number FROM main.threads WHERE id = ? OR repo_path = ? ORDER BY id = ? DESC LIMIT 1')
    .get(id, their['repo_path']!, id)
  if (here === undefined) {
    bring(db, id, freeNumber(db, id), keepTrust)
    return 'added'
  }
  if (choice === 'both') {
    rowsOf(db, id, String(here['id']), true)
    return 'joined'
  }
  // Also one that only shares the folder: two threads never stand in one.
  for (const old of db
    .prepare('SELECT id FROM main.threads WHERE id = ? OR repo_path = ?')
    .all(id, their['repo_path']!))
    remove(db, String(old['id']))
  bring(db, id, Number(here['number']), keepTrust)
  return 'replaced'
}

/** The number a thread has there, where it is free here; else the next. The master's is not while there is one. */
function freeNumber(db: Database, id: string): number {
  const { number, taken } = db
    .prepare(
      `SELECT number, number IN (SELECT number FROM main.threads)
          OR (number = 1 AND EXISTS (SELECT 1 FROM main.threads WHERE role = 'master')) AS taken
        FROM theirs.threads WHERE id = ?`,
    )
    .get(id)!
  if (Number(taken) === 0) return Number(number)
  const next = db
    .prepare(
      `SELECT coalesce(max(number), 1) + 1 AS n
        FROM (SELECT number FROM main.threads UNION ALL SELECT number FROM theirs.threads)`,
    )
    .get()
  return Number(next?.['n'])
}

/** The thread itself and all that belongs to it. */
function bring(db: Database, id: string, number: number, keepTrust: boolean): void {
  const columns = columnsOf(db, 'threads').map(quoted).join(', ')
  // By way of a number that nobody has.
  db.exec(
    `CREATE TEMP TABLE coming AS SELECT ${columns} FROM theirs.threads WHERE id = '${id.replaceAll("'", "''")}'`,
  )
  try {
    db.prepare('UPDATE temp.coming SET number = ?').run(number)
    if (db.prepare("SELECT 1 FROM main.threads WHERE role = 'master'").get() !== undefined)
      db.exec("UPDATE temp.coming SET role = 'worker'")
    db.exec(`INSERT INTO main.threads (${columns}) SELECT ${columns} FROM temp.coming`)
  } finally {
    db.exec('DROP TABLE temp.coming')
  }
  rowsOf(db, id, id, false)
  if (!keepTrust) holdBack(db, id)
}

/**
 * What was allowed and put off, what waits, and which text of HEARTBEAT.md is the newest is not taken along
 * when histories are joined: it belongs to the configuration that is kept.
 */
const NOT_JOINED =
  /^(approvals|permissions|queue_items|jobs|job_runs|sessions|tier_state|gate_marks|known_tasks|work_claims|events|wakes|thread_mutes|beat_troubles|playbook_versions|trial_consents|backtests|suggestions|suspect_lines|suggestions_told|attempts|attempts_pending|interventions|daily_interventions|metrics)$/
/**
 * Of these only what is over: what ran when the archive was written runs nowhere any more, and what stood
 * then may stand here as news of its own, or be gone.
 */
const JOINED_PART: Readonly<Record<string, string>> = {
  runs: ' AND outcome IS NOT NULL',
  alerts: ' AND resolved_at IS NOT NULL',
}

/** A command that may be run again is one that was run here: none comes out of a file. */
function takenAs(column: string): string {
  if (column === 'thread_id') return '?'
  return column === 'again' ? 'NULL' : quoted(column)
}

function rowsOf(db: Database, id: string, as: string, isJoin: boolean): void {
  for (const { table, where } of belongings(db)) {
    if (isJoin && NOT_JOINED.test(table)) continue
    const columns = columnsOf(db, table)
    const names = columns.map(quoted).join(', ')
    const taken = columns.map(takenAs).join(', ')
    const before = columns.includes('thread_id') ? [as] : []
    const part = (isJoin && JOINED_PART[table]) || ''
    db.prepare(
      `INSERT OR IGNORE INTO main.${quoted(table)} (${names}) SELECT ${taken} FROM ` +
        `theirs.${quoted(table)} WHERE ${where}${part} EXCEPT SELECT ${names} FROM main.${quoted(table)}`,
    ).run(...before, id)
  }
}

function remove(db: Database, id: string): void {
  for (const { table, where } of [...belongings(db)].reverse())
    if (table !== 'spent')
      db.prepare(`DELETE FROM main.${quoted(table)} WHERE ${where.replaceAll('theirs.', 'main.')}`).run(id)
  db.prepare('DELETE FROM main.threads WHERE id = ?').run(id)
}

/**
 * Tables whose rows belong to a thread, by name of their columns, also those of a later schema. Those that
 * hang on runs and jobs come after them.
 */
function belongings(db: Database): readonly { readonly table: string; readonly where: string }[] {
  const tables = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND " +
        "name NOT GLOB 'sqlite_*' AND name <> 'threads' ORDER BY name",
    )
    .all()
    .map((r) => String(r['name']))
  const found = tables.flatMap((table) => {
    const columns = columnsOf(db, table)
    // kept by triggers, as runs and due times come and go; what one machine tells others is no other machine's
    if (/^(history|hub_)/.test(table)) return []
    if (columns.includes('thread_id'))
      // what a run cost is read when the run comes
      return [{ table, where: 'thread_id = ?', order: table === 'spent' ? -1 : 0 }]
    if (columns.includes('job_id'))
      return [{ table, where: 'job_id IN (SELECT id FROM theirs.jobs WHERE thread_id = ?)', order: 1 }]
    if (columns.includes('run_id'))
      return [{ table, where: 'run_id IN (SELECT id FROM theirs.runs WHERE thread_id = ?)', order: 1 }]
    return []
  })
  return found.sort((a, b) => a.order - b.order)
}
