import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { Link } from '../connection/link.ts'
import type { HubRoles, Migration } from '../schema/migration.ts'

/**
 * Takes every step that is missing, in the transaction that is open, which is the owner's: a fresh hub begins at 0. Two
 * that upgrade at once wait for each other. hub.newer: the hub has steps that are not known here.
 */
export async function upgradeSchema(
  link: Link,
  roles: HubRoles,
  migrations: readonly Migration[],
): Promise<Result<{ readonly from: number; readonly to: number }, Fault>> {
  const begun = await link.query(`
    create table if not exists threadbeat.migration (
      number integer primary key,
      min_reader integer not null,
      at timestamptz not null default clock_timestamp()
    );
    lock table threadbeat.migration in exclusive mode`)
  if (!begun.ok) return begun
  const rows = await link.query('select coalesce(max(number), 0) as number from threadbeat.migration')
  if (!rows.ok) return rows
  const from = Number(rows.value[0]?.['number'])
  const to = migrations.length
  if (from > to)
    return err(fault('hub.newer', `the hub has schema ${from}; the newest that is known here is ${to}`))
  for (const { number, minReader, sql } of migrations.slice(from)) {
    const done = await link.query(sql(roles))
    if (!done.ok)
      return err(fault('hub.unfit', `step ${number} of the hub’s schema failed: ${done.error.message}`))
    const noted = await link.query('insert into threadbeat.migration (number, min_reader) values ($1, $2)', [
      number,
      minReader,
    ])
    if (!noted.ok) return noted
  }
  return ok({ from, to })
}
