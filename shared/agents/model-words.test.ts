import { expect, it } from 'vitest'
import { modelWords } from './model-words.ts'

it.each([
  ['as asked', { model: 'haiku', effort: null }, null, 'haiku'],
  ['with its effort', { model: 'gpt-6-luna', effort: 'low' }, null, 'gpt-6-luna, effort low'],
  [
    'another that it told',
    { model: 'haiku', effort: null },
    { model: 'claude-haiku-5-5', unavailable: [] },
    'claude-haiku-5-5 (asked for haiku)',
  ],
  ['nobody chose', { model: null, effort: null }, { model: null, unavailable: [] }, 'its own default'],
  [
    'the cheapest is not to be had',
    { model: 'gpt-6-luna', effort: 'low' },
    { model: null, unavailable: ['gpt-6-luna'] },
    'its own default (gpt-6-luna: not available to this account)',
  ],
  [
    'smaller ones gave up',
    { model: 'qwen3:8b', effort: null },
    { model: 'qwen3:32b', unavailable: ['phi'], gaveUp: ['qwen3:8b'] },
    'qwen3:32b (phi: not available to this account; qwen3:8b gave up)',
  ],
] as const)('names the model of a run: %s', (_, asked, turn, words) =>
  expect(modelWords(asked, turn)).toBe(words),
)
