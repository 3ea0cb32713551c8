import type { Migration } from './migration.ts'

/** So that the newest outcomes of a machine are found without reading what else it told. */
export const OUTCOMES: Migration = {
  number: 5,
  minReader: 1,
  sql: () => `
    create index event_outcomes on threadbeat.event (machine, received_at, epoch, seq) where kind = 'outcome';
  `,
}
