import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { RemoteFleet } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import { picked, STATE_FIELDS } from './picked.ts'
import { numberOf, stateOf } from './rows.ts'

/** Of one answer, whatever machines have told. */
const MOST_ROWS = 20_000
const MOST_BYTES = 16_000_000
const MOST_OF_EACH = 1000

/** As `states` of the others, the newest of each machine and kind first, until there is no room for more. */
const NEWEST = `
  select * from (
    select page.*, sum(octet_length(body::text)) over (order by nth, machine, kind) as bytes from (
      select n.machine, n.id, n.kind, n.rev, n.at, n.nth, ${picked('n.body', '$2')} as body from (
        select s.*, row_number() over (partition by s.machine, s.kind order by s.rev desc) as nth
        from threadbeat.state s join threadbeat.machine m on m.id = s.machine and m.left_at is null
        where s.machine <> $1
      ) n where n.nth <= ${MOST_OF_EACH} order by n.nth, n.machine, n.kind limit ${MOST_ROWS}
    ) page
  ) sized where bytes <= ${MOST_BYTES} order by rev`
const ALL = `
  select count(*) as n from threadbeat.state s join threadbeat.machine m on m.id = s.machine and m.left_at is null
  where s.machine <> $1`

/** None of the others takes the room of another. */
export async function newestStates(
  link: Link,
  machine: string,
): Promise<Result<Pick<RemoteFleet, 'states' | 'leftOut'>, Fault>> {
  const all = await link.query(ALL, [machine])
  if (!all.ok) return all
  const rows = await link.query(NEWEST, [machine, STATE_FIELDS])
  if (!rows.ok) return rows
  const states = rows.value.map(stateOf)
  return ok({ states, leftOut: Math.max(0, numberOf(all.value[0]?.['n']) - states.length) })
}
