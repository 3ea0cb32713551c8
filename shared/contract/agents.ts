import type { Billing, Effort } from '../agents/agent-config.ts'
import type { CliName } from '../agents/agent-names.ts'
import type { AgentTurn } from '../agents/agent-turn.ts'
import type { CapUse } from '../agents/budget.ts'
import type { FaultCode } from '../base/faults.ts'
import type { RunId, ThreadId } from '../base/ids.ts'
import type { PermissionDecision } from '../agents/permission.ts'
import type { SpendView } from '../views/snapshot.ts'

/* Of runners: what is installed, what it may do, what it spent. */

/** A runner of this machine, with what a person needs to choose it. */
export interface RunnerView {
  readonly cli: CliName
  readonly name: string
  readonly program: string | null // null: not found
  readonly how: 'setting' | 'path' | 'login shell' | 'folder' | null // it was found; null: it was not
  readonly version: string | null // null: not found, or it does not tell
  readonly signedIn: 'yes' | 'no' | 'unknown'
  readonly account: string | null // null: not told
  readonly looked: readonly string[]
  readonly install: string
  readonly signIn: string
  /** What beats run on. */
  readonly cheapest: {
    readonly model: string | null // null: the CLI's own default
    readonly effort: Effort | null // null: the CLI's own default
  }
  readonly resumes: boolean
  readonly billing: Billing // by the session's environment
  readonly threads: number // that use it
  readonly threadsByPath: number // of these, those that name its program, and need not have it found
}
/** Every field that was read from the runner's output. */
export interface RunnerTest {
  readonly ok: boolean
  readonly fault: { readonly code: FaultCode; readonly message: string } | null // null: it worked
  readonly text: string
  readonly exitCode: number | null // null: it was not started, or did not come to its end
  readonly durationMs: number
  readonly turn: AgentTurn | null // null: nothing could be read
  readonly output: string // as printed, capped
}
export interface PermissionView {
  readonly rule: string
  readonly label: string
  // false: the runner cannot be told to allow it; it can only be refused for good
  readonly allowable: boolean
  readonly decision: 'asked' | PermissionDecision
  readonly askedAt: number
  readonly runId: RunId | null // that asked for it last; null: it is not kept
}
export interface SpendReport {
  readonly today: SpendView
  readonly caps: readonly CapUse[]
  readonly byThread: readonly {
    readonly threadId: ThreadId
    readonly name: string
    readonly starts: number
    readonly saved: number
    readonly tokens: number
    readonly usd: number
    readonly ownServer: boolean // all of its starts were with a server of the person: no money is counted
  }[] // today, most first
  readonly byDay: readonly {
    readonly at: number
    readonly starts: number
    readonly saved: number
    readonly tokens: number
    readonly usd: number
  }[] // the last 14 local days, oldest first
}
