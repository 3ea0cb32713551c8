import type { Billing } from '../../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../../shared/agents/agent-turn.ts'
import type { Spent } from '../../../../shared/agents/budget.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { GateMark } from '../../../../shared/runs/change-gate.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { StoredSession } from '../records.ts'

export interface AgentsRoom {
  /** Starts of agents since then, also of threads that are gone. */
  spentSince(at: Instant): readonly Spent[]
  /** A start that belongs to no thread: a person's test of a runner. */
  addStart(runner: string, billing: Billing, turn: AgentTurn | null, now: Instant): void
  /** Another number when what was spent has changed. */
  spentVersion(): number
  /** Beats since then that started no agent, because nothing had changed or nothing needed one. */
  savedSince(at: Instant): readonly { readonly threadId: ThreadId; readonly at: Instant }[]
  session(threadId: ThreadId): StoredSession | null
  forgetSession(threadId: ThreadId): void
  gateMarks(threadId: ThreadId): Partial<Record<Tier, GateMark>>
}
