import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { findSecret } from '../../../shared/base/secrets/shapes.ts'
import type { Database, Row } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { tablesOf, quoted } from './catalog.ts'
import { parsed } from './contents.ts'

/** Where something was left out of an exported history, or looks as if it should have been. */
export interface Place {
  readonly table: string
  readonly row: string // its primary key
  readonly what: string // path inside the row, such as agent.env.API_KEY
}

/**
 * What happened and what was said: kept word for word, but for credentials in what a person typed. Every other
 * table, also one of a later schema, is looked through for secrets.
 */
const HISTORY =
  /^(runs|run_details|job_runs|slots|alerts|queue_items|spent|wakes|deliveries|pages|known_tasks|work_claims|gate_marks|tier_state|events|playbook_versions|incidents|beat_troubles|attempts|attempts_pending|attempt_counters|results_passed_over|interventions|daily_interventions|history.*|hub_.*|knowledge.*|sqlite_.*)$/
/**
 * Where words of a person stand as they were typed; of runs those with a sender, which an index finds. What
 * programs print never gets into the history so.
 */
const TYPED: readonly (readonly [table: string, column: string, filled: string])[] = [
  ['queue_items', 'text', 'text'],
  ['runs', 'message', 'sender'],
  ['notes', 'text', 'text'],
  ['alerts', 'note', 'note'],
]
/** The address of a webhook is a credential by itself. */
const isSecretField = (name: string): boolean =>
  /^url$|secret|passw|token|api_?key|credential|authorization/i.test(name)
const isEnvironment = (name: string): boolean => /^env(ironment)?$/i.test(name)

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
    for (const table of tablesOf(db).filter((name) => !HISTORY.test(name)))
      for (const { row, at, write } of configurationRows(db, table)) {
        const { changed, emptied, suspicious } = withoutSecrets(row)
        const place = (what: string): Place => ({ table, row: at, what })
        suspects.push(...suspicious.map(place))
        leftOut.push(...emptied.map(place))
        if (emptied.length > 0) write(changed)
      }
    for (const typed of TYPED) leftOut.push(...stripTyped(db, ...typed))
  })
  return { leftOut, suspects }
}

const { redact } = createRedactor()

function stripTyped(db: Database, table: string, column: string, filled: string): readonly Place[] {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  if (![column, filled].every((wanted) => columns.some(({ name }) => name === wanted))) return []
  return db
    .prepare(`SELECT id, ${column} AS text FROM ${table} WHERE ${filled} IS NOT NULL`)
    .all()
    .flatMap(({ id, text }) => {
      const clean = redact(String(text ?? ''))
      if (clean === (text ?? '')) return []
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(clean, id!)
      return [{ table, row: String(id), what: column }]
    })
}

interface ConfigurationRow {
  readonly row: Row
  readonly at: string // its primary key
  write(changed: Row): void
}

function configurationRows(db: Database, table: string): readonly ConfigurationRow[] {
  const keys = db
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .map((column) => String(column['name']))
  const where = keys.length === 0 ? ['rowid'] : keys
  const condition = where.map((key) => `${quoted(key)} IS ?`).join(' AND ')
  return db
    .prepare(`SELECT ${keys.length === 0 ? 'rowid AS rowid, ' : ''}* FROM ${quoted(table)}`)
    .all()
    .map((row) => ({
      row,
      at: where.map((key) => String(row[key])).join(' '),
      write(changed) {
        const sets = Object.keys(changed).map((name) => `${quoted(name)} = ?`)
        db.prepare(`UPDATE ${quoted(table)} SET ${sets.join(', ')} WHERE ${condition}`).run(
          ...Object.values(changed),
          ...where.map((key) => row[key]!),
        )
      },
    }))
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
