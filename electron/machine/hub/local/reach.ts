import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Link } from '../connection/link.ts'
import { ownCertificate } from './certificate.ts'

/** How machines reach a server that runs on this one. */
export interface LocalReach {
  readonly port: number
  readonly listening: string // its listen_addresses
  readonly isOnLoopback: boolean
  readonly hasTls: boolean
  /** Why no other machine reaches it; null: nothing of that is known. (Rules of pg_hba.conf are not looked at.) */
  readonly blocked: string | null
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])
const EVERYWHERE: ReadonlySet<string> = new Set(['*', '0.0.0.0'])

export async function localReach(link: Link): Promise<Result<LocalReach, Fault>> {
  const rows = await link.query(
    `select current_setting('port')::int as port, current_setting('listen_addresses') as listening,
       current_setting('ssl')::boolean as has_tls`,
  )
  if (!rows.ok) return rows
  const { port, listening, has_tls: hasTls } = rows.value[0] ?? {}
  const at = String(listening)
    .split(',')
    .map((each) => each.trim())
  const isLocalAlone = at.every((each) => LOOPBACK.has(each) || each === '::1')
  return ok({
    port: Number(port),
    listening: String(listening),
    isOnLoopback: at.some((each) => LOOPBACK.has(each) || EVERYWHERE.has(each)),
    hasTls: hasTls === true,
    blocked: blockedBy(isLocalAlone, hasTls === true),
  })
}

function blockedBy(isLocalAlone: boolean, hasTls: boolean): string | null {
  if (isLocalAlone) return 'its PostgreSQL listens on its own machine alone (listen_addresses)'
  return hasTls ? null : 'its PostgreSQL has no TLS (ssl)'
}

/** What other machines know it by; null: by an authority, or by nothing. `port`: as this machine reaches it. */
export const certificateFor = async (
  { isOnLoopback, hasTls }: LocalReach,
  port: number,
): Promise<string | null> => (hasTls && isOnLoopback ? ownCertificate(port) : null)
