import { useState, type KeyboardEvent, type PointerEvent, type RefObject, type SVGProps } from 'react'
import type { Instant } from '../../../shared/base/time.ts'
import type { Strip } from '../../../shared/runs/strip.ts'
import { OUTCOME_WORD, type SlotFate } from '../../../shared/runs/outcome-words.ts'
import { PARTS } from '../copy.ts'
import { tableTime } from '../../kit/time.ts'
import { barAt, barLeft, type StripShape } from './strip-draw.ts'

/** The bars that are drawn: the newest, from the one with the number `from` on. */
export interface Drawn {
  readonly at: readonly Instant[] // of all bars
  readonly runs: Strip['runs'] // the same
  readonly from: number
  readonly fates: readonly SlotFate[]
  readonly width: number
  readonly shape: StripShape
}
/** The bar that is pointed at, and where its words go in the window. */
export interface Mark {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly text: string
}
export interface MarkOptions {
  /** A line for the pointer and for people who listen; absent: time and outcome. */
  readonly describe?: (index: number) => string
  /** `index`: of all bars. */
  readonly onOpen?: (index: number) => void
}
type Handlers = Pick<
  SVGProps<HTMLDivElement>,
  'onPointerMove' | 'onPointerLeave' | 'onBlur' | 'onKeyDown' | 'onClick'
>

export function useMark(
  frame: RefObject<HTMLDivElement | null>,
  drawn: Drawn,
  { describe, onOpen }: MarkOptions,
): { readonly mark: Mark | null; readonly handlers: Handlers } {
  const { from, fates, width, shape } = drawn
  const [mark, setMark] = useState<Mark | null>(null)
  const point = (index: number): void => {
    const box = frame.current?.getBoundingClientRect()
    if (box === undefined) return
    const x = box.left + barLeft(index, fates.length, width, shape) + shape.bar / 2
    setMark({ index, x, y: box.top, text: describe?.(from + index) ?? textOf(drawn, index) })
  }
  const open = (index: number): void => {
    if (index < fates.length) onOpen?.(from + index)
  }
  const onPointerMove = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const index = barAt(event.clientX - box.left, fates.length, width, shape)
    if (index === null) setMark(null)
    else if (index !== mark?.index) point(index)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = mark?.index ?? fates.length
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: fates.length - 1 }[event.key]
    if (to !== undefined) {
      if (to >= 0 && to < fates.length) point(to)
    } else if (event.key === 'Enter' && mark !== null) open(mark.index)
    else if (event.key === 'Escape' && mark !== null) setMark(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const clear = (): void => setMark(null)
  const onClick: Handlers['onClick'] = (event) => {
    if (mark === null) return
    event.stopPropagation()
    open(mark.index)
  }
  return { mark, handlers: { onPointerMove, onPointerLeave: clear, onBlur: clear, onKeyDown, onClick } }
}

function textOf({ at, runs, from, fates }: Drawn, index: number): string {
  const fate = fates[index]
  const instant = at[from + index]
  if (fate === undefined || instant === undefined) return ''
  const asked = runs[from + index] == null ? '' : PARTS.notScheduled
  return `${tableTime(instant, Date.now())} · ${OUTCOME_WORD[fate]}${asked}`
}
