import type { Database, SqlValue } from '../connection/driver.ts'
import { tablesOf, quoted } from './catalog.ts'

/**
 * A consistent copy in one file, whatever other connections do meanwhile. The new file has the process's
 * umask.
 */
export const copyTo = (db: Database, path: string): void => void db.prepare('VACUUM INTO ?').run(path)

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

export interface ThreadPlace {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly trusted: boolean
}
export const threadPlaces = (db: Database): readonly ThreadPlace[] =>
  db
    .prepare('SELECT id, number, name, repo_path, trusted_at FROM threads ORDER BY number')
    .all()
    .map((r) => ({
      id: String(r['id']),
      number: Number(r['number']),
      name: String(r['name']),
      repoPath: String(r['repo_path']),
      trusted: r['trusted_at'] !== null,
    }))

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Pages of stable knowledge as files for people: knowledge/<number>/<title>.md, each with its text. */
export function readablePages(db: Database): readonly { readonly name: string; readonly text: string }[] {
  const rows = db
    .prepare(
      'SELECT number, title, text FROM pages JOIN threads ON threads.id = thread_id ORDER BY number, title',
    )
    .all() as { number: number; title: string; text: string }[]
  const taken = new Set<string>()
  return rows.map(({ number, title, text }) => {
    const plain =
      title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 60) || 'page'
    const nameOf = (n: number): string => `knowledge/${number}/${plain}${n === 1 ? '' : `-${n}`}.md`
    let n = 1
    while (taken.has(nameOf(n))) n++
    taken.add(nameOf(n))
    return { name: nameOf(n), text: `# ${title}\n\n${text}\n` }
  })
}
