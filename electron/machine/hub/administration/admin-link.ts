import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { parseAddress, placeOf, type Address } from '../connection/address.ts'
import { openLink, type Link } from '../connection/link.ts'

/** Who administers a PostgreSQL: the address holds the password, which is kept nowhere. */
export interface Admin {
  readonly url: string
  readonly ca: string | null // PEM; null: the authorities of the system
}

/** As PostgreSQL counts them (`server_version_num`). */
export const LEAST_VERSION = 140_000

interface AdminLink {
  readonly link: Link
  readonly address: Address
}

/** Does the work over a connection that ends with it. */
export async function withAdmin<T>(
  { url, ca }: Admin,
  work: (admin: AdminLink) => Promise<Result<T, Fault>>,
): Promise<Result<T, Fault>> {
  const address = parseAddress(url, ca)
  if (!address.ok) return address
  const opened = await openLink(address.value, { name: 'threadbeat hub' })
  if (!opened.ok) return err(adminFault(opened.error, address.value))
  try {
    const fit = await serverFit(opened.value, address.value)
    return fit.ok ? await work({ link: opened.value, address: address.value }) : fit
  } finally {
    await opened.value.close()
  }
}

/** In words for who gives the address, not for a machine that has joined. */
function adminFault(error: Fault & { readonly state: string | null }, address: Address): Fault {
  const place = placeOf(address)
  if (error.state === '28P01' || error.state === '28000')
    return fault(
      'hub.refused',
      `${place} does not let ${JSON.stringify(address.role)} in: name or password is wrong`,
    )
  if (error.state === '3D000')
    return fault(
      'hub.unfit',
      `the database ${JSON.stringify(address.database)} does not exist at ${address.host}:${address.port}: make it ` +
        `with createdb, or name another`,
    )
  return fault(error.code, error.message)
}

/** What PostgreSQL a hub can be in. */
export async function serverFit(link: Link, address: Address): Promise<Result<void, Fault>> {
  const rows = await link.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_copy`,
  )
  if (!rows.ok) return rows
  const { number, version, encoding, is_copy: isCopy } = rows.value[0] ?? {}
  const unfit = (why: string): Result<never, Fault> =>
    err(fault('hub.unfit', `${address.host}:${address.port} ${why}`))
  if (Number(number) < LEAST_VERSION)
    return unfit(`is PostgreSQL ${String(version)}; 14 is the oldest that can be a hub`)
  if (encoding !== 'UTF8')
    return unfit(`keeps ${JSON.stringify(address.database)} as ${String(encoding)}; a hub has to be UTF8`)
  if (isCopy === true) return unfit('is a standby, which cannot be written; give the address of its primary')
  return ok(undefined)
}
