import { err, ok, type Result } from '../base/result.ts'
import type { Instant } from '../base/time.ts'

/** What a machine needs to join: where the hub is, and a login that is good for one join. */
export interface JoinCode {
  readonly host: string // a name, an address, or the folder of a unix socket
  readonly port: number
  readonly database: string
  readonly role: string
  readonly password: string
  readonly ca: string | null // PEM; null: the server is known by the authorities of the system
  readonly expiresAt: Instant // by the hub's clock
}

const MARK = 'tbhub1-'
const MOST_CHARS = 20_000
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const SUM_BYTES = 4

/** One word without blanks; it holds a password. */
export function formatJoinCode(code: JoinCode): string {
  const fields = [code.host, code.port, code.database, code.role, code.password, code.ca, code.expiresAt]
  const bytes = [...asciiJson(fields)].map((char) => char.charCodeAt(0))
  return MARK + toDigits([...bytes, ...sumOf(bytes)])
}

/** Blanks and line breaks, as a mail puts them in, do no harm. The error is a sentence, without the code. */
export function parseJoinCode(text: string): Result<JoinCode, string> {
  const code = text.replace(/\s+/g, '')
  if (code === '') return err('the code is empty')
  if (code.length > MOST_CHARS)
    return err(`the code has ${code.length} characters; the longest has ${MOST_CHARS}`)
  if (!code.startsWith(MARK)) return err(`this is no code of a hub: one begins with "${MARK}"`)
  const bytes = fromDigits(code.slice(MARK.length))
  const fields = bytes === null ? null : fieldsOf(bytes)
  if (fields === null) return err('the code is damaged: some of its characters are missing or others')
  return fromFields(fields)
}

function fieldsOf(bytes: readonly number[]): readonly unknown[] | null {
  const content = bytes.slice(0, -SUM_BYTES)
  const sum = bytes.slice(-SUM_BYTES)
  if (sum.length < SUM_BYTES || sumOf(content).some((byte, i) => byte !== sum[i])) return null
  try {
    const fields: unknown = JSON.parse(String.fromCharCode(...content))
    return Array.isArray(fields) ? fields : null
  } catch {
    return null
  }
}

/** The sum fits, so a field that does not was made by another program, or a newer one. */
function fromFields(fields: readonly unknown[]): Result<JoinCode, string> {
  const [host, port, database, role, password, ca, expiresAt] = fields
  const wrong = (what: string): Result<never, string> => err(`the code has ${what}; ask for a new one`)
  if (!isText(host, 255)) return wrong('no host')
  if (!isWhole(port) || port < 1 || port > 65_535) return wrong(`the port ${String(port)}, not 1 to 65535`)
  if (!isText(database, 63)) return wrong('no database')
  if (!isText(role, 63)) return wrong('no login')
  if (!isText(password, 200)) return wrong('no password')
  if (ca !== null && !(typeof ca === 'string' && ca.includes('-----BEGIN CERTIFICATE-----')))
    return wrong('something else where the certificate of its authority stands')
  if (!isWhole(expiresAt)) return wrong('no time at which it expires')
  return ok({ host, port, database, role, password, ca, expiresAt })
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown, chars: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= chars && !/\p{Cc}/u.test(value)

/** Each character is one byte then. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function toDigits(bytes: readonly number[]): string {
  let digits = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const three = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    const used = Math.min(3, bytes.length - i) + 1
    for (let digit = 0; digit < used; digit++) digits += DIGITS[(three >> (18 - 6 * digit)) & 63]
  }
  return digits
}

/** null: not as `toDigits` writes it, to the last bit. */
function fromDigits(digits: string): number[] | null {
  const bytes: number[] = []
  for (let i = 0; i < digits.length; i += 4) {
    const four = digits.slice(i, i + 4)
    let three = 0
    for (const digit of four) {
      const value = DIGITS.indexOf(digit)
      if (value === -1) return null
      three = (three << 6) | value
    }
    three <<= 6 * (4 - four.length)
    for (let byte = 0; byte < four.length - 1; byte++) bytes.push((three >> (16 - 8 * byte)) & 255)
  }
  return toDigits(bytes) === digits ? bytes : null
}

/** CRC-32: finds each change of up to 32 bits in a row, so one wrong character, or two exchanged ones, always. */
function sumOf(bytes: readonly number[]): readonly number[] {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ ((sum & 1) * 0xedb88320)
  }
  sum = ~sum
  return [24, 16, 8, 0].map((shift) => (sum >>> shift) & 255)
}
