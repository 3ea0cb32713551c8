import { withoutNul } from '../../../shared/base/hidden-text.ts'
import type { Database, SqlValue, Statement } from './driver.ts'
import type { Codec, Selection } from './table.ts'

type Written<V> = { write(values: V): readonly (readonly [column: string, value: SqlValue])[] }

/** What rooms read and write with; each statement is prepared once. */
export interface Statements {
  /** Rows of a table; `tail`: all of the SELECT from its WHERE on. */
  list<T>(of: Selection<T>, tail: string, ...values: readonly SqlValue[]): readonly T[]
  /** The first of them; null: there is none. */
  find<T>(of: Selection<T>, tail: string, ...values: readonly SqlValue[]): T | null
  /** Rows of a SELECT of its own. */
  query<T>(codec: Codec<T>, text: string, ...values: readonly SqlValue[]): readonly T[]
  queryOne<T>(codec: Codec<T>, text: string, ...values: readonly SqlValue[]): T | null
  /** The first column of the first row; null: no row, or NULL. */
  value(text: string, ...values: readonly SqlValue[]): SqlValue | null
  /** The same as a number; 0: no row, or NULL. */
  count(text: string, ...values: readonly SqlValue[]): number
  exists(text: string, ...values: readonly SqlValue[]): boolean
  /** Returns how many rows were changed. */
  run(text: string, ...values: readonly SqlValue[]): number
  /** `tail`: what to do ON CONFLICT. Returns how many rows were written. */
  insert<V>(into: Written<V> & Selection<unknown>, values: NoInfer<V>, tail?: string): number
  /** Of rows with these values. Returns how many were changed; without a change none. */
  update<V>(table: Written<V> & Selection<unknown>, where: NoInfer<V>, change: NoInfer<V>): number
  /**
   * Reads what each tick asks for, again only after something was written: whatever it was, or, with `by`, by a
   * statement whose text that fits. `read` asks nothing but this database.
   */
  remembered<T>(read: () => T, by?: RegExp): Remembered<T>
  /** What was written is taken back. */
  forgetReads(): void
  /** What SQL may call by that name from now on. */
  define(name: string, value: () => SqlValue): void
}

export interface Remembered<T> {
  (): T
  /** After a write of which it is known what is read now. */
  becomes(value: T): void
}

export function statementsOf(db: Database): Statements {
  const prepared = new Map<string, Statement>()
  const statement = (text: string): Statement => {
    let made = prepared.get(text)
    if (made === undefined) prepared.set(text, (made = db.prepare(text)))
    return made
  }
  const { noteWrite, ...remembering } = readsRemembered()
  return {
    ...reading(statement, selectsOf(db)),
    ...writing(statement, noteWrite),
    ...remembering,
    define: (name, value) => db.function(name, value),
  }
}

/** `noteWrite`: before a statement of this text. */
function readsRemembered(): Remembering & { noteWrite(text: string): void } {
  const forgets: ((text: string | null) => void)[] = []
  return {
    remembered<T>(read: () => T, by?: RegExp): Remembered<T> {
      let last: { readonly value: T } | null = null
      const fits = new Map<string, boolean>()
      const concerns = (text: string): boolean => {
        if (by === undefined) return true
        let known = fits.get(text)
        if (known === undefined) fits.set(text, (known = by.test(text)))
        return known
      }
      forgets.push((text) => {
        if (last !== null && (text === null || concerns(text))) last = null
      })
      return Object.assign(() => (last ??= { value: read() }).value, {
        becomes: (value: T): void => void (last = { value }),
      })
    },
    noteWrite: (text) => forgets.forEach((forget) => forget(text)),
    forgetReads: () => forgets.forEach((forget) => forget(null)),
  }
}
type Prepare = (text: string) => Statement
type Select = (of: Selection<unknown>, tail: string) => Statement

/** By the selection itself, so that asking again puts no text together. */
function selectsOf(db: Database): Select {
  const selects = new WeakMap<Selection<unknown>, Map<string, Statement>>()
  return (of, tail) => {
    let tails = selects.get(of)
    if (tails === undefined) selects.set(of, (tails = new Map()))
    let made = tails.get(tail)
    if (made === undefined)
      tails.set(tail, (made = db.prepare(`SELECT ${of.columns} FROM ${of.table} ${tail}`)))
    return made
  }
}

type Writing = Pick<Statements, 'run' | 'insert' | 'update'>
type Remembering = Pick<Statements, 'remembered' | 'forgetReads'>

function reading(
  statement: Prepare,
  select: Select,
): Omit<Statements, keyof (Writing & Remembering) | 'define'> {
  const value = (text: string, ...values: readonly SqlValue[]): SqlValue | null => {
    const row = statement(text).get(...values)
    return row === undefined ? null : (Object.values(row)[0] ?? null)
  }
  return {
    list: (of, tail, ...values) =>
      select(of, tail)
        .all(...values)
        .map(of.read),
    find: (of, tail, ...values) => {
      const row = select(of, tail).get(...values)
      return row === undefined ? null : of.read(row)
    },
    query: (codec, text, ...values) =>
      statement(text)
        .all(...values)
        .map(codec.read),
    queryOne: (codec, text, ...values) => {
      const row = statement(text).get(...values)
      return row === undefined ? null : codec.read(row)
    },
    value,
    count: (text, ...values) => Number(value(text, ...values) ?? 0),
    exists: (text, ...values) => statement(text).get(...values) !== undefined,
  }
}

/** SQLite gives a text back to its first NUL only. */
const kept = (value: SqlValue): SqlValue => (typeof value === 'string' ? withoutNul(value) : value)

function writing(statement: Prepare, noteWrite: (text: string) => void): Writing {
  const run = (text: string, ...values: readonly SqlValue[]): number => {
    noteWrite(text)
    return Number(statement(text).run(...values.map(kept)).changes)
  }
  return {
    run,
    insert(into, values, tail = '') {
      const written = into.write(values)
      const columns = written.map(([column]) => column).join(', ')
      return run(
        `INSERT INTO ${into.table} (${columns}) VALUES (${written.map(() => '?').join(', ')}) ${tail}`,
        ...written.map(([, v]) => v),
      )
    },
    update(table, where, change) {
      const [changed, key] = [table.write(change), table.write(where)]
      if (changed.length === 0) return 0
      const set = changed.map(([column]) => `${column} = ?`).join(', ')
      return run(
        `UPDATE ${table.table} SET ${set} WHERE ${key.map(([column]) => `${column} = ?`).join(' AND ')}`,
        ...changed.map(([, v]) => v),
        ...key.map(([, v]) => v),
      )
    },
  }
}
