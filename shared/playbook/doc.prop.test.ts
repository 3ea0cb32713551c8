import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, serialize } from './doc.ts'
import { isEffectivelyEmpty } from './empty.ts'
import { brokenLaw, randomFrom, randomText } from './testing/heartbeat-fuzz.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
/** The full million is `npm run soak:doc`. */
const SHARE = 20_000

describe(`HEARTBEAT.md, random files, seed ${seed}`, () => {
  it(`keeps its laws for ${SHARE} files (I9)`, () => {
    const random = randomFrom(seed)
    for (let i = 0; i < SHARE; i++) {
      const text = randomText(random)
      const broken = brokenLaw(text, random)
      if (broken !== null) expect.fail(`${broken}; input ${i}: ${JSON.stringify(text)}`)
    }
  }, 60_000)

  it('gives any string back unchanged (I9)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        (text) => serialize(parse(text)) === text && typeof isEffectivelyEmpty(text) === 'boolean',
      ),
      { seed, numRuns: 2000 },
    )
  })
})

describe('time of parsing', () => {
  const pathological: Readonly<Record<string, string>> = {
    'open brackets': '[',
    backticks: '`',
    'open comments': 'a <!-- b\n',
    'closed comments': 'a <!-- b -->',
    spaces: ' ',
    'line feeds': '\n',
    returns: '\r',
    markers: '- ',
    quotes: '> ',
    'twin tasks': '## Quick Tasks\n- a\n',
    clocks: '@09:00 ',
    fences: '```\n',
    'half tokens': 'eyJ',
    conflicts: '<<<<<<< \n',
    'work items': '- [pending] a: b\n',
  }
  it.each(Object.entries(pathological))('grows with the length only: %s', (_, piece) => {
    const quarter = piece.repeat(Math.ceil(40_000 / piece.length))
    // Quadratic work takes sixteen times as long for four times the text, at each try; a busy machine only
    // now and then.
    let ratio = Infinity
    for (let tries = 0; tries < 8 && ratio >= 9; tries++)
      ratio = Math.min(ratio, bestOf(quarter.repeat(4)) / Math.max(bestOf(quarter), 1))
    expect(ratio).toBeLessThan(9)
  })
})

function bestOf(text: string): number {
  let best = Infinity
  for (let i = 0; i < 4; i++) {
    const start = performance.now()
    parse(text)
    best = Math.min(best, performance.now() - start)
  }
  return best
}
