import { MACHINE_CLASSES, type Machine } from '../../../../shared/hub/machine.ts'
import { DAY, LAST_INSTANT, type Instant } from '../../../../shared/base/time.ts'
import { MAIL_ENDS, MAIL_VERBS, type Mail, type MailEnd } from '../../../../shared/hub/mail.ts'
import type { RemoteAdvice, RemoteState, ToldOutcome } from '../../../../shared/hub/status.ts'

/** What the hub holds was written by other machines: each field is read as what it must be. */
type Row = Readonly<Record<string, unknown>>

export const numberOf = (value: unknown): number => Number(value ?? 0)
const nullableNumber = (value: unknown): number | null => (value == null ? null : Number(value))
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((each) => each === value) ?? null

/** Nobody's clock is further off; what a machine says beyond it is no measurement. */
const MOST_SKEW_MS = 366 * DAY
const instantOf = (value: unknown): Instant => Math.min(Math.max(numberOf(value), 0), LAST_INSTANT) || 0
const nullableInstant = (value: unknown): Instant | null => (value == null ? null : instantOf(value))
const skewOf = (value: unknown): number =>
  Math.min(Math.max(numberOf(value), -MOST_SKEW_MS), MOST_SKEW_MS) || 0

/** Nothing else could be one, and it stands in a table. */
const VERSION = /^[\w.+-]{1,100}$/

export const machineOf = (row: Row): Machine => ({
  id: textOf(row['id']),
  name: textOf(row['name']),
  class: oneOf(MACHINE_CLASSES, row['class']) ?? 'server',
  version: VERSION.test(textOf(row['version'])) ? textOf(row['version']) : '?',
  lastSeenAt: instantOf(row['last_seen_at']),
  lastBeatAt: nullableInstant(row['last_beat_at']),
  isConnected: row['connected'] === true,
  asleepSince: nullableInstant(row['asleep_since']),
  stoppedAt: nullableInstant(row['stopped_at']),
  skewMs: skewOf(row['skew_ms']),
  intervalMs: nullableNumber(row['interval_ms']),
})

export const stateOf = (row: Row): RemoteState => ({
  machine: textOf(row['machine']),
  id: textOf(row['id']),
  kind: row['kind'] === 'alert' ? 'alert' : 'thread',
  rev: numberOf(row['rev']),
  at: instantOf(row['at']),
  body: objectOf(row['body']),
})

export const toldOutcomeOf = (row: Row): ToldOutcome => ({
  machine: textOf(row['machine']),
  skewMs: skewOf(row['skew_ms']),
  thread: textOf(row['thread']) || null,
  name: textOf(row['name']) || null,
  body: objectOf(row['body']),
})

export const adviceOf = (row: Row): RemoteAdvice => ({
  ...stateOf(row),
  kind: row['kind'] === 'list' ? 'list' : 'suggestion',
})

/** null: a verb of a newer Threadbeat. */
export function mailOf(row: Row): Mail | null {
  const verb = oneOf(MAIL_VERBS, row['verb'])
  if (verb === null) return null
  return {
    id: textOf(row['id']),
    seq: numberOf(row['seq']),
    verb,
    args: objectOf(row['args']),
    by: { machine: textOf(row['sender']), name: textOf(row['sender_name']) },
    at: numberOf(row['at']),
    expiresAt: numberOf(row['expires_at']),
  }
}

/** null: nothing yet. */
export function answerOf(row: Row): { readonly end: MailEnd; readonly text: string } | null {
  const end = oneOf(MAIL_ENDS, row['ended'])
  return end === null ? null : { end, text: textOf(row['ended_text']) }
}
