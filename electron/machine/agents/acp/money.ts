import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { NO_TOTALS, type Usage } from '../../../../shared/agents/agent-turn.ts'
import type { CliRequest, Reading } from '../cli.ts'
import { dearestPrice, priceOf } from '../prices.ts'
import { ROWS } from './agents.ts'
import { spentIn, type Turn } from './turn.ts'

interface Spent {
  readonly turn: Turn
  readonly model: string | null
  readonly told: Usage | null
  readonly requests: number // of the turn to its model, at least
}

/** What the agent tells in dollars, else an estimate by the model. */
export function moneyOf(
  cli: AcpAgent,
  request: CliRequest,
  { turn, model, told, requests }: Spent,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const usage = told === null || ROWS[cli].usageOfLastRequest !== true ? told : times(told, requests)
  const total = turn.costUsd()
  const spent = spentIn(total, request)
  const before = request.session === null ? NO_TOTALS : request.session.totals
  const estimate = (): number | null =>
    usage === null ? null : (priceOf(model, usage) ?? (request.billed ? dearestPrice(cli, usage) : null))
  return {
    usage,
    costUsd: spent ?? estimate(),
    totals: total === null ? before : { costUsd: total, usage: before?.usage ?? NO_TOTALS.usage },
  }
}

const times = ({ input, cached, output }: Usage, n: number): Usage => ({
  input: input * n,
  cached: cached * n,
  output: output * n,
})
