import { DAY } from '../base/time.ts'

/** What one repository was at one time: names and counts only, nothing that could be run. */
export interface RepositoryState {
  /** Ids of the checks that it had (`kinds/check-kinds.ts`); an id that is not in the table is kept as it is. */
  readonly checks: readonly string[]
  /** Names at the root; the name of a folder may end with a slash. */
  readonly files: readonly string[]
  /** Ending without its point (`ts`) → number of files. The most frequent are enough. */
  readonly languages: Readonly<Record<string, number>>
  /** Tools that it develops with, by the names of their packages. */
  readonly tools: readonly string[]
  /** Names of its scripts, recipes and targets. */
  readonly scripts: readonly string[]
  /** Commits in the half-year before. */
  readonly active: number
  /** Made for other programs to import, by its package.json; absent: not known. */
  readonly isLibrary?: boolean
}

/** States of one repository, oldest first, one for each half-year; null: there was no commit yet. */
export type History = readonly (RepositoryState | null)[]

/**
 * A person's repositories by their names. All histories are equally long, and the last entry of each is
 * now: of a fleet looked at on a date, nothing later is in it.
 */
export type FleetHistory = ReadonlyMap<string, History>

/** Half-years in which it is counted what was taken up, and for which it is foretold: 18 months. */
export const WINDOW = 3
/** How far the states of a history lie apart. */
export const HALF_YEAR_MS = 182 * DAY
