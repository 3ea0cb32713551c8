import type { Migration } from './migration.ts'

/** What waits is found by who sent it, so that each sender has its turn. */
export const MAIL_TURNS: Migration = {
  number: 12,
  minReader: 1,
  sql: () => 'create index mail_waiting on threadbeat.mail (recipient, sender, seq) where ended is null',
}
