import { differingFiles, type ApprovalRequest } from '../../../shared/agents/approval.ts'
import { firstOf } from '../../../shared/base/amounts.ts'
import { inQuotes } from '../../../shared/base/hidden-text.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { PermissionsRoom } from '../ports/store/permissions.ts'

/** Of the alert that stands while the command of a job waits for a person. */
export const approvalKey = (id: JobId): string => `job:approval:${id}`
/** Of the alert that files of a command were exchanged while it ran. */
export const exchangedKey = (id: JobId): string => `job:exchanged:${id}`

const NAMED = 5

/**
 * Why the command of a job is not started as it is now, as a sentence; null: it may be. Its own words were confirmed
 * with the job, so that one which names no file of the repository waits for nobody.
 */
export function approvalWanted(
  permissions: Pick<PermissionsRoom, 'approvals'>,
  threadId: ThreadId,
  { fileHash, hash, text, files }: ApprovalRequest,
): string | null {
  if (fileHash === null) return null
  const approvals = permissions.approvals(threadId)
  if (approvals.has(hash)) return null
  const before = [...approvals.values()]
    .filter((approval) => approval.text === text)
    .sort((a, b) => b.approvedAt - a.approvedAt)[0]
  if (before === undefined) {
    const named = firstOf([...new Set(files.map(({ file }) => file))], NAMED)
    return `Nobody has approved the files that its command runs${named === '' ? '' : `: ${named}`}.`
  }
  const changed = differingFiles(before.files, files).map(({ file }) => file)
  return changed.length === 0
    ? 'A file that its command runs changed since it was approved, where it is too long to be shown.'
    : `Changed since its command was approved: ${firstOf(changed, NAMED)}.`
}

/** `why`: a sentence. */
export const approvalAlert = ({ id, name }: Pick<Job, 'id' | 'name'>, why: string): RaisedAlert => ({
  key: approvalKey(id),
  severity: 'warning',
  text:
    `The job ${inQuotes(name)} was not started. ${why} Approve it as it is now on the page Jobs, or with ` +
    `\`threadbeat job approve ${id}\`.`,
})
