import { useRef, type ReactNode } from 'react'
import type { HistoryRow } from '../../shared/history/history.ts'
import { HISTORY_COPY as COPY } from './copy.ts'
import { heightOf } from './filter.ts'
import { GRID, Line, ROW_PX, USUAL, WIDE } from './row.tsx'
import { useListKeys, useListScroll, useRowKept } from './use-list-scroll.ts'
import type { Window } from './use-history.ts'

const HEADS = [
  ['Time', ''],
  ['Thread', ''],
  ['Outcome', ''],
  ['Tier', WIDE],
  [COPY.outcomeHead, ''],
  ['Trigger', WIDE],
  ['Took', `text-right ${USUAL}`],
  ['Cost', `text-right ${WIDE}`],
] as const

interface ListProps {
  readonly total: number
  readonly row: (i: number) => HistoryRow | undefined
  readonly onWindow: (window: Window) => void
  readonly onOpen: (row: HistoryRow) => void
  /** Asked for from outside: this row comes to the upper edge. A new object asks again. */
  readonly goTo: { readonly row: number } | null
  readonly label: string
  /** Long stretches without a row are shown as such. */
  readonly gaps: boolean
}

/** A table of any length: rows near the eye are there, the scrollbar is a scale over all of them. */
export function HistoryList({ total, row, onWindow, onOpen, goTo, label, gaps }: ListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useListScroll(scroller, { total, goTo, onWindow })
  const { scale, top, first, last, activate, onScroll } = list
  const at = Math.min(list.active, Math.max(0, total - 1))
  const onKeyDown = useListKeys(scroller, {
    list,
    at,
    onEnter: (i) => {
      const entered = row(i)
      if (entered !== undefined) onOpen(entered)
    },
  })
  useRowKept(scroller, { at, total, cursorOf: (i) => row(i)?.cursor, activate })
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  if (total > 0 && !shown.includes(at)) shown.push(at) // the row with the focus stays
  return (
    <div
      ref={scroller}
      data-testid="history-list"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      onKeyDown={onKeyDown}
      className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto"
      onScroll={onScroll}
    >
      <Heads />
      <div role="presentation" style={{ height: heightOf(scale) }}>
        <div
          role="rowgroup"
          className="sticky overflow-hidden"
          style={{ top: ROW_PX, height: Math.min(scale.viewPx, heightOf(scale)) }}
        >
          {shown.map((i) => (
            <Line
              key={i}
              i={i}
              row={row(i)}
              older={gaps ? row(i + 1) : undefined}
              y={Math.max(-2 * ROW_PX, Math.min(scale.viewPx + ROW_PX, (i - top) * ROW_PX))}
              isActive={i === at}
              onOpen={onOpen}
              onFocus={() => activate(i)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Heads(): ReactNode {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
      <div role="row" aria-rowindex={1} className={`${GRID} h-[35px] px-4 text-11 font-medium text-ink-3`}>
        {HEADS.map(([head, look]) => (
          <span role="columnheader" key={head} className={`truncate ${look}`}>
            {head}
          </span>
        ))}
      </div>
    </div>
  )
}
