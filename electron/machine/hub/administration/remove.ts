import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { HubRemoved } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import type { HubRoles } from '../schema/migration.ts'
import { withAdmin, type Admin } from './admin-link.ts'
import { asOwner } from './owner.ts'

interface Removing {
  readonly id: string
  readonly name: string
  readonly role: string
}

/**
 * Ends the login of a machine that was lost, its connections and its open codes, and takes it out of the fleet; what it
 * told stays until its time is over, as where it leaves by itself. `which`: its name or its id. hub.unfit: no machine of
 * the fleet is called that, or more than one.
 */
export const removeMachine = (admin: Admin, which: string): Promise<Result<HubRemoved, Fault>> =>
  withAdmin(admin, async ({ link, address }) => {
    const removed = await asOwner(link, address, async (roles) => {
      const found = await findMachine(link, which)
      if (!found.ok) return found
      const ended = await endLogin(link, roles, found.value)
      return ended.ok ? found : ended
    })
    if (!removed.ok) return removed
    const { id, name } = removed.value
    // It may not connect again by now. Codes once more: one may have been made while its login ended.
    const connections = await asOwner(link, address, async (roles) => {
      const ended = await endConnections(link, roles, removed.value)
      if (!ended.ok) return ended
      const codes = await withdrawCodes(link, removed.value)
      return codes.ok ? ended : codes
    })
    if (connections.ok) return ok({ id, name, connections: connections.value })
    const { code, message } = connections.error
    return err(
      fault(code, `the login of ${JSON.stringify(name)} is ended, its connections may go on: ${message}`),
    )
  })

async function findMachine(link: Link, which: string): Promise<Result<Removing, Fault>> {
  const rows = await link.query(
    `select id::text, name, role::text from threadbeat.machine where left_at is null order by name, id`,
  )
  if (!rows.ok) return rows
  const machines = rows.value.map(({ id, name, role }) => ({
    id: String(id),
    name: String(name),
    role: String(role),
  }))
  // An id goes first: a machine may be called as another one's id is.
  const byId = machines.filter(({ id }) => id === which)
  const called = byId.length > 0 ? byId : machines.filter(({ name }) => name === which)
  const [machine, ...others] = called
  const list = (of: readonly Removing[]): string =>
    of.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ')
  if (machine === undefined)
    return err(
      fault(
        'hub.unfit',
        `no machine of the fleet is called ${JSON.stringify(which)}; there are: ${list(machines)}`,
      ),
    )
  return others.length === 0
    ? ok(machine)
    : err(
        fault('hub.unfit', `${called.length} machines are called ${JSON.stringify(which)}: ${list(called)}`),
      )
}

/** The owner becomes a member of the login, which is what ending its connections needs. */
async function endLogin(
  link: Link,
  { owner }: HubRoles,
  { id, role }: Removing,
): Promise<Result<unknown, Fault>> {
  const left = await link.query(
    'update threadbeat.machine m set left_at = threadbeat.now_ms() where m.id = $1',
    [id],
  )
  if (!left.ok) return left
  // What a machine answered of one of its runs goes with it, as where it leaves by itself.
  const told = await link.query(
    `update threadbeat.mail m set ended_text = ''
     where m.verb = 'fetch-run' and m.ended = 'done' and m.ended_text <> '' and $1 in (m.sender, m.recipient)`,
    [id],
  )
  if (!told.ok) return told
  const withdrawn = await withdrawCodes(link, { id })
  if (!withdrawn.ok) return withdrawn
  return link.query(`
    alter role ${quoted(role)} nologin password null;
    grant ${quoted(role)} to ${quoted(owner)};
  `)
}

async function endConnections(
  link: Link,
  { owner }: HubRoles,
  { role }: Removing,
): Promise<Result<number, Fault>> {
  const ended = await link.query(
    `select count(*) filter (where pg_terminate_backend(pid)) as ended from pg_stat_activity where usename = $1`,
    [role],
  )
  if (!ended.ok) return ended
  const revoked = await link.query(`revoke ${quoted(role)} from ${quoted(owner)}`)
  return revoked.ok ? ok(Number(ended.value[0]?.['ended'])) : revoked
}

/** Codes that it gave away and nobody has used. */
const withdrawCodes = (link: Link, { id }: Pick<Removing, 'id'>): Promise<Result<unknown, Fault>> =>
  link.query(
    `with gone as (
       delete from threadbeat.invitation i where i.invited_by = $1 and i.machine is null returning i.role
     ) select threadbeat.drop_login(gone.role) from gone`,
    [id],
  )

const quoted = (role: string): string => `"${role.replaceAll('"', '""')}"`
