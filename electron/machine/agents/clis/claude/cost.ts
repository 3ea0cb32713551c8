import {
  minusUsage,
  NO_USAGE,
  type SessionTotals,
  type Usage,
} from '../../../../../shared/agents/agent-turn.ts'
import { asAmount, asObject, asText, plusUsage, type CliRequest, type Event } from '../../cli.ts'
import { dearestPrice, priceOf } from '../../prices.ts'

/** What no turn can have cost. */
const MOST_USD = 1e6

const usageOf = (usage: Event): Usage => ({
  input: (asAmount(usage['input_tokens']) ?? 0) + (asAmount(usage['cache_creation_input_tokens']) ?? 0),
  cached: asAmount(usage['cache_read_input_tokens']) ?? 0,
  output: asAmount(usage['output_tokens']) ?? 0,
})

/**
 * One answer of the model, as far as its events have told: they repeat what went in, and tell only the
 * beginning of what came out.
 */
export interface Answered {
  readonly model: string
  readonly usage: Usage
  readonly letters: number
}

export function addAnswer(answers: Map<string, Answered>, model: string, message: Event): void {
  const id = asText(message['id'])
  const told = asObject(message['usage'])
  if (id === null || asAmount(told['input_tokens']) === null) return
  const before = answers.get(id)
  if (before === undefined && answers.size >= ANSWERS_KEPT) return
  answers.set(id, {
    model,
    usage: usageOf(told),
    letters: (before?.letters ?? 0) + JSON.stringify(message['content'] ?? '').length,
  })
}
const ANSWERS_KEPT = 10_000
const LETTERS_PER_TOKEN = 4

/** An estimate for a run that was cut off before it told what it used. null: no answer was seen. */
export function answersIn(
  answers: ReadonlyMap<string, Answered>,
  { billed }: CliRequest,
): { usage: Usage; costUsd: number | null } | null {
  if (answers.size === 0) return null
  let sum = NO_USAGE
  let costUsd: number | null = 0
  for (const answer of answers.values()) {
    const usage = {
      ...answer.usage,
      output: Math.max(answer.usage.output, Math.ceil(answer.letters / LETTERS_PER_TOKEN)),
    }
    const price = priceOf(answer.model, usage) ?? (billed ? dearestPrice('claude', usage) : null)
    sum = plusUsage(sum, usage)
    costUsd = costUsd === null || price === null ? null : costUsd + price
  }
  return { usage: sum, costUsd }
}

/**
 * `usage` is this run's; money and `modelUsage` are the whole session's, so that a run costs the
 * difference. What is not told is estimated.
 */
export function moneyOf(
  result: Event | null,
  request: CliRequest,
  seen: ReturnType<typeof answersIn>,
): { usage: Usage | null; costUsd: number | null; totals: SessionTotals | null } {
  const { session } = request
  const claimed = asAmount(result?.['total_cost_usd'])
  const total = claimed !== null && claimed <= MOST_USD ? claimed : null
  const told = result?.['usage']
  const usage = typeof told === 'object' && told !== null ? usageOf(asObject(told)) : null
  const models = Object.values(asObject(result?.['modelUsage'])).map(asObject)
  if (result === null || total === null)
    return { usage: usage ?? seen?.usage ?? null, costUsd: seen?.costUsd ?? null, totals: null }
  const sum = models.reduce<Usage>(
    (all, m) =>
      plusUsage(all, {
        input: (asAmount(m['inputTokens']) ?? 0) + (asAmount(m['cacheCreationInputTokens']) ?? 0),
        cached: asAmount(m['cacheReadInputTokens']) ?? 0,
        output: asAmount(m['outputTokens']) ?? 0,
      }),
    NO_USAGE,
  )
  if (session === null) return { usage, costUsd: total, totals: { costUsd: total, usage: sum } }
  const totals = { costUsd: total, usage: sum }
  // What the session had cost before is not known, for instance because its last run was cut off.
  if (session.totals === null)
    return { usage: usage ?? seen?.usage ?? null, costUsd: seen?.costUsd ?? null, totals }
  return {
    usage: usage ?? minusUsage(sum, session.totals.usage),
    costUsd: Math.max(0, total - session.totals.costUsd),
    totals,
  }
}
