import { expect, it } from 'vitest'
import { TYPICAL_USD, TYPICAL_USE } from '../../../shared/views/estimate.ts'
import { priceOf } from './prices.ts'

// The estimate speaks of money before anything was spent; the price table speaks of it afterwards. They
// must be one.
it.each([
  ['claude', 'quick', 'claude-haiku'],
  ['claude', 'hourly', 'claude-haiku'],
  ['claude', 'daily', 'claude-sonnet'],
  ['codex', 'quick', 'gpt-5'],
  ['codex', 'daily', 'gpt-5'],
] as const)('a typical %s start of the %s tier costs what %s costs', (cli, tier, model) => {
  expect(TYPICAL_USD[cli][tier]).toBeCloseTo(priceOf(model, { ...TYPICAL_USE })!, 6)
})
