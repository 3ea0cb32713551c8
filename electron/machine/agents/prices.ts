import type { CliName } from '../../../shared/agents/agent-names.ts'
import type { Usage } from '../../../shared/agents/agent-turn.ts'

/** USD per million tokens. */
interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/**
 * An estimate, as of 2026-11, for CLIs that do not tell money themselves. The longest prefix of the model's
 * name counts.
 */
const PRICES: Readonly<Record<string, Price>> = {
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'gpt-5.1-codex-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5.2': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.3': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
  'gpt-5.6-luna': { input: 0.2, cached: 0.02, output: 1.2 },
  'gpt-5.6-terra': { input: 2, cached: 0.2, output: 12 },
  'gpt-5.6-sol': { input: 4, cached: 0.4, output: 20 },
  'gpt-6-luna': { input: 0.1, cached: 0.01, output: 0.5 },
  'gpt-6-sol': { input: 2, cached: 0.2, output: 10 },
  'gpt-6.1-sol': { input: 2, cached: 0.1, output: 10 },
  'gpt-6-astra': { input: 10, cached: 1, output: 50 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  o3: { input: 2, cached: 0.5, output: 8 },
  'o4-mini': { input: 1.1, cached: 0.275, output: 4.4 },
  'codex-mini': { input: 1.5, cached: 0.375, output: 6 },
  'claude-haiku': { input: 1, cached: 0.1, output: 5 },
  'claude-sonnet': { input: 3, cached: 0.3, output: 15 },
  'claude-opus': { input: 5, cached: 0.5, output: 25 },
  'gemini-2.5-pro': { input: 1.25, cached: 0.31, output: 10 },
  'gemini-2.5-flash': { input: 0.3, cached: 0.075, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, cached: 0.025, output: 0.4 },
}

/** null: no price is known for the model. */
export function priceOf(model: string | null, usage: Usage): number | null {
  const name = (model ?? '').toLowerCase().replace(/^.*\//, '')
  // "gpt-5" is no prefix of "gpt-50": after it comes the end, or a sign.
  const known = Object.keys(PRICES).filter(
    (prefix) =>
      name.startsWith(prefix) &&
      !/^[a-z0-9]/.test(name.slice(prefix.length)) &&
      !/^\.\d/.test(name.slice(prefix.length)),
  )
  const price = PRICES[known.sort((a, b) => b.length - a.length)[0] ?? '']
  return price === undefined ? null : costOf(price, usage)
}

/** Absent: it may run any model. */
const MODELS: Partial<Record<CliName, RegExp>> = {
  claude: /^claude/,
  codex: /^(?:gpt|o\d|codex)/,
  gemini: /^gemini/,
}

/**
 * What it costs at most with a model that this CLI offers: where a key pays, an unknown model must not
 * count as nothing, or no money cap would ever be reached.
 */
export const dearestPrice = (cli: CliName, usage: Usage): number =>
  Math.max(
    ...Object.entries(PRICES)
      .filter(([name]) => MODELS[cli]?.test(name) ?? true)
      .map(([, price]) => costOf(price, usage)),
  )

const costOf = (price: Price, usage: Usage): number =>
  (usage.input * price.input + usage.cached * price.cached + usage.output * price.output) / 1_000_000
