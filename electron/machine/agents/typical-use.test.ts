import { expect, it } from 'vitest'
import { PRINTING_CLIS } from '../../../shared/agents/agent-names.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { TYPICAL_USD, TYPICAL_USE } from '../../../shared/agents/typical-use.ts'
import { dearestPrice, priceOf } from './prices.ts'

const modelOf = (cli: (typeof PRINTING_CLIS)[number]): string =>
  cli === 'claude' ? 'claude-haiku' : (PRESETS[cli].cheapest.model ?? '')

// The estimate speaks of money before anything was spent; the price table speaks of it afterwards. They
// must be one.
it.each(PRINTING_CLIS)('a typical start of %s costs what its cheapest model costs', (cli) =>
  expect(TYPICAL_USD[cli]).toBeCloseTo(priceOf(modelOf(cli), TYPICAL_USE)!, 6),
)

it.each(PRINTING_CLIS)('what %s beats with is the cheapest that the table knows of its models', (cli) =>
  expect(priceOf(modelOf(cli), TYPICAL_USE)! / dearestPrice(cli, TYPICAL_USE)).toBeLessThanOrEqual(0.2),
)
