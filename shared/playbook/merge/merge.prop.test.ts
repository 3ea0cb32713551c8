import { describe, expect, it } from 'vitest'
import { splitLines } from '../lines.ts'
import { merge3 } from './merge.ts'
import { seedText } from '../templates/template.ts'
import { randomFrom, randomText } from '../testing/heartbeat-fuzz.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
const ROUNDS = 3000

describe(`merge3, random edits, seed ${seed}`, () => {
  it(`gives one side's edit back when the other did nothing, and loses no line (${ROUNDS} rounds)`, () => {
    const random = randomFrom(seed)
    for (let i = 0; i < ROUNDS; i++) {
      const base =
        random() < 0.5
          ? randomText(random)
          : seedText({
              defaultBranch: 'main',
              remote: 'origin',
              hasGh: random() < 0.5,
              threadName: 'x',
              masterNumber: 1,
              bare: false,
            })
      const mine = edited(base, random)
      const theirs = edited(base, random)
      const where = `round ${i}: ${JSON.stringify({ base, mine, theirs })}`
      expect(merge3(base, mine, base).text, where).toBe(mine)
      expect(merge3(base, base, theirs).text, where).toBe(theirs)
      expect(merge3(base, mine, mine), where).toEqual({ text: mine, conflicts: [] })

      const { text } = merge3(base, mine, theirs)
      for (const side of [mine, theirs]) {
        const lost = lostLine(base, side, text)
        if (lost !== null) expect.fail(`lost ${JSON.stringify(lost)} in ${JSON.stringify(text)}; ${where}`)
      }
    }
  })
})

/**
 * A line that the side has and the base has not must be in the result; boxes and stamps, which may stand in a box,
 * are settled, not kept twice.
 */
function lostLine(base: string, side: string, merged: string): string | null {
  const known = new Set(bodies(base))
  const kept = bodies(merged)
  const all = kept.join('\n')
  return (
    bodies(side).find(
      (line) =>
        !known.has(line) &&
        !kept.includes(line) &&
        !/^(?:\[\]\s*)?(?:last )?(?:quick|hourly|daily)\b[^:]*:/i.test(line.replace(/[*_`~]/g, '')) &&
        !all.includes(`merged: ${line}`),
    ) ?? null
  )
}

const bodies = (text: string): string[] =>
  splitLines(text).map((line) =>
    line
      .replace(/[\r\n]+$/, '')
      .replace(/\[[ \txX]?\]/g, '[]')
      .replace(/^[\s\uFEFF]+/, '')
      .replace(/^([-*+]|\d+[.)])\s+/, ''),
  )

function edited(text: string, random: () => number): string {
  const lines = splitLines(text)
  const edits = Math.floor(random() * 5)
  for (let i = 0; i < edits; i++) {
    const at = Math.floor(random() * (lines.length + 1))
    const line = lines[at]
    switch (Math.floor(random() * 6)) {
      case 0:
        lines.splice(at, 1)
        break
      case 1:
        lines.splice(at, 0, `- [ ] new ${Math.floor(random() * 50)}\n`)
        break
      case 2:
        if (line !== undefined)
          lines[at] = line.includes('[ ]') ? line.replace('[ ]', '[x]') : line.replace('[x]', '[ ]')
        break
      case 3:
        if (line !== undefined) lines[at] = line.replace(/(\r?\n?)$/, ` more ${Math.floor(random() * 50)}$1`)
        break
      case 4:
        lines.splice(Math.floor(random() * (lines.length + 1)), 0, ...lines.splice(at, 1))
        break
      default:
        lines.splice(at, 0, ...splitLines(randomText(random)).slice(0, 3))
    }
  }
  // A move can bring the last line, which has no ending, into the middle.
  return lines.map((line, i) => (i < lines.length - 1 && !/[\r\n]$/.test(line) ? `${line}\n` : line)).join('')
}
