import type { Migration } from './migration.ts'

/** So that the newest outcomes of a machine are found without reading what else it told. */
export const OUTCOMES: Migration = {
  number: 5,
  minReader: 1,
  sql: () => `
    create index event_outcomes on threadbeat.event (machine, received_at, epoch, seq) where kind = 'outcome';
  `,
}

/** What waits is found by who sent it, so that each sender has its turn. */
export const MAIL_TURNS: Migration = {
  number: 12,
  minReader: 1,
  sql: () => 'create index mail_waiting on threadbeat.mail (recipient, sender, seq) where ended is null',
}
