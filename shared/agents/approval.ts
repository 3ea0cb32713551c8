import type { Instant } from '../base/time.ts'

/** A command found in HEARTBEAT.md that would be executed if a person approved it. */
export interface ApprovalRequest {
  // shell: needs /bin/sh because of pipes, redirections, globs, variables: approved apart
  readonly kind: 'argv' | 'shell'
  readonly argv: readonly string[] // empty for kind 'shell'
  readonly text: string // as written between the backticks
  /**
   * Content hash of the repository's files that the command starts: a script, the one given to an
   * interpreter, package.json's scripts, a Makefile. null: none.
   */
  readonly fileHash: string | null
  /** sha256 over all of the above, hex: an approval holds for exactly this. */
  readonly hash: string
}

/** What the window and the command line show before anything is approved. */
export interface ApprovalView extends ApprovalRequest {
  readonly tasks: readonly string[] // task lines that use it
  readonly approvedAt: Instant | null // null: not approved; nothing of it is run
  // the same line was approved before, with another content of the script that it starts
  readonly changed: boolean
}
