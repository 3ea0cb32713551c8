import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Hub, HubSession } from '../../engine/ports/hub.ts'
import { placeOf } from './connection/address.ts'
import { linkFault, type LinkFault } from './connection/faults.ts'
import { openLink, LIMITS, type Limits, type Link } from './connection/link.ts'
import { readSchema } from './connection/schema-number.ts'
import { within } from './connection/within.ts'
import { addressesOf, type Membership } from './membership.ts'
import { hubSession } from './session/hub-session.ts'

interface HubOptions {
  readonly membership: Membership
  readonly limits?: Limits
  /** The newest schema that is known; another one for tests. */
  readonly known?: number
  /** Told what failed and is nobody's fault to have. */
  readonly warn?: (message: string) => void
}

/** The hub that this machine has joined. Connecting again ends a connection of this process that the server still has. */
export function createPostgresHub({ membership, limits = LIMITS, known, warn = () => {} }: HubOptions): Hub {
  const { machine } = membership
  const name = `threadbeat ${randomBytes(8).toString('hex')}`

  const connected = async (signal: AbortSignal): Promise<Result<HubSession, LinkFault>> => {
    const opened = await openMember(membership, { limits, signal, name })
    if (!opened.ok) return opened
    const link = opened.value
    const entered = await enter(link, machine, name, known)
    if (entered.ok) return ok(hubSession({ link, machine, warn }))
    await link.close()
    return entered
  }

  return {
    async connect(signal) {
      const late = new AbortController()
      const first = await within(connected(AbortSignal.any([signal, late.signal])), limits.callMs, signal)
      if (first !== 'late' && first !== 'stopped') return first
      late.abort()
      const place = placeOf(addressesOf(membership)[0])
      return first === 'stopped'
        ? err(linkFault('hub.unreachable', `connecting to ${place} was stopped`))
        : err(linkFault('hub.unreachable', `${place} did not let in within ${limits.callMs / SECOND} s`))
    },
  }
}

/** With the password of `hub.json`, or with the one that was about to take its place. */
export async function openMember(
  membership: Membership,
  options: Parameters<typeof openLink>[1],
): Promise<Result<Link, LinkFault>> {
  const [first, next] = addressesOf(membership)
  const opened = await openLink(first, options)
  return next !== undefined && !opened.ok && opened.error.state === '28P01' ? openLink(next, options) : opened
}

/** Who is there, whether it may be, that nobody else is it, and what it wants to hear. */
async function enter(
  link: Link,
  machine: string,
  name: string,
  known: number | undefined,
): Promise<Result<void, LinkFault>> {
  const schema = await readSchema(link, known)
  if (!schema.ok) return schema
  const who = await link.query('select threadbeat.me() as me')
  if (!who.ok) return who
  const me = who.value[0]?.['me']
  if (me !== machine)
    return err(
      linkFault(
        'hub.refused',
        me === null
          ? 'this machine is none of the hub’s: it has left, or has not joined to the end'
          : `this login is of machine ${String(me)}`,
      ),
    )
  // So that the server knows soon of a machine that is gone without a word.
  const kept = await link.query(
    `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
       set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '30000', false)`,
  )
  if (!kept.ok) return kept
  const alone = await lock(link, machine, name)
  if (!alone.ok) return alone
  for (const channel of ['threadbeat', `threadbeat_${machine}`]) {
    const listens = await link.query(`listen "${channel}"`)
    if (!listens.ok) return listens
  }
  return ok(undefined)
}

/** An earlier connection of this process is ended; another's is a copy. */
async function lock(link: Link, machine: string, name: string): Promise<Result<void, LinkFault>> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const tried = await link.query('select pg_try_advisory_lock(threadbeat.lock_key($1)) as mine', [machine])
    if (!tried.ok) return tried
    if (tried.value[0]?.['mine'] === true) return ok(undefined)
    if (attempt > 0) break
    const ended = await link.query(
      `select pg_terminate_backend(pid, 3000) from pg_stat_activity
       where usename = session_user and application_name = $1 and pid <> pg_backend_pid()`,
      [name],
    )
    if (!ended.ok) return ended
  }
  const others = await link.query(
    `select coalesce(host(a.client_addr), 'the hub’s own machine') as place from pg_locks l
     join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.usename = session_user and a.pid <> pg_backend_pid()`,
  )
  if (!others.ok) return others
  const place = others.value[0]?.['place']
  return err(
    place === undefined
      ? linkFault(
          'hub.refused',
          `another login of the hub holds the place of machine ${machine}; whoever administers the hub can end it`,
        )
      : linkFault(
          'hub.copy',
          `machine ${machine} is connected already, from ${String(place)}; where this data folder is a copy of that machine’s: threadbeat hub leave --forget, then join with a new code`,
        ),
  )
}
