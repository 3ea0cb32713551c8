import { Socket } from 'node:net'
import { Client, type Notification } from 'pg'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import { placeOf, tlsOf, type Address } from './address.ts'
import { linkFault, linkFaultOf, type LinkFault } from './faults.ts'
import { within } from './within.ts'

/** How long is waited: less than the 30 s that the port promises. */
export interface Limits {
  readonly connectMs: number // name, network, TLS and login
  readonly statementMs: number // of one statement, at the server
  readonly callMs: number // one call, what stands before it in the queue included
}
export const LIMITS: Limits = { connectMs: 12 * SECOND, statementMs: 20 * SECOND, callMs: 28 * SECOND }

/** A hub's server never does: the password would be known to whatever listens there. */
const ASKS_FOR_PASSWORD =
  'asks for the password itself, in the place of a proof by SCRAM-SHA-256 that it is known; it was not told'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** One connection. Contract: nothing rejects or throws; every call ends within its limit. */
export interface Link {
  /** One after the other. Without values `text` may be several statements; then the rows are those of none. */
  query(text: string, values?: readonly unknown[]): Promise<Result<Rows, LinkFault>>
  /** Several queries as one call: what they are not done with within the limit ends the connection. */
  limited<T>(work: Promise<Result<T, LinkFault>>): Promise<Result<T, LinkFault>>
  onNotice(listener: (channel: string, payload: string) => void): void
  /** Once, when the connection is gone, at once if it is; not after `close`. */
  onEnd(listener: (fault: LinkFault) => void): void
  close(): Promise<void>
}

interface OpenOptions {
  readonly limits?: Limits | undefined
  readonly signal?: AbortSignal | undefined
  readonly name?: string // by which the server lists the connection
}

/** hub.unreachable, hub.refused */
export async function openLink(
  address: Address,
  { limits = LIMITS, signal, name = 'threadbeat' }: OpenOptions = {},
): Promise<Result<Link, LinkFault>> {
  const place = placeOf(address)
  const tls = tlsOf(address)
  if (!tls.ok) return err({ ...tls.error, state: null })
  const socket = new GuardedSocket()
  const client = new Client({
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.role,
    password: address.password, // '' keeps the library from looking for one in files
    ssl: tls.value,
    // Not as variables of the environment may have it.
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: 15 * SECOND,
    application_name: name,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.statementMs,
  })
  let ended: LinkFault | null = null
  const gone = new Promise<LinkFault>((resolve) => {
    const end = (error: unknown): void => {
      ended ??= linkFaultOf(error, place)
      socket.destroy()
      resolve(ended)
    }
    client.on('error', end)
    client.on('end', () => end(new Error('the connection has ended')))
  })
  const fail = (fault: LinkFault): LinkFault => {
    ended ??= fault
    socket.destroy()
    return ended
  }
  // Before the library's own listeners, which would answer.
  for (const asked of ['authenticationCleartextPassword', 'authenticationMD5Password'])
    client.connection.on(asked, () => void fail(linkFault('hub.refused', `${place} ${ASKS_FOR_PASSWORD}`)))
  const opened = await within(
    client.connect().then(
      () => null,
      (error: unknown) => fail(linkFaultOf(error, place)),
    ),
    limits.connectMs,
    signal,
  )
  if (opened === 'late')
    return err(
      fail(linkFault('hub.unreachable', `${place} did not let in within ${limits.connectMs / SECOND} s`)),
    )
  if (opened === 'stopped')
    return err(fail(linkFault('hub.unreachable', `connecting to ${place} was stopped`)))
  return opened === null ? ok(linkOf({ client, place, limits, gone, fail, ended: () => ended })) : err(opened)
}

interface Open {
  readonly client: Client
  readonly place: string
  readonly limits: Limits
  readonly gone: Promise<LinkFault>
  readonly fail: (fault: LinkFault) => LinkFault
  readonly ended: () => LinkFault | null
}

function linkOf({ client, place, limits, gone, fail, ended }: Open): Link {
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let isGone: LinkFault | null = null
  // Whoever waits, and nobody else: what hangs on `gone` itself is kept with its answer as long as the connection.
  const waiting = new Set<(fault: LinkFault) => void>()
  void gone.then((fault) => {
    isGone = fault
    for (const hear of waiting) hear(fault)
  })

  const ask = async (text: string, values?: readonly unknown[]): Promise<Result<Rows, LinkFault>> => {
    const end = ended()
    if (end !== null) return err(end)
    try {
      const { rows } = await client.query<Record<string, unknown>>(
        text,
        values === undefined ? undefined : [...values],
      )
      return ok(rows ?? [])
    } catch (error) {
      return err(ended() ?? linkFaultOf(error, place))
    }
  }

  const limited = async <T>(work: Promise<Result<T, LinkFault>>): Promise<Result<T, LinkFault>> => {
    let hear = (_: LinkFault): void => undefined
    const lost = new Promise<Result<T, LinkFault>>((resolve) => (hear = (fault) => resolve(err(fault))))
    waiting.add(hear)
    if (isGone !== null) hear(isGone)
    const first = await within(Promise.race([work, lost]), limits.callMs)
    waiting.delete(hear)
    if (first !== 'late' && first !== 'stopped') return first
    return err(
      fail(linkFault('hub.unreachable', `${place} did not answer within ${limits.callMs / SECOND} s`)),
    )
  }

  return {
    query(text, values) {
      const answer = last.then(() => ask(text, values))
      last = answer
      return limited(answer)
    },
    limited,
    onNotice(listener) {
      client.on('notification', ({ channel, payload }: Notification) => listener(channel, payload ?? ''))
    },
    onEnd(listener) {
      void gone.then((fault) => {
        if (!isClosed) listener(fault)
      })
    },
    async close() {
      isClosed = true
      if (ended() === null)
        await within(
          client.end().catch(() => undefined),
          Math.min(2 * SECOND, limits.callMs),
        )
      fail(linkFault('hub.unreachable', `the connection to ${place} was closed`))
    },
  }
}

/** The library throws where it cannot read what it was sent: that ends the connection, not the app. */
class GuardedSocket extends Socket {
  override emit(event: string | symbol, ...rest: unknown[]): boolean {
    try {
      return super.emit(event as 'data', ...(rest as [Buffer]))
    } catch (error) {
      if (event !== 'data') throw error
      this.destroy(error instanceof Error ? error : new Error(String(error)))
      return true
    }
  }
}
