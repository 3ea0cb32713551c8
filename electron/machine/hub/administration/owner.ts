import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, type Result } from '../../../../shared/base/result.ts'
import type { Address } from '../connection/address.ts'
import type { Link } from '../connection/link.ts'
import { rolesOf, type HubRoles } from '../schema/migration.ts'
import { inTransaction } from './transaction.ts'

/** In one transaction, as who owns the hub's schema. hub.unfit: no hub there, or this login is not its administrator's. */
export async function asOwner<T>(
  link: Link,
  { database, role }: Pick<Address, 'database' | 'role'>,
  work: (roles: HubRoles) => Promise<Result<T, Fault>>,
): Promise<Result<T, Fault>> {
  const found = await link.query(
    `select n.nspowner::regrole::text as owner, pg_has_role(n.nspowner, 'member') as may
     from pg_namespace n join pg_class c on c.relnamespace = n.oid and c.relname = 'migration'
     where n.nspname = 'threadbeat'`,
  )
  if (!found.ok) return found
  const { owner, may } = found.value[0] ?? {}
  const id = /^threadbeat_([0-9a-f]{8})_owner$/.exec(String(owner ?? ''))?.[1]
  if (id === undefined)
    return unfit(`there is no hub in ${JSON.stringify(database)}: threadbeat hub init makes one`)
  if (may !== true)
    return unfit(`${JSON.stringify(role)} may not act as ${String(owner)}, which owns the hub`)
  const roles = rolesOf(id)
  return inTransaction(link, async () => {
    const acting = await link.query(`set local role "${roles.owner}"`)
    return acting.ok ? work(roles) : acting
  })
}

const unfit = (why: string): Result<never, Fault> => err(fault('hub.unfit', why))
