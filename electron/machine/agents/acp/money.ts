import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { NO_TOTALS, type Usage } from '../../../../shared/agents/agent-turn.ts'
import type { CliRequest, Reading } from '../cli.ts'
import { ROWS } from './agents.ts'
import { priced, type Seen } from './meter.ts'
import { spentIn, type Turn } from './turn.ts'

interface Spent {
  readonly turn: Turn
  readonly model: string | null
  readonly told: Usage | null
  readonly requests: number // of the turn to its model, at least
  /** While it went on; counts for a turn that was cut off and so told nothing. */
  readonly seen: Seen | null
}

/** What the agent tells in dollars, else an estimate by the model. */
export function moneyOf(
  cli: AcpAgent,
  request: CliRequest,
  { turn, model, told, requests, seen }: Spent,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const usage = told === null || ROWS[cli].usageOfLastRequest !== true ? told : times(told, requests)
  const total = turn.costUsd()
  const spent = spentIn(total, request)
  const before = request.session === null ? NO_TOTALS : request.session.totals
  const totals = total === null ? before : { costUsd: total, usage: before?.usage ?? NO_TOTALS.usage }
  return usage === null
    ? { usage: seen?.usage ?? null, costUsd: spent ?? seen?.costUsd ?? null, totals }
    : { usage, costUsd: spent ?? priced(cli, model, usage, request), totals }
}

const times = ({ input, cached, output }: Usage, n: number): Usage => ({
  input: input * n,
  cached: cached * n,
  output: output * n,
})
