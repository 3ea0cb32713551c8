import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { barText } from './bar-words.ts'
import { barsOf } from './chart-data.ts'

it('stacks what a day cost by runner, the dearest of all days first', () => {
  const figure = (at: number, usdByRunner: Record<string, number>) => ({
    at,
    rows: 1,
    byOutcome: {},
    starts: 1,
    usd: 0,
    usdByRunner,
    medianMs: null,
    p95Ms: null,
  })
  const day = new Date(2026, 9, 1).getTime()
  const bars = barsOf(
    [figure(day, { Codex: 1 }), figure(day + DAY, { Codex: 1, 'Claude Code': 5 })],
    { from: day },
    'day',
    day + 2 * DAY,
  )
  expect(bars.map((b) => b.byRunner)).toEqual([
    [['Codex', 1]],
    [
      ['Claude Code', 5],
      ['Codex', 1],
    ],
  ])
  expect(barText(bars[1]!, 'cost')).toContain('Claude Code $5.00, Codex $1.00')
})
