import { argumentsText, type ApprovalView } from '../../../../shared/agents/approval.ts'
import type { JobId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Job, JobAction } from '../../../../shared/jobs/job.ts'
import { approvalKey } from '../../jobs/job-approval.ts'
import { viewOf } from '../agents/approvals.ts'
import { faultOr, lookup, type ApiErrors } from '../lookup.ts'
import type { CoreParts } from '../parts.ts'

/**
 * The command of a job as it would be executed now. null: it executes none, or its thread is not trusted, so that
 * nothing of its repository is read. Throws the caller's error where there is no such thread, or no disk answers.
 */
export async function commandOf(
  { threadId }: { readonly threadId: ThreadId },
  action: JobAction,
  { ports, store }: CoreParts,
  errors: Pick<ApiErrors, 'NOT_FOUND' | 'INVALID' | 'CONFLICT'>,
): Promise<ApprovalView | null> {
  const thread = lookup(store).threadOr(threadId, errors)
  if (action.kind !== 'command' || thread.trustedAt === null) return null
  const inspected = await ports.repositories.inspectCommand(thread.repoPath, action)
  if (!inspected.ok) throw faultOr(inspected.error, errors)
  const { request } = inspected.value
  return viewOf({ request, tasks: [], places: [] }, store.permissions.approvals(threadId))
}

/** What a person has just said yes to; null: nothing of a repository was shown. In a transaction of the caller. */
export function keepApproval(
  id: JobId,
  threadId: ThreadId,
  command: ApprovalView | null,
  { ports, store }: CoreParts,
): void {
  const now = ports.clock.now()
  if (command !== null && command.fileHash !== null) store.permissions.approve(threadId, command, now)
  store.alerts.resolve(threadId, [approvalKey(id)], now)
}

/**
 * Takes back what a person approved for this job, of each content that its files had: none of them starts again without
 * a question. Nothing of the repository is read for it. Throws INVALID where nothing of it is approved.
 */
export function revokeApproval(
  { threadId, name, action }: Pick<Job, 'threadId' | 'name' | 'action'>,
  { store }: CoreParts,
  errors: Pick<ApiErrors, 'INVALID'>,
): void {
  const text = action.kind === 'command' ? argumentsText(action.argv) : null
  const hashes = [...store.permissions.approvals(threadId)].flatMap(([hash, approval]) =>
    approval.text === text ? [hash] : [],
  )
  if (hashes.length === 0)
    throw errors.INVALID({
      message:
        `The job "${name}" has no approval that could be taken back. One whose command runs no file of the ` +
        'repository was confirmed with the job: pause or remove it.',
    })
  store.together(() => {
    for (const hash of hashes) store.permissions.revoke(threadId, hash)
  })
}
