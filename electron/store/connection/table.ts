import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import type { Row, SqlValue } from './driver.ts'

/**
 * Row → type and back: one codec for each table, one shape for each query that is more than rows of a table.
 * A field stands in the column of its name in snake case, unless it says another. SQLite hands rows over
 * under the names of the fields, and all tables are STRICT, so that only flags and JSON are converted.
 */
export interface Column<T> {
  readonly name: string | null
  /** null: the value is what stands in the column. */
  readonly read: ((value: SqlValue) => T) | null
  write(value: T): SqlValue
}
type Fields = Readonly<Record<string, Column<unknown>>>
type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Column<infer T> ? T : never }

export interface Codec<T> {
  read(row: Row): T
}
/** What is read of a table. */
export interface Selection<T> extends Codec<T> {
  readonly table: string
  readonly columns: string // for a SELECT
  readonly object: string // the same as one text of JSON, which `read` takes once it is parsed
}
export interface Table<F extends Fields> extends Selection<Values<F>> {
  /** What is undefined is left out. */
  write(
    values: {
      readonly [K in keyof F]?: Values<F>[K] | undefined
    },
  ): readonly (readonly [column: string, value: SqlValue])[]
  /** Some of its fields alone. */
  pick<K extends keyof F & string>(...fields: readonly K[]): Selection<Pick<Values<F>, K>>
}
/** The fields of a row of it. */
export type RowOf<T> = T extends Table<infer F> ? Values<F> : never

export function table<F extends Fields>(name: string, fields: F): Table<F> {
  return {
    ...selection(name, fields),
    write: (values) =>
      Object.entries(values).flatMap(([field, value]) =>
        value === undefined
          ? []
          : [[columnName(field, fields[field]!), fields[field]!.write(value)] as const],
      ),
    pick<K extends keyof F & string>(...names: readonly K[]) {
      const some = Object.fromEntries(names.map((field) => [field, fields[field]!]))
      return selection(name, some) as Selection<unknown> as Selection<Pick<Values<F>, K>>
    },
  }
}

function selection<F extends Fields>(name: string, fields: F): Selection<Values<F>> {
  const names = Object.entries(fields).map(([field, column]) => [field, columnName(field, column)] as const)
  return {
    table: name,
    columns: names
      .map(([field, column]) => (column === field ? column : `${column} AS "${field}"`))
      .join(', '),
    object: `json_object(${names.map(([field, column]) => `'${field}', ${column}`).join(', ')})`,
    read: readerOf(fields),
  }
}

const columnName = (field: string, { name }: Column<unknown>): string =>
  name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Rows of a SELECT of its own, whose columns have the names of the fields. */
export function shape<F extends Fields>(fields: F): Codec<Values<F>> {
  const read = readerOf(fields)
  let isChecked = false
  return {
    read(row) {
      if (!isChecked) checkNames(fields, row)
      isChecked = true
      return read(row)
    },
  }
}

function checkNames(fields: Fields, row: Row): void {
  const missing = Object.keys(fields).filter((field) => !(field in row))
  if (missing.length > 0) throw new Error(`a query has no column ${missing.join(', ')}`)
}

function readerOf<F extends Fields>(fields: F): (row: Row) => Values<F> {
  const entries = Object.entries(fields).map(([field, { read }]) => [field, read] as const)
  // A copy of what has all fields already is several times faster than adding them one by one.
  const blank: Record<string, unknown> = Object.fromEntries(entries.map(([field]) => [field, null]))
  return (row) => {
    const values = { ...blank }
    for (const [field, read] of entries) {
      const value = row[field]!
      values[field] = read === null ? value : read(value)
    }
    return values as Values<F>
  }
}

/** The same rows as something else. */
export const mapped = <A, B>(of: Selection<A>, turn: (values: A) => B): Selection<B> => ({
  table: of.table,
  columns: of.columns,
  object: of.object,
  read: (row) => turn(of.read(row)),
})

type Named<T> = (name?: string) => Column<T>
const asItStands =
  <T extends SqlValue>(): Named<T> =>
  (name) => ({ name: name ?? null, read: null, write: (value) => value })

export const text = asItStands<string>()
export const textOrNull = asItStands<string | null>()
const { redact } = createRedactor()
/** What a program printed, or what was made of it: without credentials of a known shape. */
export const printed: Named<string> = (name) => ({ ...text(name), write: redact })
export const printedOrNull: Named<string | null> = (name) => ({
  ...textOrNull(name),
  write: (value) => (value === null ? null : redact(value)),
})
export const number = asItStands<number>()
export const numberOrNull = asItStands<number | null>()
/** One of a few words, or an id, which nobody else writes. */
export const word = <T extends string>(name?: string): Column<T> => asItStands<T>()(name)
export const wordOrNull = <T extends string>(name?: string): Column<T | null> => asItStands<T | null>()(name)
export const flag: Named<boolean> = (name) => ({
  name: name ?? null,
  read: (value) => value === 1,
  write: (value) => (value ? 1 : 0),
})
/** What is read and written whole. */
export const json = <T>(name?: string): Column<T> => ({
  name: name ?? null,
  read: (value) => JSON.parse(String(value)) as T,
  write: (value) => JSON.stringify(value),
})
export const jsonOrNull = <T>(name?: string): Column<T | null> => ({
  name: name ?? null,
  read: (value) => (value === null ? null : (JSON.parse(String(value)) as T)),
  write: (value) => (value === null ? null : JSON.stringify(value)),
})
