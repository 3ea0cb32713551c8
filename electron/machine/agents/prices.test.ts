import { describe, expect, it } from 'vitest'
import { dearestPrice, priceOf } from './prices.ts'

const MILLION = { input: 1_000_000, cached: 1_000_000, output: 1_000_000 }

describe('the price table', () => {
  it.each<[string | null, number | null]>([
    ['gpt-5', 11.375],
    ['gpt-5-2025-08-07', 11.375],
    ['gpt-5-codex', 11.375],
    ['gpt-5-mini', 2.275],
    ['openai/gpt-5.4', 17.75],
    ['GPT-5.4-mini-2026', 5.325],
    ['claude-haiku-5-5', 6.1],
    ['gpt-50', null],
    ['gpt-5.9', null],
    ['llama', null],
    ['', null],
    [null, null],
    ['__proto__', null],
  ])('of %s', (model, usd) => {
    const price = priceOf(model, MILLION)
    if (usd === null) expect(price).toBeNull()
    else expect(price).toBeCloseTo(usd)
  })
  it('knows the dearest model of each CLI, for one that it does not know', () => {
    expect([
      dearestPrice('claude', MILLION),
      dearestPrice('codex', MILLION),
      dearestPrice('copilot', MILLION),
    ]).toEqual([30.5, 61, 61])
    expect(dearestPrice('codex', { input: 0, cached: 0, output: 0 })).toBe(0)
  })
})
