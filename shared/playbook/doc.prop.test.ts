import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, parseAnew, serialize } from './doc.ts'
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
  })

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
    const whole = piece.repeat(Math.ceil(160_000 / piece.length))
    const quarter = whole.slice(0, whole.length / 4)
    let times = 1
    while (cpuOf(quarter, 4 * times) < ENOUGH_US) times *= 2
    // One for linear work, four for quadratic.
    const ratio = Math.min(...[1, 2, 3].map(() => cpuOf(whole, times) / cpuOf(quarter, 4 * times)))
    expect(ratio).toBeLessThan(2.5)
  })
})

/** Many ticks of the clock that counts the processor's time. */
const ENOUGH_US = 40_000

/** What the processor was busy with it, in microseconds: what else the machine does takes none of it. */
function cpuOf(text: string, times: number): number {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) parseAnew(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
