import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import { isBeyondIt } from '../../../shared/runs/prompt/larger-model.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { fault } from '../../../shared/base/faults.ts'
import { plusUsage } from './cli.ts'
import type { Attempt } from './cli-attempt.ts'

type Reason = 'unavailable' | 'gaveUp'

/** Why the next model is asked. null: this attempt stands. */
export function reasonToPassOn({ because, status, text, turn }: Attempt, agent: CliConfig): Reason | null {
  if (because?.code === 'agent.model_unavailable' && turn.callCount === 0) return 'unavailable'
  return status === 'completed' && PRESETS[agent.cli].asksLarger === true && isBeyondIt(text)
    ? 'gaveUp'
    : null
}

/** The largest gave up as well: nobody answered. */
export const beyondAll = (attempt: Attempt, agent: CliConfig): Attempt => ({
  ...attempt,
  status: 'failed',
  because: fault(
    'agent.bad_output',
    `${attempt.turn.model ?? PRESETS[agent.cli].name} says that this is beyond it, and there is no larger model to ask`,
  ),
})

/** The attempts of a run before the one that stands. */
interface Passed {
  on(reason: Reason, model: string | null, attempt: Attempt): void
  costUsd(): number
  /** The attempt that stands, with what those before it took. */
  over(last: Attempt): Attempt
}

export function newPassed(): Passed {
  const models: Record<Reason, string[]> = { unavailable: [], gaveUp: [] }
  const before: AgentTurn[] = []
  return {
    on(reason, model, { turn }) {
      if (model !== null) models[reason].push(model)
      before.push(turn)
    },
    costUsd: () => before.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    over(last) {
      const turn = before.reduce(plusTurn, last.turn)
      const { unavailable, gaveUp } = models
      return { ...last, turn: { ...turn, unavailable, ...(gaveUp.length > 0 && { gaveUp }) } }
    },
  }
}

/** What another attempt took counts; what it did and said does not. null: not told by either. */
const plusTurn = (turn: AgentTurn, other: AgentTurn): AgentTurn => ({
  ...turn,
  usage: turn.usage && other.usage ? plusUsage(turn.usage, other.usage) : (turn.usage ?? other.usage),
  costUsd:
    turn.costUsd === null && other.costUsd === null ? null : (turn.costUsd ?? 0) + (other.costUsd ?? 0),
})
