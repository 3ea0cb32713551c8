import { inQuotes } from '../base/hidden-text.ts'
import type { GitGlance } from '../events/git-glance.ts'
import { formatDuration, HOUR, MINUTE } from '../base/time.ts'

/** Signs that somebody is at work in a repository. Ages and durations in milliseconds. */
export interface WayFacts {
  readonly lock: { readonly ageMs: number } | null // index.lock: a git command is writing, or one died
  readonly operation: GitGlance['operation']
  readonly operationAgeMs: number | null // null exactly when there is no operation
  readonly editedMsAgo: number | null // the newest of the files that differ from HEAD; null: none
  readonly session: string | null // an agent CLI that a person started and that works there: its name
}

/** Older marks were left behind by something that died or was forgotten. */
const LOCK_HOLDS_MS = 10 * MINUTE
const OPERATION_HOLDS_MS = 6 * HOUR
const EDIT_HOLDS_MS = 3 * MINUTE

/**
 * Why a beat that nobody asked for should hold back, in one sentence; null: nothing is in its way.
 * `skippedBefore`: the beat before was held back already, so that an open session or steady edits delay a
 * beat by one period and never starve it.
 */
export function inTheWay(f: WayFacts, policy: { readonly skippedBefore: boolean }): string | null {
  if (f.lock !== null && f.lock.ageMs < LOCK_HOLDS_MS)
    return `A git command is at work here: index.lock is ${formatDuration(f.lock.ageMs)} old.`
  if (f.operation !== null && f.operationAgeMs !== null && f.operationAgeMs < OPERATION_HOLDS_MS)
    return `A ${f.operation} is in progress here, touched ${formatDuration(f.operationAgeMs)} ago.`
  if (policy.skippedBefore) return null
  if (f.session !== null) return `An agent session (${inQuotes(f.session, 40)}) is open here.`
  if (f.editedMsAgo !== null && f.editedMsAgo < EDIT_HOLDS_MS)
    return `Somebody is working here: a file was edited ${formatDuration(f.editedMsAgo)} ago.`
  return null
}
