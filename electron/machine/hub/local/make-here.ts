import { userInfo } from 'node:os'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { machineNameProblem, type Machine } from '../../../../shared/hub/machine.ts'
import type { Invitation } from '../../../../shared/hub/status.ts'
import { withAdmin, type Admin } from '../administration/admin-link.ts'
import { initHub } from '../administration/init.ts'
import { inviteOver, type Reach } from '../administration/invite.ts'
import { join } from '../administration/membership-steps.ts'
import { asOwner } from '../administration/owner.ts'
import { openLink, type Link } from '../connection/link.ts'
import { readMembership, type Membership } from '../membership.ts'
import { noLogin, noLoopback, noRights, noServer, type Missing } from './missing.ts'
import { localReach, type LocalReach } from './reach.ts'
import { localServers, socketFolders, type LocalServer } from './server.ts'

/** What the hub's database is called here. */
const DATABASE = 'threadbeat'
const LOOPBACK = '127.0.0.1'

type Made = { readonly is: 'made'; readonly membership: Membership; readonly blocked: string | null }

/**
 * Makes the hub in the PostgreSQL that runs on this machine, as who runs Threadbeat, and joins it. May be done again
 * after a fault: what was done stays. `missing`: nothing was changed.
 */
export async function makeHere(
  dataDir: string,
  as: Pick<Machine, 'name' | 'class' | 'version'>,
  folders = socketFolders(),
): Promise<Result<Made | Missing, Fault>> {
  const problem = machineNameProblem(as.name)
  if (problem !== null) return err(fault('hub.refused', problem))
  const there = await readMembership(dataDir)
  if (!there.ok) return there
  if (there.value !== null && there.value.nextPassword === null)
    return err(fault('hub.refused', `this machine has joined the hub at ${there.value.host} already`))
  const [server] = await localServers(folders)
  if (server === undefined) return ok(await noServer())
  const opened = await openLink(addressOf(server, 'postgres'), { name: 'threadbeat hub' })
  if (!opened.ok)
    return NO_LOGIN.has(opened.error.state ?? '') ? ok(noLogin(user(), server.folder, server.port)) : opened
  try {
    const reach = await prepare(opened.value)
    if (!reach.ok) return reach
    return 'is' in reach.value ? ok(reach.value) : await made(dataDir, as, server, reach.value)
  } finally {
    await opened.value.close()
  }
}

/** What PostgreSQL answers where its rule for this socket, or the role, is missing. */
const NO_LOGIN: ReadonlySet<string> = new Set(['28000', '28P01'])

const user = (): string => userInfo().username

const addressOf = ({ folder, port }: LocalServer, database: string) => ({
  host: folder,
  port,
  database,
  role: user(),
  password: '',
  ca: null,
})

/** Makes the database where it is not there. */
async function prepare(link: Link): Promise<Result<LocalReach | Missing, Fault>> {
  const rows = await link.query(
    `select rolsuper or rolcreaterole and rolcreatedb as may, exists (select from pg_database where datname = $1) as is_there
     from pg_roles where rolname = current_user`,
    [DATABASE],
  )
  if (!rows.ok) return rows
  const reach = await localReach(link)
  if (!reach.ok) return reach
  const { may, is_there: isThere } = rows.value[0] ?? {}
  if (may !== true) return ok(noRights(user(), reach.value.port))
  if (!reach.value.isOnLoopback) return ok(noLoopback(reach.value.listening))
  if (isThere !== true) {
    const created = await link.query(`create database ${DATABASE} encoding 'UTF8' template template0`)
    if (!created.ok) return created
  }
  return reach
}

async function made(
  dataDir: string,
  as: Pick<Machine, 'name' | 'class' | 'version'>,
  server: LocalServer,
  { port, blocked }: LocalReach,
): Promise<Result<Made, Fault>> {
  const role = encodeURIComponent(user())
  const admin: Admin = {
    url: `postgres://${role}@:${server.port}/${DATABASE}?host=${encodeURIComponent(server.folder)}`,
    ca: null,
  }
  const invitation = await firstInvitation(admin, { host: LOOPBACK, port })
  if (!invitation.ok) return invitation
  const joined = await join(dataDir, invitation.value.code, as)
  return joined.ok ? ok({ is: 'made', membership: joined.value, blocked }) : joined
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
