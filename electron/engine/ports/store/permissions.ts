import type { ApprovalRequest, CommandFile } from '../../../../shared/agents/approval.ts'
import type { PermissionDecision } from '../../../../shared/agents/permission.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

export interface PermissionsRoom {
  /** Rules a person decided about, and those that wait for it, newest first. */
  list(threadId: ThreadId): readonly {
    readonly rule: string
    readonly label: string
    readonly allowable: boolean
    readonly decision: 'asked' | PermissionDecision
    readonly askedAt: Instant
    readonly runId: RunId | null
  }[]
  /** false: nobody asked for this rule, or its runner cannot be told to allow it. */
  decide(threadId: ThreadId, rule: string, decision: PermissionDecision): boolean
  wanted(threadId: ThreadId): number
  rules(threadId: ThreadId): Readonly<Record<PermissionDecision, readonly string[]>>
  /** By hash. */
  approvals(
    threadId: ThreadId,
  ): ReadonlyMap<
    string,
    { readonly approvedAt: Instant; readonly text: string; readonly files: readonly CommandFile[] }
  >
  /** Approvals and decisions, suggestions that may be tried: nothing of the thread is allowed any more. */
  clear(threadId: ThreadId): void
  approve(
    threadId: ThreadId,
    request: Pick<ApprovalRequest, 'hash' | 'text' | 'files'>,
    approvedAt: Instant,
  ): void
  revoke(threadId: ThreadId, hash: string): void
}
