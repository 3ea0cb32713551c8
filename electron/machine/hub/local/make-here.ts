import { userInfo } from 'node:os'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { machineNameProblem, type Machine } from '../../../../shared/hub/machine.ts'
import { formatJoinCode } from '../../../../shared/hub/join-code.ts'
import type { Invitation } from '../../../../shared/hub/status.ts'
import { LEAST_VERSION, serverFit, withAdmin, type Admin } from '../administration/admin-link.ts'
import { initHub } from '../administration/init.ts'
import { inviteOver, type Reach } from '../administration/invite.ts'
import { forget, join } from '../administration/membership-steps.ts'
import { asOwner } from '../administration/owner.ts'
import type { Address } from '../connection/address.ts'
import type { LinkFault } from '../connection/faults.ts'
import { openLink, type Link } from '../connection/link.ts'
import { readMembership, type Membership } from '../membership.ts'
import {
  asksForPassword,
  noLogin,
  noLoopback,
  noPasswords,
  noRights,
  noServer,
  type Missing,
} from './missing.ts'
import { localReach, type LocalReach } from './reach.ts'
import { localServers, socketFolders, type LocalServer } from './server.ts'

/** What the hub's database is called here. */
const DATABASE = 'threadbeat'
const LOOPBACK = '127.0.0.1'

type Joining = Pick<Machine, 'name' | 'class' | 'version'>
type Made = { readonly is: 'made'; readonly membership: Membership; readonly blocked: string | null }

/**
 * Makes the hub in the PostgreSQL that runs on this machine, as who runs Threadbeat, and joins it. May be done again
 * after a fault: what was done stays. `missing`: what stands in the way; nobody has joined.
 */
export async function makeHere(
  dataDir: string,
  as: Joining,
  folders = socketFolders(),
): Promise<Result<Made | Missing, Fault>> {
  const problem = machineNameProblem(as.name)
  if (problem !== null) return err(fault('hub.refused', problem))
  const there = await readMembership(dataDir)
  if (!there.ok) return there
  if (there.value !== null && !isOurTry(there.value))
    return err(fault('hub.refused', `this machine has joined the hub at ${there.value.host} already`))
  const user = userName()
  if (user === null)
    return err(fault('hub.unfit', 'the operating system has no name for who runs Threadbeat'))
  const [server] = await localServers(folders)
  if (server === undefined) return ok(await noServer())
  const opened = await openLink(addressOf(server, user), { name: 'threadbeat hub' })
  if (!opened.ok) return keptOut(opened.error, user, server)
  try {
    const reach = await prepare(opened.value, addressOf(server, user))
    if (!reach.ok) return reach
    if ('is' in reach.value) return ok(reach.value)
    const joined =
      (await goneOn(dataDir, as, there.value)) ?? (await made(dataDir, as, server, user, reach.value.port))
    if (joined.ok) return ok({ is: 'made', membership: joined.value, blocked: reach.value.blocked })
    return (joined.error as Partial<LinkFault>).state === '28000' ? ok(noPasswords()) : joined
  } finally {
    await opened.value.close()
  }
}

/** An earlier one, of which is not known whether it went through. */
const isOurTry = ({ nextPassword, host, database }: Membership): boolean =>
  nextPassword !== null && host === LOOPBACK && database === DATABASE

/** null: who has no entry among the users, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

const addressOf = ({ folder, port }: LocalServer, role: string): Address => ({
  host: folder,
  port,
  database: 'postgres',
  role,
  password: '',
  ca: null,
})

function keptOut(error: LinkFault, user: string, { folder, port }: LocalServer): Result<Missing, Fault> {
  if (error.state === '28000') return ok(noLogin(user, folder, port))
  // The library or the link itself, which have none to give.
  const isAsked = error.state === '28P01' || (error.code === 'hub.refused' && error.state === null)
  return isAsked ? ok(asksForPassword(user, folder, port)) : err(error)
}

/** Makes the database where it is not there. */
async function prepare(link: Link, address: Address): Promise<Result<LocalReach | Missing, Fault>> {
  const rows = await link.query(
    `select rolsuper or rolcreaterole and rolcreatedb as may, current_setting('server_version_num')::int as version,
       pg_is_in_recovery() as is_copy, (select pg_get_userbyid(datdba)::text from pg_database where datname = $1) as owner
     from pg_roles where rolname = current_user`,
    [DATABASE],
  )
  if (!rows.ok) return rows
  const reach = await localReach(link)
  if (!reach.ok) return reach
  const { may, version, is_copy: isCopy, owner } = rows.value[0] ?? {}
  if (Number(version) < LEAST_VERSION || isCopy === true) {
    const fit = await serverFit(link, address)
    if (!fit.ok) return fit
  }
  if (may !== true) return ok(noRights(address.role, reach.value.port))
  if (!reach.value.isOnLoopback) return ok(noLoopback(reach.value.listening))
  // Whoever made it could have put anything into it that is run with the rights of who makes a hub there.
  if (owner !== null && owner !== address.role)
    return err(
      fault(
        'hub.unfit',
        `the database ${JSON.stringify(DATABASE)} belongs to ${JSON.stringify(owner)} here: threadbeat hub init makes a ` +
          'hub with the address of its administrator',
      ),
    )
  if (owner === null) {
    const created = await link.query(`create database ${DATABASE} encoding 'UTF8' template template0`)
    if (!created.ok) return created
  }
  return reach
}

/** With the code of an earlier try. null: there was none, or it is good for nothing. */
async function goneOn(
  dataDir: string,
  as: Joining,
  earlier: Membership | null,
): Promise<Result<Membership, Fault> | null> {
  if (earlier === null) return null
  const joined = await join(dataDir, formatJoinCode({ ...earlier, expiresAt: 0 }), as)
  if (joined.ok || joined.error.code !== 'hub.refused') return joined
  const forgotten = forget(dataDir)
  return forgotten.ok ? null : forgotten
}

async function made(
  dataDir: string,
  as: Joining,
  server: LocalServer,
  user: string,
  port: number,
): Promise<Result<Membership, Fault>> {
  const socket = encodeURIComponent(server.folder)
  const url = `postgres://${encodeURIComponent(user)}@:${server.port}/${DATABASE}?host=${socket}`
  const invitation = await firstInvitation({ url, ca: null }, { host: LOOPBACK, port })
  return invitation.ok ? join(dataDir, invitation.value.code, as) : invitation
}

/** Of a new hub, or of the one that an earlier try has left. */
function firstInvitation(
  admin: Admin,
  reach: Pick<Reach, 'host' | 'port'>,
): Promise<Result<Invitation, Fault>> {
  return withAdmin(admin, async ({ link, address }) => {
    const found = await link.query(`select to_regclass('threadbeat.migration') is not null as is_hub`)
    if (!found.ok) return found
    if (found.value[0]?.['is_hub'] !== true) return initHub(admin, reach)
    return asOwner(link, address, () => inviteOver(link, { ...address, ...reach }))
  })
}
