import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { OutcomesAsked, ToldOutcomes } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import { OUTCOME_FIELDS, picked } from './picked.ts'
import { numberOf, toldOutcomeOf } from './rows.ts'

/** When the hub received a row, and what else names it: rows of one moment have an order as well. */
type Cursor = readonly [receivedAt: string, machine: string, epoch: string, seq: string]

/** Of each machine the newest by an index of their own, and of these the newest. */
const NEWEST = `
  select o.*, ${picked('o.body', '$8')} as body, m.skew_ms, s.body ->> 'name' as name, threadbeat.now_ms() as now
  from threadbeat.machine m
  cross join lateral (
    select e.machine, e.epoch, e.seq, e.thread, e.body, e.received_at from threadbeat.event e
    where e.machine = m.id and e.kind = 'outcome' and e.received_at <= $3
      and (e.received_at, e.machine::text, e.epoch, e.seq) < ($3, $4::text, $5::text, $6::bigint)
    order by e.received_at desc, e.epoch desc, e.seq desc limit $7
  ) o
  left join threadbeat.state s on s.machine = o.machine and s.kind = 'thread' and s.id = o.thread
  where m.left_at is null and m.id::text <> $1 and ($2::text is null or m.id::text = $2)
  order by o.received_at desc, o.machine::text desc, o.epoch desc, o.seq desc limit $7`
const FROM_THE_NEWEST: Cursor = ['9223372036854775807', '', '', '0']

/** What other machines told of their runs, the newest first. */
export async function newestOutcomes(
  link: Link,
  own: string,
  { machine, before, limit }: OutcomesAsked,
): Promise<Result<ToldOutcomes, Fault>> {
  const cursor = before === null ? FROM_THE_NEWEST : cursorOf(before)
  if (cursor === null) return err(fault('hub.refused', 'that is no place among the outcomes'))
  const rows = await link.query(NEWEST, [own, machine, ...cursor, limit, OUTCOME_FIELDS])
  if (!rows.ok) return rows
  const last = rows.value.length < limit ? undefined : rows.value.at(-1)
  return ok({
    hubNow: numberOf(rows.value[0]?.['now']),
    rows: rows.value.map(toldOutcomeOf),
    next:
      last === undefined
        ? null
        : JSON.stringify(['received_at', 'machine', 'epoch', 'seq'].map((name) => String(last[name]))),
  })
}

/** null: it was not given out here. */
function cursorOf(text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(text)
    if (!Array.isArray(read) || read.length !== 4 || !read.every((part) => typeof part === 'string'))
      return null
    const [receivedAt, , , seq] = read as unknown as Cursor
    return [receivedAt, seq].every((number) => /^-?\d{1,18}$/.test(number))
      ? (read as unknown as Cursor)
      : null
  } catch {
    return null
  }
}
