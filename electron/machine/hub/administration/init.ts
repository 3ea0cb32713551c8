import { randomBytes } from 'node:crypto'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { HubUpgrade, Invitation } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import { rolesOf, type HubRoles, type Migration } from '../schema/migration.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { withAdmin, type Admin } from './admin-link.ts'
import { inviteOver, type Reach } from './invite.ts'
import { asOwner } from './owner.ts'
import { inTransaction } from './transaction.ts'
import { upgradeSchema } from './upgrade-schema.ts'

/**
 * Makes a hub in a database that has none, and the first invitation. All of it or nothing. hub.unfit: what is missing,
 * or that there is a hub already. `reach`: host and port as other machines are to use them, if these differ.
 */
export const initHub = (
  admin: Admin,
  reach: Partial<Pick<Reach, 'host' | 'port'>> = {},
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Result<Invitation, Fault>> =>
  withAdmin(admin, async ({ link, address }) => {
    const free = await isFree(link, address.database, migrations.length)
    if (!free.ok) return free
    const roles = rolesOf(randomBytes(4).toString('hex'))
    return inTransaction(link, async () => {
      const made = await makeRoles(link, roles)
      if (!made.ok) return made
      const upgraded = await upgradeSchema(link, roles, migrations)
      return upgraded.ok ? inviteOver(link, { ...address, ...reach }) : upgraded
    })
  })

/** Takes the steps of the schema that are missing. hub.newer, hub.unfit: no hub, or not its administrator. */
export const upgradeHub = (
  admin: Admin,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Result<HubUpgrade, Fault>> =>
  withAdmin(admin, ({ link, address }) =>
    asOwner(link, address, (roles) => upgradeSchema(link, roles, migrations)),
  )

async function isFree(link: Link, database: string, known: number): Promise<Result<void, Fault>> {
  const rows = await link.query(
    `select to_regnamespace('threadbeat') is not null as is_taken, to_regclass('threadbeat.migration') is not null as is_hub,
       r.rolsuper or r.rolcreaterole as may_make_roles,
       has_database_privilege(current_database(), 'create') as may_make_schemas
     from pg_roles r where r.rolname = current_user`,
  )
  if (!rows.ok) return rows
  const {
    is_taken: isTaken,
    is_hub: isHub,
    may_make_roles: mayMakeRoles,
    may_make_schemas: mayMakeSchemas,
  } = rows.value[0] ?? {}
  const unfit = (why: string): Result<never, Fault> => err(fault('hub.unfit', why))
  if (isHub === true) return isThere(link, database, known)
  if (isTaken === true)
    return unfit(
      `${JSON.stringify(database)} has a schema "threadbeat" that is no hub: name another database`,
    )
  if (mayMakeRoles !== true)
    return unfit(
      'this login may not make the logins of machines: it needs CREATEROLE (alter role … createrole)',
    )
  if (mayMakeSchemas !== true)
    return unfit(
      `this login may not make a schema in ${JSON.stringify(database)}: it needs CREATE there (grant create on database …)`,
    )
  return ok(undefined)
}

async function isThere(link: Link, database: string, known: number): Promise<Result<never, Fault>> {
  const rows = await link.query('select max(number) as number from threadbeat.migration')
  const number = rows.ok ? Number(rows.value[0]?.['number']) : null
  if (number !== null && number > known)
    return err(
      fault('hub.newer', `${JSON.stringify(database)} is a hub of schema ${number}; here ${known} is known`),
    )
  return err(
    fault(
      'hub.unfit',
      `${JSON.stringify(database)} is a hub already${number === null ? '' : `, of schema ${number}`}: let this machine ` +
        'join it with a code of threadbeat hub invite',
    ),
  )
}

/** From here on the transaction is the owner's, who may make logins and nothing else in the cluster. */
const makeRoles = (link: Link, { owner, machines }: HubRoles): Promise<Result<unknown, Fault>> =>
  link.query(`
    create role "${owner}" nologin createrole;
    grant "${owner}" to current_user;
    create schema threadbeat authorization "${owner}";
    set local role "${owner}";
    create role "${machines}" nologin;
  `)
