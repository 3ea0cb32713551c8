import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Invitation } from '../../../../shared/hub/status.ts'
import { formatJoinCode } from '../../../../shared/hub/join-code.ts'
import { isLocal, type Address } from '../connection/address.ts'
import type { Link } from '../connection/link.ts'
import { newPassword, scramVerifier } from './scram.ts'

const HOURS = 24

/** Where machines reach the hub; it may have another name for them than for who invites. */
export type Reach = Pick<Address, 'host' | 'port' | 'database' | 'ca'>

/** A login that is good for one join within a day. `blocked`: as an invitation has it. */
export async function inviteOver(
  link: Link,
  reach: Reach,
  blocked: string | null = null,
): Promise<Result<Invitation, Fault>> {
  const password = newPassword()
  const rows = await link.query('select role, expires_at from threadbeat.invite($1, $2)', [
    scramVerifier(password),
    HOURS,
  ])
  if (!rows.ok) return rows
  const expiresAt = Number(rows.value[0]?.['expires_at'])
  const role = String(rows.value[0]?.['role'])
  const { host, port, database, ca } = reach
  const code = formatJoinCode({ host, port, database, ca, role, password, expiresAt })
  return ok({ code, expiresAt, host, isForThisMachineOnly: isLocal(host), blocked })
}
