import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { machinesNamed } from '../../../../shared/hub/machine.ts'
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
 * the fleet is called that, or more than one. Where the second step fails, the same may be asked again.
 */
export const removeMachine = (admin: Admin, which: string): Promise<Result<HubRemoved, Fault>> =>
  withAdmin(admin, async ({ link, address }) => {
    const ended = await asOwner(link, address, async (roles) => {
      const found = await findMachine(link, which)
      return found.ok ? endLogin(link, roles, found.value) : found
    })
    if (!ended.ok) return ended
    const { id, name, connections } = ended.value
    const removed = await asOwner(link, address, (roles) => takeOut(link, roles, ended.value))
    if (removed.ok)
      return ok({
        id,
        name,
        connections: connections + removed.value.connections,
        invited: removed.value.invited,
      })
    const { code, message } = removed.error
    return err(
      fault(code, `the login of ${JSON.stringify(name)} is ended, but it is still listed: ${message}`),
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
  const called = machinesNamed(machines, which)
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

/**
 * It cannot connect again once this is committed. Its connections end first: one that holds what is changed here would
 * keep it from being changed. The owner becomes a member of the login, which is what ending them needs.
 */
async function endLogin(
  link: Link,
  { owner }: HubRoles,
  removing: Removing,
): Promise<Result<Removing & { readonly connections: number }, Fault>> {
  const granted = await link.query(`grant ${quoted(removing.role)} to ${quoted(owner)}`)
  if (!granted.ok) return granted
  const connections = await endConnections(link, removing)
  if (!connections.ok) return connections
  const altered = await link.query(`alter role ${quoted(removing.role)} nologin password null`)
  return altered.ok ? ok({ ...removing, connections: connections.value }) : altered
}

/** How many connections it had made meanwhile, and whom it brought. */
async function takeOut(
  link: Link,
  { owner }: HubRoles,
  removing: Removing,
): Promise<Result<Pick<HubRemoved, 'connections' | 'invited'>, Fault>> {
  const { id, role } = removing
  const connections = await endConnections(link, removing)
  if (!connections.ok) return connections
  for (const [text, values] of [
    [WITHDRAW_CODES, [id]],
    [TAKE_BACK_ANSWERS, [id]],
    ['update threadbeat.machine m set left_at = threadbeat.now_ms() where m.id = $1', [id]],
    [`revoke ${quoted(role)} from ${quoted(owner)}`, []],
  ] as const) {
    const done = await link.query(text, values)
    if (!done.ok) return done
  }
  const invited = await link.query(BROUGHT, [id])
  return invited.ok
    ? ok({ connections: connections.value, invited: invited.value.map(({ name }) => String(name)) })
    : invited
}

const BROUGHT = `
  select m.name from threadbeat.invitation i join threadbeat.machine m on m.id = i.machine and m.left_at is null
  where i.invited_by = $1 order by m.name`

/** Codes that it gave away and nobody has used. */
const WITHDRAW_CODES = `
  with gone as (
    delete from threadbeat.invitation i where i.invited_by = $1 and i.machine is null returning i.role
  ) select threadbeat.drop_login(gone.role) from gone`

/** What was told of a run goes with one of the two, as where it leaves by itself. */
const TAKE_BACK_ANSWERS = `
  update threadbeat.mail m set ended_text = ''
  where m.verb = 'fetch-run' and m.ended = 'done' and m.ended_text <> '' and $1 in (m.sender, m.recipient)`

/** Returns when they are gone: one that is ending is not counted again. */
async function endConnections(link: Link, { role }: Removing): Promise<Result<number, Fault>> {
  const ended = await link.query(
    `select count(*) filter (where pg_terminate_backend(pid, 2000)) as ended from pg_stat_activity where usename = $1`,
    [role],
  )
  return ended.ok ? ok(Number(ended.value[0]?.['ended'])) : ended
}

const quoted = (role: string): string => `"${role.replaceAll('"', '""')}"`
