import { createHash } from 'node:crypto'
import type { PermissionView } from '../../../shared/contract/agents.ts'
import { CliError, usageError } from '../kit/errors.ts'

interface Numbered<T> {
  readonly number: string
  readonly permission: T
}

const DIGITS = { least: 4, most: 12 }

/**
 * Short numbers made from the rule itself: a number that a person has read means the same rule later on,
 * whatever an agent was refused meanwhile. As long as they must be to differ.
 */
export function numbered<T extends Pick<PermissionView, 'rule'>>(list: readonly T[]): readonly Numbered<T>[] {
  const whole = list.map(({ rule }) => digitsOf(rule))
  let length = DIGITS.least
  while (length < DIGITS.most && new Set(whole.map((digits) => digits.slice(0, length))).size < list.length)
    length++
  return list.map((permission, i) => ({ number: (whole[i] ?? '').slice(0, length), permission }))
}

const digitsOf = (rule: string): string =>
  (BigInt(`0x${createHash('sha256').update(rule).digest('hex').slice(0, 24)}`) % 10n ** BigInt(DIGITS.most))
    .toString()
    .padStart(DIGITS.most, '0')

export function byNumber<T extends Pick<PermissionView, 'rule'>>(list: readonly T[], number: string): T {
  if (!/^\d{4,12}$/.test(number))
    throw usageError(
      `A permission's number has 4 to 12 digits, got "${number}". \`threadbeat permissions THREAD\` shows them.`,
    )
  const [match, second] = list.filter(({ rule }) => digitsOf(rule).startsWith(number))
  if (match === undefined)
    throw new CliError(
      `No refused call has the number ${number}. \`threadbeat permissions THREAD\` shows them.`,
    )
  if (second !== undefined)
    throw usageError(`${number} fits several; \`threadbeat permissions THREAD\` shows more of it.`)
  return match
}
