import { expect, it } from 'vitest'
import { placesText } from './places-text.ts'

it('found by a user: what an archive came without is told in words, each once', () => {
  expect(
    placesText([
      { table: 'meta', row: 'webhook_token', what: 'webhook_token' },
      { table: 'meta', row: 'api_key', what: 'api_key' },
      { table: 'threads', row: 'thr_1', what: 'agent.env.API_KEY' },
      { table: 'queue_items', row: 'itm_2', what: 'text' },
    ]),
  ).toBe(
    'the token of the local door for events, api_key of the app, agent.env.API_KEY of thread thr_1, ' +
      'text of queue item itm_2',
  )
  const many = Array.from({ length: 14 }, (_, i) => ({ table: 'notes', row: `${i}`, what: 'text' }))
  expect(placesText(many)).toMatch(/text of note 11 and 2 more$/)
})
