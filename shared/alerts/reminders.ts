import { HOUR, type Instant } from '../base/time.ts'

const REMINDED_AFTER_MS = [HOUR, 4 * HOUR] as const
/** How often an urgent alert that nobody answers is told again. */
export const REMINDERS = REMINDED_AFTER_MS.length

/** How many reminders are due of an alert that stands since then; after an absence several at once. */
export const remindersDue = (since: Instant, now: Instant): number =>
  REMINDED_AFTER_MS.filter((ms) => now - since >= ms).length
