import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { NO_TOTALS, type Usage } from '../../../../shared/agents/agent-turn.ts'
import { TYPICAL_USE } from '../../../../shared/agents/typical-use.ts'
import type { CliRequest, Reading } from '../cli.ts'
import { dearestPrice, priceOf } from '../prices.ts'
import { ROWS } from './agents.ts'
import { spentIn, type Turn } from './turn.ts'

/** A run that was cut off tells nothing: it counts as so many typical requests, not as none. */
const REQUESTS_OF_A_START = 4
const TYPICAL_REQUEST: Usage = {
  input: TYPICAL_USE.input / REQUESTS_OF_A_START,
  cached: TYPICAL_USE.cached / REQUESTS_OF_A_START,
  output: TYPICAL_USE.output / REQUESTS_OF_A_START,
}

interface Spent {
  readonly turn: Turn
  readonly model: string | null
  readonly told: Usage | null
  readonly isCutOff: boolean // its turn came to no end, and so to no figures
  readonly requests: number // of the turn to its model, at least
}

/** What the agent tells in dollars, else an estimate by the model. */
export function moneyOf(
  cli: AcpAgent,
  request: CliRequest,
  { turn, model, told, isCutOff, requests }: Spent,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const tokens = told === null || ROWS[cli].usageOfLastRequest !== true ? told : times(told, requests)
  const usage = tokens ?? (isCutOff && requests > 1 ? times(TYPICAL_REQUEST, requests) : null)
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
