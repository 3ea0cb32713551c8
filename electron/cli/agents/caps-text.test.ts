import { describe, expect, it } from 'vitest'
import { DEFAULT_CAPS } from '../../../shared/settings/settings.ts'
import { CliError } from '../kit/errors.ts'
import { FLEET } from '../testing/fleet.ts'
import { capsText, readCaps, scopeWords } from './caps-text.ts'

describe('caps', () => {
  const TEXT =
    'fleet usd 2/day, thread usd 0.5/day, thread:3 starts 20/day, runner:claude tokens 1000000/month'
  it('are read, a thread by its number or name, and written back the same', () => {
    const caps = readCaps(
      'fleet usd $2/day,thread USD 0.5 / day, thread:api-gateway starts 20/day, runner:claude tokens 1_000_000/month',
      FLEET,
    )
    expect(caps).toEqual(readCaps(TEXT, FLEET))
    expect(caps[2]).toEqual({ scope: 'thread', of: 'thr_3', period: 'day', unit: 'starts', limit: 20 })
    expect(capsText(caps, FLEET)).toBe(TEXT)
    expect(caps.map((cap) => scopeWords(cap, FLEET))).toEqual([
      'All threads together',
      'The thread that used most',
      '3 api-gateway',
      'Runner claude',
    ])
  })
  it('can be none, are the defaults, and outlive a thread', () => {
    expect([readCaps('off', FLEET), capsText([], FLEET)]).toEqual([[], 'off'])
    expect(readCaps(capsText(DEFAULT_CAPS, FLEET), FLEET)).toEqual(DEFAULT_CAPS)
    const gone = readCaps('thread:thr_99 usd 1/month, runner:claude:/home/me/work:key usd 1/month', FLEET)
    expect(readCaps(capsText(gone, FLEET), FLEET)).toEqual(gone)
    expect(scopeWords(gone[0]!, FLEET)).toBe('A removed thread')
  })
  it.each([
    '',
    'fleet',
    'fleet usd 2',
    'fleet usd 2/week',
    'fleet usd -2/day',
    'fleet:3 usd 2/day',
    'runner usd 2/day',
    'runner:aider usd 2/day',
    'thread:ghost usd 2/day',
    'thread:twin usd 2/day',
    'fleet usd 2/day, fleet usd 3/day',
  ])('cannot be "%s"', (text) => expect(() => readCaps(text, FLEET)).toThrow(CliError))
})
