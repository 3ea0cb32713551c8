import {
  minusUsage,
  NO_TOTALS,
  NO_USAGE,
  tokensOf,
  type Usage,
} from '../../../../../shared/agents/agent-turn.ts'
import { asAmount, asObject, eventIn, plusUsage, type CliRequest, type Reading } from '../../cli.ts'
import { dearestPrice, priceOf } from '../../prices.ts'

/** What the requests of one run took, as far as it was seen. */
export interface Seen {
  readonly usage: Usage
  readonly costUsd: number | null // null: the price of one of its models is not known
}

/**
 * Usage is the whole session's: a resumed one has used up some of it before, and one that was cut off tells
 * it with the next run. Money is an estimate. `seen`: what its requests took, for a run that told nothing at its end.
 */
export function moneyOf(
  text: string,
  model: string | null,
  request: CliRequest,
  seen: Seen | null,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const { session } = request
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
  if (each.length === 0) {
    const before = session === null ? NO_TOTALS : session.totals
    return {
      usage: seen?.usage ?? null,
      costUsd: seen?.costUsd ?? null,
      totals:
        before === null || seen === null
          ? before
          : { costUsd: before.costUsd + (seen.costUsd ?? 0), usage: plusUsage(before.usage, seen.usage) },
    }
  }
  const total = each.reduce((all, { usage }) => plusUsage(all, usage), NO_USAGE)
  const prices = each.map(({ name, usage }) => priced(name, usage, request))
  const cost = prices.includes(null) ? null : prices.reduce<number>((all, price) => all + (price ?? 0), 0)
  const totals = { costUsd: cost ?? 0, usage: total }
  if (session === null) return { ...theMore({ usage: total, costUsd: cost }, seen), totals }
  if (session.totals === null) return { usage: seen?.usage ?? null, costUsd: seen?.costUsd ?? null, totals }
  const usage = minusUsage(total, session.totals.usage)
  return { ...theMore({ usage, costUsd: priced(model, usage, request) }, seen), totals }
}

/** A run that was cut off leaves its last request out of what it tells. */
const theMore = (told: Seen, seen: Seen | null): Seen =>
  seen !== null && tokensOf(seen.usage) > tokensOf(told.usage) ? seen : told

/** null: the price of the model is not known, and no key pays. */
export const priced = (
  model: string | null,
  usage: Usage,
  { billed }: Pick<CliRequest, 'billed'>,
): number | null => priceOf(model, usage) ?? (billed ? dearestPrice('copilot', usage) : null)
