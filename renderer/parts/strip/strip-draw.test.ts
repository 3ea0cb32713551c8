import { expect, it } from 'vitest'
import type { SlotFate } from '../../../shared/runs/outcome-words.ts'
import { drawStrip, TABLE_STRIP, type Ink } from './strip-draw.ts'

/** Everything in one colour, as somebody sees it who tells none apart. */
const GREY: Ink = {
  tick: 'grey',
  neutral: 'grey',
  alert: 'grey',
  alertEdge: 'grey',
  urgent: 'grey',
  broken: 'grey',
}
/** What is drawn for one bar, stroke by stroke. */
function drawn(fate: SlotFate): string {
  const strokes: string[] = []
  const paper = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        void strokes.push(
          `${String(name)} ${args.map((a) => (typeof a === 'number' ? a.toFixed(1) : '')).join(' ')}`,
        ),
    set: (_, name, value: unknown) => strokes.push(`${String(name)} = ${String(value)}`) > 0,
  })
  drawStrip(paper, [{ fate, isScheduled: true }], 40, TABLE_STRIP, GREY)
  return strokes.join('\n')
}

it('tells outcomes apart by height and pattern where no colour is seen', () => {
  const fates: readonly SlotFate[] = [
    'quiet',
    'alert',
    'urgent',
    'broken',
    'missed',
    'skipped',
    'running',
    'unproven',
    'blocked',
    'merged',
  ]
  const shapes = new Map<string, SlotFate[]>()
  for (const fate of fates) shapes.set(drawn(fate), [...(shapes.get(drawn(fate)) ?? []), fate])
  expect([...shapes.values()].filter((same) => same.length > 1)).toEqual([])
})
