import type { SlotFate } from '../../../shared/runs/outcome-words.ts'

export interface StripShape {
  readonly bar: number // width in px
  readonly gap: number
  readonly height: number
}
export const TABLE_STRIP: StripShape = { bar: 4, gap: 2, height: 24 }
/** In rows of 34 px. */
export const COMPACT_STRIP: StripShape = { bar: 3, gap: 1, height: 16 }
export const PAGE_STRIP: StripShape = { bar: 5, gap: 2, height: 40 }

export const stripWidth = (bars: number, { bar, gap }: StripShape): number =>
  Math.max(0, bars * (bar + gap) - gap)
export const barsThatFit = (width: number, { bar, gap }: StripShape): number =>
  Math.max(0, Math.floor((width + gap) / (bar + gap)))

/** Left edge of a bar; the newest (last) one stands at the right edge. */
export const barLeft = (index: number, bars: number, width: number, { bar, gap }: StripShape): number =>
  width - (bars - index) * (bar + gap) + gap

/** The bar under x, or null. The gap belongs to the bar at its left. */
export function barAt(x: number, bars: number, width: number, shape: StripShape): number | null {
  const index = Math.floor((x - barLeft(0, bars, width, shape)) / (shape.bar + shape.gap))
  return index >= 0 && index < bars ? index : null
}

/** Share of the height; the meaning lies in height and pattern, colour only repeats it. */
export const BAR_HEIGHT: Record<SlotFate, number> = {
  quiet: 0.3,
  unchanged: 0.18,
  skipped: 0.1,
  merged: 0.08,
  alert: 0.8,
  unproven: 0.6,
  urgent: 1,
  broken: 0.8,
  blocked: 0.6,
  missed: 0.55,
  stopped: 0.5,
  interrupted: 0.5,
  waiting: 0.34,
  running: 0.6,
}

export interface Ink {
  readonly tick: string
  readonly neutral: string
  readonly alert: string
  readonly alertEdge: string
  readonly urgent: string
  readonly broken: string
}

let ink: { theme: string; ink: Ink } | null = null
/** The canvas cannot read tokens by itself; one probe element translates them once per theme. */
export function inkOf(theme: string): Ink {
  if (ink?.theme === theme) return ink.ink
  const probe = document.createElement('span')
  probe.style.display = 'none'
  document.body.append(probe)
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  ink = {
    theme,
    ink: {
      tick: colour('--tick'),
      neutral: colour('--neutral-fill'),
      alert: colour('--alert-fill'),
      alertEdge: colour('--alert-edge'),
      urgent: colour('--urgent-fill'),
      broken: colour('--broken-fill'),
    },
  }
  probe.remove()
  return ink.ink
}

export function drawStrip(
  c: CanvasRenderingContext2D,
  bars: readonly Bar[],
  width: number,
  shape: StripShape,
  ink: Ink,
): void {
  c.clearRect(0, 0, width, shape.height)
  for (const [i, { fate, isScheduled }] of bars.entries()) {
    const x = barLeft(i, bars.length, width, shape)
    if (isScheduled) {
      drawBar(c, fate, x, shape, ink)
      continue
    }
    drawBar(c, fate, x, { ...shape, height: shape.height - LIFT }, ink)
    fillBar(c, ink.neutral, x, shape.height - FOOT, shape.bar, FOOT)
  }
}

interface Bar {
  readonly fate: SlotFate
  readonly isScheduled: boolean
}
/** In px: a beat that was not scheduled stands above the line, on a foot of its own. */
const LIFT = 4
const FOOT = 2

function drawBar(
  c: CanvasRenderingContext2D,
  fate: SlotFate,
  x: number,
  { bar: w, height: full }: StripShape,
  ink: Ink,
): void {
  const h = Math.max(2, Math.round(full * BAR_HEIGHT[fate]))
  const y = full - h
  c.lineWidth = 1
  switch (fate) {
    case 'quiet':
    case 'unchanged':
      return fillBar(c, ink.tick, x, y, w, h)
    case 'merged':
      return fillBar(c, ink.tick, x, full - 1.5, w, 1.5)
    case 'skipped':
      c.fillStyle = ink.neutral
      c.beginPath()
      c.arc(x + w / 2, full - 2, 1.4, 0, 2 * Math.PI)
      return c.fill()
    case 'alert':
      fillBar(c, ink.alert, x, y, w, h)
      return outline(c, ink.alertEdge, x, y, w, h)
    case 'unproven':
      return outline(c, ink.alertEdge, x, y, w, h)
    case 'urgent': {
      const cap = w + 2
      fillBar(c, ink.urgent, x, y + cap - 1, w, h - cap + 1)
      c.beginPath()
      c.moveTo(x + w / 2, y)
      c.lineTo(x + w / 2 + cap / 2, y + cap / 2)
      c.lineTo(x + w / 2, y + cap)
      c.lineTo(x + w / 2 - cap / 2, y + cap / 2)
      return c.fill()
    }
    case 'broken':
      return hatched(c, ink.broken, x, y, w, h, false)
    case 'blocked':
      return hatched(c, ink.alertEdge, x, y, w, h, true)
    case 'missed':
      c.setLineDash([2, 1.5])
      outline(c, ink.neutral, x, y, w, h)
      return c.setLineDash([])
    case 'stopped':
    case 'interrupted':
    case 'waiting':
      return outline(c, ink.neutral, x, y, w, h)
    case 'running':
      return // breathes; drawn by the page so that nothing has to repaint here
  }
}

function fillBar(
  c: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  c.fillStyle = colour
  c.beginPath()
  c.roundRect(x, y, w, h, 1)
  c.fill()
}
function outline(
  c: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  c.strokeStyle = colour
  c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1)
}
function hatched(
  c: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  w: number,
  h: number,
  crossed: boolean,
): void {
  c.save()
  c.beginPath()
  c.rect(x, y, w, h)
  c.clip()
  c.strokeStyle = colour
  c.lineWidth = 1.5
  c.beginPath()
  for (let at = -w; at < h + w; at += 4) {
    c.moveTo(x, y + at + w)
    c.lineTo(x + w, y + at)
    if (crossed) {
      c.moveTo(x, y + at)
      c.lineTo(x + w, y + at + w)
    }
  }
  c.stroke()
  c.restore()
  if (!crossed) return
  c.lineWidth = 1
  outline(c, colour, x, y, w, h)
}
