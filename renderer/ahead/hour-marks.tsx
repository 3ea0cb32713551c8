import { useEffect, useRef, type ReactNode } from 'react'
import type { AheadCount, Foreseen } from '../../shared/contract/beats.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import { useTheme } from '../kit/theme.ts'
import { useWidth } from '../kit/use-width.ts'
import { inkOf, type Ink } from '../parts/strip/strip-draw.ts'
import { amountOf, fullHours, isNumbered, type HourRow } from './hours.ts'

export const HEIGHT = 34
/** Share of the row's height: a daily beat stands out as it does in the strips of what was. */
const HEIGHT_OF = { quick: 0.3, hourly: 0.55, daily: 0.85 } as const

/** What is due in a row, drawn. */
export function Marks({ row, from, hours }: { row: HourRow; from: Instant; hours: number }): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context == null || canvas.current === null || width === 0) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(HEIGHT * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw(context, row, from, hours, width, {
      ...inkOf(theme),
      accent: getComputedStyle(canvas.current).color,
    })
  }, [row, from, hours, width, theme])
  return (
    <div ref={frame} aria-hidden className="absolute inset-0">
      <canvas ref={canvas} className="block text-accent" style={{ width, height: HEIGHT }} />
    </div>
  )
}

function draw(
  c: CanvasRenderingContext2D,
  { entries, cells }: HourRow,
  from: Instant,
  hours: number,
  width: number,
  ink: Ink & { readonly accent: string },
): void {
  c.clearRect(0, 0, width, HEIGHT)
  c.lineWidth = 1
  c.fillStyle = ink.tick
  c.globalAlpha = 0.35
  for (const at of fullHours(from, hours))
    if (isNumbered(at)) c.fillRect(Math.round(((at - from) / (hours * HOUR)) * width), 0, 1, HEIGHT)
  c.globalAlpha = 1
  for (const [hour, cell] of cells.entries())
    if (!cell.isListed) drawCounted(c, cell, (hour / hours) * width, width / hours, ink)
  const inListed = entries.filter((e) => cells[hourOf(e.at, from, hours)]?.isListed)
  // Beats first, so that what is rare lies on top.
  for (const e of inListed.sort((a, b) => Number(a.kind !== 'beat') - Number(b.kind !== 'beat'))) {
    const x = Math.round(((e.at - from) / (hours * HOUR)) * width)
    if (e.kind === 'beat') drawBeat(c, e, x, ink)
    else drawRare(c, e, x, ink)
  }
}

const hourOf = (at: Instant, from: Instant, hours: number): number =>
  Math.min(hours - 1, Math.max(0, Math.floor((at - from) / HOUR)))

/** Too many to be listed: one bar for the hour, a diamond for its jobs, a ring for its timed tasks. */
function drawCounted(
  c: CanvasRenderingContext2D,
  cell: AheadCount,
  left: number,
  width: number,
  ink: Ink & { readonly accent: string },
): void {
  const isHeld = cell.held === amountOf(cell)
  const [x, w, h] = [Math.round(left) + 1, Math.max(2, Math.round(width) - 2), 8]
  if (cell.beats > 0 && isHeld) outlined(c, ink.neutral, () => c.strokeRect(x + 0.5, HEIGHT - 12.5, w - 1, h))
  else if (cell.beats > 0) {
    c.fillStyle = ink.tick
    c.fillRect(x, HEIGHT - 4 - h, w, h)
  }
  const held = isHeld ? '' : null
  if (cell.jobs > 0) drawRare(c, { kind: 'job', held }, x + w / 3, ink)
  if (cell.timed > 0) drawRare(c, { kind: 'timed', held }, x + (2 * w) / 3, ink)
}

function drawBeat(c: CanvasRenderingContext2D, { tier, held }: Foreseen, x: number, ink: Ink): void {
  const h = Math.round((HEIGHT - 8) * HEIGHT_OF[tier ?? 'quick'])
  const y = HEIGHT - 4 - h
  if (held !== null) return outlined(c, ink.neutral, () => c.strokeRect(x + 0.5, y + 0.5, 3, h - 1))
  c.fillStyle = tier === 'daily' ? ink.neutral : ink.tick
  c.fillRect(x, y, 3, h)
}

/** A job is a diamond, a timed task a ring. */
function drawRare(
  c: CanvasRenderingContext2D,
  { kind, held }: Pick<Foreseen, 'kind' | 'held'>,
  x: number,
  ink: Ink & { readonly accent: string },
): void {
  const y = 9
  c.beginPath()
  if (kind === 'job') {
    c.moveTo(x, y - 5)
    c.lineTo(x + 5, y)
    c.lineTo(x, y + 5)
    c.lineTo(x - 5, y)
    c.closePath()
  } else c.arc(x, y, 4, 0, 2 * Math.PI)
  if (held !== null) return outlined(c, ink.neutral, () => c.stroke())
  if (kind === 'job') {
    c.fillStyle = ink.accent
    c.fill()
    return
  }
  c.strokeStyle = ink.accent
  c.lineWidth = 2
  c.stroke()
  c.lineWidth = 1
}

function outlined(c: CanvasRenderingContext2D, colour: string, stroke: () => void): void {
  c.strokeStyle = colour
  c.setLineDash([2, 1.5])
  stroke()
  c.setLineDash([])
}
