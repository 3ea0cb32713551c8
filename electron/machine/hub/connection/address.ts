import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'

/** Where a PostgreSQL is, and who asks. */
export interface Address {
  readonly host: string // a name, an address, or the folder of a unix socket
  readonly port: number
  readonly database: string
  readonly role: string
  readonly password: string // '': none
  readonly ca: string | null // PEM; null: the authorities of the system
}

/** Without the password. */
export const placeOf = ({ host, port, database }: Address): string => `${database} at ${host}:${port}`

/** What no other machine can listen in on. */
export const isLocal = (host: string): boolean =>
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'))

/**
 * TLS is required, and the certificate must be of this host, but on this machine itself, where it is used only
 * with a `ca`. With one only that counts; a server that shows exactly this certificate may have any name.
 * hub.refused: the `ca` is no certificate.
 */
export function tlsOf({ host, ca }: Address): Result<ConnectionOptions | false, Fault> {
  if (host.startsWith('/') || (ca === null && isLocal(host))) return ok(false)
  const check: ConnectionOptions = { rejectUnauthorized: true, minVersion: 'TLSv1.2' }
  if (ca === null)
    return ok({ ...check, checkServerIdentity: (_name, shown) => checkServerIdentity(host, shown) })
  try {
    const pinned = new X509Certificate(ca).fingerprint256
    return ok({
      ...check,
      ca,
      checkServerIdentity: (_name, shown) =>
        shown.fingerprint256 === pinned ? undefined : checkServerIdentity(host, shown),
    })
  } catch (error) {
    return err(fault('hub.refused', `the certificate of the authority cannot be read: ${messageOf(error)}`))
  }
}

const NO_ADDRESS = 'an address is postgres://USER:PASSWORD@HOST:PORT/DATABASE'

/**
 * `postgres://user:password@host:port/database`, of a unix socket `postgres://user@/database?host=/folder`. hub.unfit:
 * it is none, or asks for less safety than there is; the message does not have the password.
 */
export function parseAddress(text: string, ca: string | null): Result<Address, Fault> {
  const wrong = (why: string): Result<never, Fault> => err(fault('hub.unfit', `${why}; ${NO_ADDRESS}`))
  const parts =
    /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#@]*)(?::(\d{1,5}))?(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(
      text.trim(),
    )
  if (parts === null) return wrong('this is no address of a PostgreSQL')
  const options = new URLSearchParams(parts[5] ?? '')
  const [folder, mode] = [options.get('host'), options.get('sslmode')]
  const unknown = [...options.keys()].find((key) => key !== 'host' && key !== 'sslmode')
  if (unknown !== undefined)
    return wrong(`the address has ${JSON.stringify(unknown)}, which is not known here`)
  try {
    const [user = '', password = ''] = divide(parts[1] ?? '').map(decodeURIComponent)
    const host = folder ?? decodeURIComponent(parts[2]!.replace(/^\[|\]$/g, ''))
    const database = decodeURIComponent(parts[4] ?? '')
    const port = Number(parts[3] ?? 5432)
    if (user === '') return wrong('the address has no user')
    if (host === '') return wrong('the address has no host')
    if (database === '') return wrong('the address has no database')
    if (port < 1 || port > 65_535) return wrong(`the address has the port ${port}, not 1 to 65535`)
    if (mode !== null && mode !== 'verify-full' && !isLocal(host))
      return wrong(`the address has sslmode=${mode}, and off this machine only verify-full is used`)
    return ok({ host, port, database, role: user, password, ca })
  } catch {
    return wrong('the address has a % that stands for nothing')
  }
}

function divide(login: string): readonly string[] {
  const colon = login.indexOf(':')
  return colon === -1 ? [login] : [login.slice(0, colon), login.slice(colon + 1)]
}
