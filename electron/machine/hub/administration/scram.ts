import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ROUNDS = 4096

/** Letters, digits, `-` and `_`: 192 bits by chance. */
export const newPassword = (): string => randomBytes(24).toString('base64url')

/**
 * What PostgreSQL keeps of a password (RFC 5802, 7677), made here so that the password itself is never sent and stands
 * in no log of the server. `password`: ASCII, as `newPassword` makes it.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
