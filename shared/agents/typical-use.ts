import type { CliName } from './agent-names.ts'

/**
 * What one start of an agent uses up for a list like the template: a few calls, most of the prompt read
 * from the cache.
 */
export const TYPICAL_USE = { input: 12_000, cached: 40_000, output: 700 } as const
/**
 * Money of one such start on the CLI's cheapest model, in dollars; electron/machine/agents/prices.ts is what
 * it is computed from.
 */
export const TYPICAL_USD: Record<CliName, number> = {
  claude: 0.0195,
  codex: 0.00195,
  copilot: 0.00195,
  // Their model is the one of their own configuration: counted as one of the middle size.
  opencode: 0.0585,
  gemini: 0.0585,
  goose: 0.0585,
  qwen: 0.0585,
  kiro: 0.0585,
  'local-model': 0, // on the person's own machine
  acp: 0.0585,
}
