import { AGENTS_SCHEMA } from './agents.ts'
import { ALERTS_SCHEMA } from './alerts.ts'
import {
  ATTEMPTS_SCHEMA,
  DAILY_SCHEMA,
  MEASURED_TURNS_SCHEMA,
  METRICS_SCHEMA,
  RETURNED_SCHEMA,
} from '../attempts/schema.ts'
import { DEAD_ENDS_SCHEMA } from '../attempts/dead-ends-schema.ts'
import { BACKTEST_SCHEMA } from './backtest.ts'
import { EVENTS_SCHEMA } from './events.ts'
import { HISTORY_SCHEMA } from './history.ts'
import { LATER_SCHEMA, TROUBLED_SCHEMA } from './history-later.ts'
import { HUB_LISTS_SCHEMA, HUB_SCHEMA, NO_CURSOR_SCHEMA } from '../hub/schema.ts'
import { JOBS_SCHEMA } from './jobs.ts'
import { PAGE_KINDS_SCHEMA, PLAYBOOK_SCHEMA } from './playbook.ts'
import {
  POLLINATION_SCHEMA,
  SHARED_LISTS_SCHEMA,
  SUGGESTED_BY_MACHINE_SCHEMA,
  SUGGESTED_BY_PERSON_SCHEMA,
  SUGGESTED_EDITS_SCHEMA,
  SUGGESTION_LIFE_SCHEMA,
  SUGGESTION_RULES_NUMBERED_SCHEMA,
  SUGGESTIONS_AS_PROPOSED_SCHEMA,
  SUGGESTIONS_TO_AGENTS_SCHEMA,
  SUSPECTS_SCHEMA,
} from './pollination.ts'
import { REPOSITORIES_ANEW_SCHEMA, THREADS_SCHEMA } from './threads.ts'
import { WORK_SCHEMA } from './work.ts'

/** The tables of version 1, each subject in a file of this folder; the history's triggers watch the others. */
const VERSION_1 = [
  THREADS_SCHEMA,
  WORK_SCHEMA,
  AGENTS_SCHEMA,
  ALERTS_SCHEMA,
  EVENTS_SCHEMA,
  JOBS_SCHEMA,
  PLAYBOOK_SCHEMA,
  HISTORY_SCHEMA,
].join('')

/**
 * Append only: the length of this list is the schema's version (PRAGMA user_version). From the first release
 * on no entry is edited, and each release keeps a database file as a fixture.
 */
export const MIGRATIONS: readonly string[] = [
  VERSION_1,
  POLLINATION_SCHEMA,
  SUGGESTION_LIFE_SCHEMA,
  BACKTEST_SCHEMA,
  LATER_SCHEMA,
  SUSPECTS_SCHEMA,
  SUGGESTIONS_TO_AGENTS_SCHEMA,
  SUGGESTED_BY_PERSON_SCHEMA,
  SUGGESTION_RULES_NUMBERED_SCHEMA,
  SUGGESTIONS_AS_PROPOSED_SCHEMA,
  ATTEMPTS_SCHEMA,
  METRICS_SCHEMA,
  MEASURED_TURNS_SCHEMA,
  DAILY_SCHEMA,
  DEAD_ENDS_SCHEMA,
  RETURNED_SCHEMA,
  PAGE_KINDS_SCHEMA,
  HUB_SCHEMA,
  HUB_LISTS_SCHEMA,
  SHARED_LISTS_SCHEMA,
  SUGGESTED_BY_MACHINE_SCHEMA,
  SUGGESTED_EDITS_SCHEMA,
  NO_CURSOR_SCHEMA,
  TROUBLED_SCHEMA,
  REPOSITORIES_ANEW_SCHEMA,
]
