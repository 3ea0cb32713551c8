import type { Instant } from '../../../shared/base/time.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape } from '../connection/table.ts'
import type { Scope } from './scope.ts'

/** Place of a row: time, then order of record. */
export interface Key {
  readonly at: Instant
  readonly seq: number
}
export const FIRST: Key = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }
/** null: it is none. */
export const keyOf = (cursor: string | undefined): Key | null => {
  const [at, seq] = (cursor ?? '').split('/').map(Number)
  return Number.isSafeInteger(at) && Number.isSafeInteger(seq) ? { at: at!, seq: seq! } : null
}
export const cursorOf = ({ at, seq }: Key): string => `${at}/${seq}`

/** One index range for each value of the filter: each is in order by itself, whatever the table's size. */
interface Range {
  readonly where: string
  readonly values: readonly number[]
}
function rangesOf({ threads, facets }: Scope): readonly Range[] {
  if (threads === null && facets === null) return [{ where: '', values: [] }]
  if (facets === null) return threads!.map((t) => ({ where: 'thread = ? AND ', values: [t] }))
  if (threads === null) return facets.map((f) => ({ where: 'facet = ? AND ', values: [f] }))
  return threads.flatMap((t) =>
    facets.map((f) => ({ where: 'thread = ? AND facet = ? AND ', values: [t, f] })),
  )
}

const KEY = shape({ at: number(), seq: number() })
const OLDER = (where: string): string =>
  `SELECT at, seq FROM history WHERE ${where}at >= ? AND (at, seq) < (?, ?)
    ORDER BY at DESC, seq DESC LIMIT ? OFFSET ?`
const NEWER = (where: string): string =>
  `SELECT at, seq FROM history WHERE ${where}at < ? AND (at, seq) > (?, ?)
    ORDER BY at, seq LIMIT ? OFFSET ?`
/** For the test that looks at their plans. */
export const PAGE_QUERIES = [
  '',
  'thread = ? AND ',
  'facet = ? AND ',
  'thread = ? AND facet = ? AND ',
].flatMap((where) => [OLDER(where), NEWER(where)])

type Direction = 'older' | 'newer'

/** Keys of up to `limit` rows in their order, merged from all ranges; `skip` of them left out before. */
export function keysFrom(
  { query }: Connection,
  scope: Scope,
  start: Key,
  direction: Direction,
  skip: number,
  limit: number,
): readonly Key[] {
  const ranges = rangesOf(scope)
  const [text, end] = direction === 'older' ? [OLDER, scope.from] : [NEWER, scope.to]
  const read: ReadRange = ({ where, values }, from, n, offset) =>
    query(KEY, text(where), ...values, end, from.at, from.seq, n, offset)
  return ranges.length === 1
    ? read(ranges[0]!, start, limit, skip)
    : merged(ranges, read, start, direction, skip, limit)
}
type ReadRange = (range: Range, from: Key, limit: number, offset: number) => readonly Key[]

function merged(
  ranges: readonly Range[],
  read: ReadRange,
  start: Key,
  direction: Direction,
  skip: number,
  limit: number,
): readonly Key[] {
  const batch = Math.max(8, Math.ceil((2 * (limit + skip)) / Math.max(1, ranges.length)))
  const heads = ranges
    .map((range) => ({ range, keys: read(range, start, batch, 0), next: 0 }))
    .filter((h) => h.keys.length > 0)
  const keys: Key[] = []
  for (let taken = 0; taken < skip + limit && heads.length > 0; taken++) {
    let best = 0
    for (let i = 1; i < heads.length; i++)
      if (isBefore(heads[i]!.keys[heads[i]!.next]!, heads[best]!.keys[heads[best]!.next]!, direction))
        best = i
    const head = heads[best]!
    const key = head.keys[head.next++]!
    if (taken >= skip) keys.push(key)
    if (head.next < head.keys.length) continue
    head.keys = head.keys.length < batch ? [] : read(head.range, key, batch, 0)
    head.next = 0
    if (head.keys.length === 0) heads.splice(best, 1)
  }
  return keys
}

function isBefore(a: Key, b: Key, direction: Direction): boolean {
  const [first, second] = direction === 'older' ? [b, a] : [a, b]
  return first.at < second.at || (first.at === second.at && first.seq < second.seq)
}

/** Exactly, by looking at each row between the two instants. */
export const countRows = ({ count }: Connection, scope: Scope, from: Instant, to: Instant): number =>
  rangesOf(scope).reduce(
    (sum, { where, values }) =>
      sum +
      count(
        `SELECT count(*) FROM history WHERE ${where}at >= ? AND at < ?`,
        ...values,
        Math.max(from, scope.from),
        Math.min(to, scope.to),
      ),
    0,
  )
