import { holdBack } from './archive.ts'
import { FIGURES_ANEW, PAST, THREAD_GONE } from './history/clear.ts'
import type { Database } from './connection/driver.ts'
import { atomically } from './connection/transaction.ts'

/** How a thread of an archive relates to those that are here. */
interface ThreadMatch {
  readonly id: string // there
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly runs: number
  readonly lastRunAt: number | null
  readonly executes: readonly string[] | null
  readonly trusted: boolean
  /** The thread here with the same id or the same folder; null: none. */
  readonly mine: {
    readonly id: string
    readonly number: number
    readonly name: string
    readonly runs: number
    readonly lastRunAt: number | null
  } | null
  readonly state: 'new' | 'same' | 'conflict'
  readonly differences: readonly string[] // what is not the same, in words
}
export type MergeChoice = 'mine' | 'theirs' | 'both'

const CONFIGURATION: Readonly<Record<string, string>> = {
  name: 'name',
  repo_path: 'folder',
  agent: 'agent',
  interval_ms: 'pace',
  active_hours: 'active hours',
  daily_at: 'daily time',
  session_mode: 'session',
  gate_mode: 'gate',
  sources: 'sources',
  delivery: 'what is shown',
}

/** Both databases have the newest schema. */
export function compareThreads(mine: Database | null, theirs: Database): readonly ThreadMatch[] {
  const runsOf = (db: Database, id: string): { runs: number; lastRunAt: number | null } => {
    const row = db
      .prepare('SELECT count(*) AS n, max(started_at) AS last FROM runs WHERE thread_id = ?')
      .get(id)
    return { runs: Number(row?.['n'] ?? 0), lastRunAt: row?.['last'] == null ? null : Number(row['last']) }
  }
  return theirs
    .prepare('SELECT * FROM threads ORDER BY number')
    .all()
    .map((their) => {
      const id = String(their['id'])
      const here = mine
        ?.prepare('SELECT * FROM threads WHERE id = ? OR repo_path = ? ORDER BY id = ? DESC LIMIT 1')
        .get(id, their['repo_path']!, id)
      const theirRuns = runsOf(theirs, id)
      const agent = JSON.parse(String(their['agent'])) as { argv?: unknown; program?: unknown }
      const base = {
        id,
        number: Number(their['number']),
        name: String(their['name']),
        repoPath: String(their['repo_path']),
        ...theirRuns,
        trusted: their['trusted_at'] !== null,
        executes: Array.isArray(agent.argv)
          ? agent.argv.map(String)
          : typeof agent.program === 'string'
            ? [agent.program]
            : null,
      }
      if (mine === null || here === undefined) return { ...base, mine: null, state: 'new', differences: [] }
      const myRuns = runsOf(mine, String(here['id']))
      const known = new Set(
        mine
          .prepare('SELECT id FROM runs WHERE thread_id = ?')
          .all(String(here['id']))
          .map((r) => r['id']),
      )
      const extra = theirs
        .prepare('SELECT id FROM runs WHERE thread_id = ?')
        .all(id)
        .filter((r) => !known.has(r['id']!)).length
      const differences = [
        ...Object.entries(CONFIGURATION)
          .filter(([column]) => here[column] !== their[column])
          .map(([, word]) => word),
        ...(extra > 0 ? [extra === 1 ? '1 run that is not here' : `${extra} runs that are not here`] : []),
      ]
      return {
        ...base,
        mine: {
          id: String(here['id']),
          number: Number(here['number']),
          name: String(here['name']),
          ...myRuns,
        },
        state: differences.length === 0 ? 'same' : 'conflict',
        differences,
      }
    })
}

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
        const id = String(their['id'])
        const choice = chosen.get(id)
        if (choice === undefined || choice === 'mine') continue
        const here = db
          .prepare(
            'SELECT id, number FROM main.threads WHERE id = ? OR repo_path = ? ORDER BY id = ? DESC LIMIT 1',
          )
          .get(id, their['repo_path']!, id)
        if (here === undefined) {
          bring(db, id, id, null, keepTrust)
          counts.added++
        } else if (choice === 'theirs') {
          // Also one that only shares the folder: two threads never stand in one.
          for (const old of db
            .prepare('SELECT id FROM main.threads WHERE id = ? OR repo_path = ?')
            .all(id, their['repo_path']!))
            remove(db, String(old['id']))
          bring(db, id, id, Number(here['number']), keepTrust)
          counts.replaced++
        } else {
          rowsOf(db, id, String(here['id']), true)
          counts.joined++
        }
      }
      // Of the fleet, and so of no thread.
      db.exec('INSERT OR IGNORE INTO main.notes SELECT * FROM theirs.notes WHERE thread_id IS NULL')
      db.prepare(
        'UPDATE main.meta SET value = CAST(max(CAST(value AS INTEGER), (SELECT coalesce(max(number), ' +
          "1) + 1 FROM main.threads)) AS TEXT) WHERE key = 'next_thread_number'",
      ).run()
      const lost = db.prepare('PRAGMA main.foreign_key_check').get()
      if (lost !== undefined) throw new Error(`a row of ${String(lost['table'])} would belong to nothing`)
    })
  } finally {
    db.exec('DETACH theirs')
    db.exec('PRAGMA foreign_keys = ON')
  }
  return counts
}

/**
 * The thread itself and all that belongs to it. `number` null: its own where that is free, else the next.
 */
function bring(db: Database, id: string, as: string, number: number | null, keepTrust: boolean): void {
  const columns = columnsOf(db, 'threads').map(quoted).join(', ')
  const free =
    number ??
    (db
      .prepare('SELECT 1 FROM main.threads WHERE number = (SELECT number FROM theirs.threads WHERE id = ?)')
      .get(id) === undefined
      ? Number(db.prepare('SELECT number FROM theirs.threads WHERE id = ?').get(id)?.['number'])
      : Number(
          db
            .prepare(
              'SELECT coalesce(max(number), 1) + 1 AS n FROM (SELECT number FROM main.threads UNION ' +
                'ALL SELECT number FROM theirs.threads)',
            )
            .get()?.['n'],
        ))
  // By way of a number that nobody has.
  db.exec(
    `CREATE TEMP TABLE coming AS SELECT ${columns} FROM theirs.threads WHERE id = '${id.replaceAll("'", "''")}'`,
  )
  try {
    db.prepare('UPDATE temp.coming SET number = ?').run(free)
    if (db.prepare("SELECT 1 FROM main.threads WHERE role = 'master'").get() !== undefined)
      db.exec("UPDATE temp.coming SET role = 'worker'")
    db.exec(`INSERT INTO main.threads (${columns}) SELECT ${columns} FROM temp.coming`)
  } finally {
    db.exec('DROP TABLE temp.coming')
  }
  rowsOf(db, id, as, false)
  if (!keepTrust) holdBack(db, as)
}

/**
 * An archive that becomes the whole history: without what is to be left out, and without trust nothing of
 * it acts, sends or can be spoken to by who wrote it.
 */
export function takeWhole(
  db: Database,
  choices: Readonly<Record<string, MergeChoice>>,
  keepTrust: boolean,
): void {
  db.exec('PRAGMA foreign_keys = ON')
  atomically(db, () => {
    for (const row of db.prepare('SELECT id FROM threads').all()) {
      const id = String(row['id'])
      if (choices[id] === 'mine') for (const statement of THREAD_GONE) db.prepare(statement).run(id)
      else if (!keepTrust) holdBack(db, id)
    }
    db.exec('UPDATE threads SET remove_at = NULL') // it was being removed there, and could be taken back
    if (keepTrust) return
    db.exec(
      "UPDATE webhook_targets SET target = json_set(target, '$.enabled', json('false')); DELETE FROM " +
        "meta WHERE key = 'webhook_token'",
    )
  })
}

/**
 * What was allowed and put off, what waits, and which text of HEARTBEAT.md is the newest is not taken along
 * when histories are joined: it belongs to the configuration that is kept.
 */
const NOT_JOINED =
  /^(approvals|permissions|queue_items|jobs|job_runs|sessions|tier_state|gate_marks|known_tasks|events|wakes|thread_mutes|beat_troubles|playbook_versions)$/
/**
 * Of these only what is over: what ran when the archive was written runs nowhere any more, and what stood
 * then may stand here as news of its own, or be gone.
 */
const JOINED_PART: Readonly<Record<string, string>> = {
  runs: ' AND outcome IS NOT NULL',
  alerts: ' AND resolved_at IS NOT NULL',
}

function rowsOf(db: Database, id: string, as: string, isJoin: boolean): void {
  for (const { table, where } of belongings(db)) {
    if (isJoin && NOT_JOINED.test(table)) continue
    const columns = columnsOf(db, table)
    const names = columns.map(quoted).join(', ')
    const taken = columns.map((c) => (c === 'thread_id' ? '?' : quoted(c))).join(', ')
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
        "name NOT LIKE 'sqlite_%' AND name <> 'threads' ORDER BY name",
    )
    .all()
    .map((r) => String(r['name']))
  const found = tables.flatMap((table) => {
    const columns = columnsOf(db, table)
    if (/^history/.test(table)) return [] // kept by triggers, as runs and due times come and go
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

/** Without the number that SQLite itself counts up: it names another row elsewhere. */
function columnsOf(db: Database, table: string): readonly string[] {
  const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
  const keys = columns.filter((c) => Number(c['pk']) > 0)
  const counted =
    keys.length === 1 && String(keys[0]?.['type']).toUpperCase() === 'INTEGER'
      ? String(keys[0]?.['name'])
      : null
  return columns.map((c) => String(c['name'])).filter((name) => name !== counted)
}

export const hasThreads = (db: Database): boolean => db.prepare('SELECT 1 FROM threads').get() !== undefined

/**
 * The history of all threads goes. Threads, their settings, stamps and what was spent stay. The database
 * has the newest schema.
 */
export function clearHistory(db: Database): void {
  atomically(db, () => {
    for (const statement of [...PAST('true'), ...FIGURES_ANEW]) db.exec(statement)
    // Deleted words stay in the indexes of a search until their parts are merged.
    for (const index of ['knowledge', 'history_words'])
      db.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
  })
  db.exec('VACUUM')
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
