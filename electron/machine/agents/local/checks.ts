import type { CheckId } from '../../../../shared/runs/check-id.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { dayLog, mergeConflicts, staleBranches } from './branches.ts'
import { needsAgent, passed, type Check } from './check.ts'
import { issues, pullRequestChecks, pullRequestStatus } from './github.ts'
import { fetchRemote, upstreamCommits } from './remote.ts'
import { workingTree } from './working-tree.ts'

/** One per id: a new id does not compile until somebody says what it does. */
export const CHECKS: Record<CheckId, Check> = {
  'git-status': workingTree,
  // The flags themselves are findings of their own, one result each.
  'urgent-flags': async ({ flags }) =>
    passed(flags.length === 0 ? 'no urgent flags' : plural(flags.length, 'urgent flag')),
  'git-fetch': fetchRemote,
  'upstream-commits': upstreamCommits,
  'pr-checks': pullRequestChecks,
  'merge-conflicts': mergeConflicts,
  'day-log': dayLog,
  'pr-status': pullRequestStatus,
  issues,
  'stale-branches': staleBranches,
  // What this beat finds is kept as the report when it is over.
  'daily-summary': async () => passed('the result of this beat is the daily report'),
  'review-lists': async () => needsAgent(),
}
