import { ADVICE } from './advice.ts'
import { EVENTS } from './events.ts'
import { MAIL_TURNS, OUTCOMES } from './indexes.ts'
import { KEEPING } from './keeping.ts'
import { LESS_KEPT } from './less-kept.ts'
import { MACHINES } from './machines.ts'
import { CODES_OF_EACH, FLEET_LIMITS } from './limits.ts'
import { MAIL } from './mail.ts'
import type { Migration } from './migration.ts'
import { NAMES } from './names.ts'
import { SILENCE } from './silence.ts'
import { STOPPED } from './stopped.ts'
import { SUGGESTIONS } from './suggestions.ts'
import { TOLD_RUNS } from './told-runs.ts'

/** All steps in their order: only ever longer. */
export const MIGRATIONS: readonly Migration[] = [
  MACHINES,
  EVENTS,
  MAIL,
  KEEPING,
  OUTCOMES,
  SILENCE,
  ADVICE,
  FLEET_LIMITS,
  TOLD_RUNS,
  LESS_KEPT,
  SUGGESTIONS,
  MAIL_TURNS,
  NAMES,
  STOPPED,
  CODES_OF_EACH,
]

/** The newest that this Threadbeat knows. */
export const SCHEMA_NUMBER = MIGRATIONS.length
