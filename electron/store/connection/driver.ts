import { createRequire } from 'node:module'

export type SqlValue = string | number | bigint | null | Uint8Array
export type Row = Record<string, SqlValue>
/** The part of node:sqlite's API that the store uses; the packaged addon has the same. */
export interface Statement {
  run(...values: readonly SqlValue[]): { changes: number | bigint }
  get(...values: readonly SqlValue[]): Row | undefined
  all(...values: readonly SqlValue[]): Row[]
}
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  /** What SQL may call by that name from now on. */
  function(name: string, value: () => SqlValue): void
  close(): void
}
type DatabaseConstructor = new (
  path: string,
  options?: { open?: boolean; readOnly?: boolean; timeout?: number },
) => Database

/**
 * Earlier versions can corrupt a file that two connections write or checkpoint at the same instant (the
 * WAL-reset bug).
 */
export const OLDEST_SQLITE = '3.51.3'

export interface Driver {
  readonly name: 'node:sqlite' | '@photostructure/sqlite'
  readonly sqliteVersion: string
  open(path: string, options?: { readOnly?: boolean }): Database
}

/** Built into the runtime where that is good enough, else the packaged addon. Throws when neither is. */
export function loadDriver(prefer?: Driver['name']): Driver {
  const refused: string[] = []
  for (const name of prefer === undefined ? (['node:sqlite', '@photostructure/sqlite'] as const) : [prefer]) {
    const constructor = load(name)
    if (constructor === null) {
      refused.push(`${name} is not there`)
      continue
    }
    const sqliteVersion = versionOf(constructor)
    if (!isAtLeast(sqliteVersion, OLDEST_SQLITE)) {
      refused.push(`${name} has SQLite ${sqliteVersion}, at least ${OLDEST_SQLITE} is needed`)
      continue
    }
    return {
      name,
      sqliteVersion,
      open: (path, options) => new constructor(path, { timeout: 5000, readOnly: options?.readOnly ?? false }),
    }
  }
  throw new Error(`no usable SQLite: ${refused.join('; ')}`)
}

function load(name: Driver['name']): DatabaseConstructor | null {
  try {
    const module = (
      name === 'node:sqlite'
        ? process.getBuiltinModule('node:sqlite')
        : createRequire(import.meta.url)('@photostructure/sqlite')
    ) as { DatabaseSync: DatabaseConstructor } | undefined
    return module?.DatabaseSync ?? null
  } catch {
    return null
  }
}

/** It is linked in and stays the same, so a database is opened for it once. */
const versions = new WeakMap<DatabaseConstructor, string>()

function versionOf(constructor: DatabaseConstructor): string {
  const known = versions.get(constructor)
  if (known !== undefined) return known
  const db = new constructor(':memory:')
  try {
    const version = String(db.prepare('SELECT sqlite_version() AS v').get()?.['v'])
    versions.set(constructor, version)
    return version
  } finally {
    db.close()
  }
}

export function isAtLeast(version: string, bound: string): boolean {
  const [a, b] = [version, bound].map((v) => v.split('.').map(Number)) as [number[], number[]]
  for (let i = 0; i < b.length; i++) if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i]!
  return true
}

/** What a worker thread needs to load the same driver; null: it is built in. */
export const modulePathOf = (driver: Driver): string | null =>
  driver.name === 'node:sqlite' ? null : createRequire(import.meta.url).resolve('@photostructure/sqlite')
