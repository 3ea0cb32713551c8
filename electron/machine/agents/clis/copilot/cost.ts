import { minusUsage, NO_TOTALS, NO_USAGE, type Usage } from '../../../../../shared/agents/agent-turn.ts'
import { asAmount, asObject, eventIn, plusUsage, type CliRequest, type Reading } from '../../cli.ts'
import { dearestPrice, priceOf } from '../../prices.ts'

/**
 * Usage is the whole session's: a resumed one has used up some of it before, and one that was cut off tells
 * it with the next run. Money is an estimate.
 */
export function moneyOf(
  text: string,
  model: string | null,
  { session, billed }: CliRequest,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const metrics = asObject(eventIn(text)?.['modelMetrics'])
  const each = Object.entries(metrics).map(([name, told]): { name: string; usage: Usage } => {
    const u = asObject(asObject(told)['usage'])
    const cached = asAmount(u['cacheReadTokens']) ?? 0
    return {
      name,
      usage: {
        input: Math.max(0, (asAmount(u['inputTokens']) ?? 0) - cached),
        cached,
        output: asAmount(u['outputTokens']) ?? 0,
      },
    }
  })
  if (each.length === 0)
    return { usage: null, costUsd: null, totals: session === null ? NO_TOTALS : session.totals }
  const priced = (name: string | null, usage: Usage): number | null =>
    priceOf(name, usage) ?? (billed ? dearestPrice('copilot', usage) : null)
  const total = each.reduce((all, { usage }) => plusUsage(all, usage), NO_USAGE)
  const prices = each.map(({ name, usage }) => priced(name, usage))
  const cost = prices.includes(null) ? null : prices.reduce<number>((all, price) => all + (price ?? 0), 0)
  const totals = { costUsd: cost ?? 0, usage: total }
  if (session === null) return { usage: total, costUsd: cost, totals }
  if (session.totals === null) return { usage: null, costUsd: null, totals }
  const usage = minusUsage(total, session.totals.usage)
  return { usage, costUsd: priced(model, usage), totals }
}
