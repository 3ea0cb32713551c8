import { findSecret } from '../../shared/base/secret-text.ts'
import { loadDriver, type Database, type Driver, type Row, type SqlValue } from './connection/driver.ts'
import { MIGRATIONS } from './schema/schema.ts'
import { schemaVersion, strangeSchema } from './schema/version.ts'
import { atomically } from './connection/transaction.ts'

/** Where something was left out of an exported history, or looks as if it should have been. */
export interface Place {
  readonly table: string
  readonly row: string // its primary key
  readonly what: string // path inside the row, such as agent.env.API_KEY
}

/**
 * What happened and what was said: kept word for word. Every other table, also one of a later schema, is
 * looked through for secrets.
 */
const HISTORY =
  /^(runs|run_details|job_runs|slots|alerts|queue_items|spent|wakes|deliveries|pages|known_tasks|gate_marks|tier_state|events|playbook_versions|incidents|beat_troubles|history.*|knowledge.*|sqlite_.*)$/
/** The address of a webhook is a credential by itself. */
const isSecretField = (name: string): boolean =>
  /^url$|secret|passw|token|api_?key|credential|authorization/i.test(name)
const isEnvironment = (name: string): boolean => /^env(ironment)?$/i.test(name)

/**
 * A consistent copy in one file, whatever other connections do meanwhile. The new file has the process's
 * umask.
 */
export const copyTo = (db: Database, path: string): void => void db.prepare('VACUUM INTO ?').run(path)

const tablesOf = (db: Database): readonly string[] =>
  db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE " +
        "'sqlite_%' ORDER BY name",
    )
    .all()
    .map((r) => String(r['name']))

/** Rows of each table; a search index's inner tables are not counted. */
export const rowCounts = (db: Database): Record<string, number> =>
  Object.fromEntries(
    tablesOf(db).map((table) => [
      table,
      Number(db.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.['n']),
    ]),
  )

/** The threads as people may want to read them without SQLite. */
export function readableThreads(db: Database): readonly Record<string, unknown>[] {
  const value = (v: SqlValue): unknown => {
    const inside = typeof v === 'string' && /^[{[]/.test(v) ? parsed(v) : undefined
    return inside === undefined ? v : inside
  }
  return db
    .prepare('SELECT * FROM threads ORDER BY number')
    .all()
    .map((r) => Object.fromEntries(Object.entries(r).map(([k, v]) => [k, value(v)])))
}

/**
 * Empties secrets in a copy; where something was emptied, the file is to be rebuilt, for its pages can keep
 * scraps of what stood in them. `suspects`: what looks like a credential elsewhere in the configuration and
 * was kept.
 */
export function stripSecrets(db: Database): {
  readonly leftOut: readonly Place[]
  readonly suspects: readonly Place[]
} {
  const leftOut: Place[] = []
  const suspects: Place[] = []
  db.exec('PRAGMA secure_delete = ON')
  atomically(db, () => {
    for (const table of tablesOf(db)) {
      if (HISTORY.test(table)) continue
      const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table)
      const keys = columns
        .filter((c) => Number(c['pk']) > 0)
        .sort((a, b) => Number(a['pk']) - Number(b['pk']))
        .map((c) => String(c['name']))
      const where = keys.length === 0 ? ['rowid'] : keys
      for (const row of db
        .prepare(`SELECT ${keys.length === 0 ? 'rowid AS rowid, ' : ''}* FROM ${quoted(table)}`)
        .all()) {
        const place = (what: string): Place => ({
          table,
          row: where.map((k) => String(row[k])).join(' '),
          what,
        })
        const { changed, emptied, suspicious } = withoutSecrets(row)
        suspects.push(...suspicious.map(place))
        if (emptied.length === 0) continue
        leftOut.push(...emptied.map(place))
        const names = Object.keys(changed)
        db.prepare(
          `UPDATE ${quoted(table)} SET ${names.map((n) => `${quoted(n)} = ?`).join(', ')} WHERE ` +
            `${where.map((k) => `${quoted(k)} IS ?`).join(' AND ')}`,
        ).run(...names.map((n) => changed[n]!), ...where.map((k) => row[k]!))
      }
    }
  })
  return { leftOut, suspects }
}

/**
 * Columns of a configuration row whose content changes when secrets go: values of environments become '',
 * fields that are named as a secret become null, wherever they stand in its JSON; their names stay, so that
 * a person sees what to fill in.
 */
export function withoutSecrets(row: Row): {
  readonly changed: Row
  readonly emptied: readonly string[]
  readonly suspicious: readonly string[]
} {
  const changed: Row = {}
  const emptied: string[] = []
  const suspicious: string[] = []
  const clean = (value: unknown, path: string, isSecret: boolean, emptyAs: '' | null): unknown => {
    if (typeof value === 'string') {
      if (isSecret && value !== '') return emptied.push(path), emptyAs
      if (findSecret(value) !== null) suspicious.push(path)
      return value
    }
    if (Array.isArray(value)) return value.map((v, i) => clean(v, `${path}.${i}`, isSecret, emptyAs))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [
        k,
        clean(
          v,
          `${path}.${k}`,
          isSecret || isEnvironment(k) || isSecretField(k),
          isEnvironment(k) ? '' : emptyAs,
        ),
      ]),
    )
  }
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue
    // a table of keys and values
    const name = column === 'value' && typeof row['key'] === 'string' ? row['key'] : column
    const isSecret = isSecretField(name) || isEnvironment(name)
    const inside = /^[{["]/.test(value) ? parsed(value) : undefined
    const before = emptied.length
    const after =
      inside === undefined
        ? clean(value, name, isSecret, '')
        : JSON.stringify(clean(inside, name, isSecret, isEnvironment(name) ? '' : null))
    if (emptied.length > before) changed[column] = after as string
  }
  return { changed, emptied, suspicious }
}

/**
 * Why a database of somebody's archive is not taken over; null: it is whole, ours, and not newer. Nothing
 * of it is executed: no triggers or views of its own.
 */
export function copyProblem(
  db: Database,
  driver: Driver = loadDriver(),
  migrations: readonly string[] = MIGRATIONS,
): string | null {
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON')
  const verdict = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
  if (verdict !== 'ok') return `is damaged: ${verdict}`
  const strange = strangeSchema(db, migrations)
  if (strange !== null) return strange.text
  const version = schemaVersion(db)
  if (version < 1) return 'is no history of Threadbeat: it has no schema version'
  const blank = driver.open(':memory:')
  try {
    // as when a history is opened: else a rebuilt table would change what refers to it
    blank.exec('PRAGMA foreign_keys = OFF')
    for (const step of migrations.slice(0, version)) blank.exec(step)
    const [ours, theirs] = [schemaOf(blank), schemaOf(db)]
    const strange =
      [...theirs].find(([name, sql]) => ours.get(name) !== sql) ??
      [...ours].find(([name]) => !theirs.has(name))
    if (strange !== undefined) return `has another schema than Threadbeat's version ${version}: ${strange[0]}`
  } finally {
    blank.close()
  }
  const orphan = db.prepare('PRAGMA foreign_key_check').get()
  return orphan === undefined ? null : `is damaged: a row of ${String(orphan['table'])} belongs to nothing`
}

const schemaOf = (db: Database): Map<string, string | null> =>
  new Map(
    db
      .prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name")
      .all()
      .map((r) => [`${String(r['type'])} ${String(r['name'])}`, r['sql'] as string | null]),
  )

export interface ThreadPlace {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly trusted: boolean
  // the argument list of its own program; null: nothing but known runners and checks
  readonly executes: readonly string[] | null
}
export const threadPlaces = (db: Database): readonly ThreadPlace[] =>
  db
    .prepare('SELECT id, number, name, repo_path, trusted_at, agent FROM threads ORDER BY number')
    .all()
    .map((r) => ({
      id: String(r['id']),
      number: Number(r['number']),
      name: String(r['name']),
      repoPath: String(r['repo_path']),
      trusted: r['trusted_at'] !== null,
      executes: ownProgram(parsed(String(r['agent']))),
    }))

function ownProgram(agent: unknown): readonly string[] | null {
  const { argv, program } = (agent ?? {}) as { argv?: unknown; program?: unknown }
  return Array.isArray(argv) ? argv.map(String) : typeof program === 'string' ? [program] : null
}

/**
 * Makes a copy a profile of its own, in one transaction: threads move to other folders, trust and approvals
 * are taken away. Throws when two threads would share a folder.
 */
export function settlePlaces(
  db: Database,
  moved: ReadonlyMap<string, string>,
  distrusted: ReadonlySet<string>,
): void {
  atomically(db, () => {
    // By way of names that nobody has, so that two threads may change places.
    for (const id of moved.keys())
      db.prepare('UPDATE threads SET repo_path = ? WHERE id = ?').run(`moving ${id}`, id)
    for (const [id, path] of moved) db.prepare('UPDATE threads SET repo_path = ? WHERE id = ?').run(path, id)
    for (const id of distrusted) holdBack(db, id)
    // What runs under these marks belongs to the app that was exported, perhaps on this machine: it must
    // not be ended as our orphan (I10).
    db.exec("UPDATE runs SET marker = marker || '-exported' WHERE outcome IS NULL")
  })
}

/**
 * Nothing of the thread runs before a person says so again, and trusting it brings nothing back that was
 * allowed or scheduled before: neither beats nor jobs.
 */
export function holdBack(db: Database, id: string): void {
  db.prepare('UPDATE threads SET trusted_at = NULL WHERE id = ?').run(id)
  for (const table of ['approvals', 'permissions'])
    db.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(id)
  db.prepare(
    `UPDATE jobs SET pause = '{"by":"person","at":0}', next_due_at = NULL WHERE thread_id = ? AND pause IS NULL`,
  ).run(id)
  db.prepare(
    "UPDATE threads SET agent = json_set(agent, '$.bypassUntil', json('null')) WHERE id = ? AND " +
      "json_extract(agent, '$.bypassUntil') IS NOT NULL",
  ).run(id)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
