import { minusUsage, NO_TOTALS, type Usage } from '../../../../../shared/agents/agent-turn.ts'
import { asAmount, type CliRequest, type Event, type Reading } from '../../cli.ts'
import { dearestPrice, priceOf } from '../../prices.ts'

/**
 * Usage is the whole thread's: a resumed one has used up some of it before. Of a run that was cut off only the
 * record tells; where that is not seen, its tokens are in the difference of the next one. Money is an estimate:
 * by the model that was asked for, for the stream names none.
 */
export function moneyOf(
  told: Event,
  { session, model, billed }: CliRequest,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const input = asAmount(told['input_tokens'])
  const output = asAmount(told['output_tokens'])
  if (input === null || output === null)
    return { usage: null, costUsd: null, totals: session === null ? NO_TOTALS : session.totals }
  const cached = asAmount(told['cached_input_tokens']) ?? 0
  const total: Usage = { input: Math.max(0, input - cached), cached, output }
  const price = (usage: Usage): number | null =>
    priceOf(model, usage) ?? (billed ? dearestPrice('codex', usage) : null)
  const usage = sinceThen(total, session)
  return {
    usage,
    costUsd: usage === null ? null : price(usage),
    totals: { costUsd: price(total) ?? 0, usage: total },
  }
}

/** null: what the thread had used up before is not known. */
function sinceThen(total: Usage, session: CliRequest['session']): Usage | null {
  if (session === null) return total
  return session.totals === null ? null : minusUsage(total, session.totals.usage)
}
