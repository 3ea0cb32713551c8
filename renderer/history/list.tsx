import { NotebookPen } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { MATCH_BEGIN, MATCH_END, type HistoryRow } from '../../shared/history/history.ts'
import { FAULT_WORDS, type FaultCode } from '../../shared/base/faults.ts'
import type { SkipReason } from '../../shared/queue/skip-reason.ts'
import { DAY } from '../../shared/base/time.ts'
import { REASON_WORD, SKIP_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { OUTCOME_MEANING } from '../../shared/runs/outcome-words.ts'
import { runCost } from '../kit/text/amounts.ts'
import { FateChip } from '../parts/chips.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'
import { NOTE_COPY as COPY_NOTE } from '../notes/copy.ts'
import { pastTime, runTime, span, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { SLOT } from '../runs/copy.ts'
import { heightOf, lastTop, rowAtScroll, scrollAtRow, type Scale } from './filter.ts'

const ROW_PX = 36
/** Higher than any screen: a list that is not bounded by its page must not lay out all its rows. */
const MOST_VIEW_PX = 4000
const GRID =
  'grid items-center gap-3 ' +
  'grid-cols-[104px_minmax(90px,150px)_124px_64px_minmax(0,1fr)_104px_64px_60px] ' +
  'max-[1480px]:grid-cols-[104px_minmax(80px,120px)_116px_minmax(0,1fr)_60px]'
const WIDE = 'max-[1480px]:hidden'
const HEADS = [
  ['Time', ''],
  ['Thread', ''],
  ['Outcome', ''],
  ['Tier', WIDE],
  [COPY.outcomeHead, ''],
  ['Trigger', WIDE],
  ['Took', 'text-right'],
  ['Cost', `text-right ${WIDE}`],
] as const

export interface Window {
  readonly first: number // row at the upper edge, whole
  readonly last: number
}
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
  const [viewPx, setViewPx] = useState(400)
  const [wantedTop, setTop] = useState(0) // row at the upper edge, with its fraction
  const [active, setActive] = useState(0)
  const own = useRef(0) // where we put the scrollbar: its event is no wish of the person
  const wantsFocus = useRef(false)
  const scale: Scale = { total, rowPx: ROW_PX, viewPx }
  const top = Math.min(wantedTop, lastTop(scale))
  const first = Math.floor(top)
  const last = Math.min(total - 1, Math.ceil(top + viewPx / ROW_PX))
  const place = (to: number): void => {
    const next = Math.min(lastTop(scale), Math.max(0, to))
    setTop(next)
    if (scroller.current === null) return
    scroller.current.scrollTop = scrollAtRow(next, scale)
    own.current = scroller.current.scrollTop
  }
  const placing = useRef(place)
  useLayoutEffect(() => {
    placing.current = place
  })

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const watch =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() =>
            setViewPx(Math.min(MOST_VIEW_PX, Math.max(ROW_PX, element.clientHeight - ROW_PX))),
          )
    watch?.observe(element)
    return () => watch?.disconnect()
  }, [])
  const current = useRef({ top, scale })
  useLayoutEffect(() => {
    current.current = { top, scale }
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    // Where the bar is a scale, a turn of the wheel must still be rows and not days.
    const onWheel = (event: WheelEvent): void => {
      const { top: at, scale: now } = current.current
      if (event.ctrlKey || event.deltaY === 0 || heightOf(now) >= now.total * now.rowPx) return
      event.preventDefault()
      placing.current(at + event.deltaY / (event.deltaMode === 1 ? 1 : ROW_PX))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])
  useEffect(() => onWindow({ first, last: Math.max(first, last) }), [onWindow, first, last])
  const [gone, setGone] = useState(goTo)
  if (gone !== goTo) {
    setGone(goTo)
    if (goTo !== null) {
      setTop(goTo.row)
      setActive(goTo.row)
    }
  }
  // The bar follows what was asked for, and rows that come or go do not move what is read.
  useLayoutEffect(() => {
    if (scroller.current === null) return
    scroller.current.scrollTop = scrollAtRow(current.current.top, current.current.scale)
    own.current = scroller.current.scrollTop
  }, [goTo, total, viewPx])
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus({ preventScroll: true })
  }, [active, first])

  const perPage = Math.max(1, Math.floor(viewPx / ROW_PX) - 1)
  const at = Math.min(active, Math.max(0, total - 1))
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + perPage,
      PageUp: at - perPage,
      Home: 0,
      End: total - 1,
    }
    const to = steps[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      const open = row(at)
      if (open !== undefined) onOpen(open)
    } else if (to !== undefined) {
      const next = Math.min(total - 1, Math.max(0, to))
      wantsFocus.current = true
      if (next === at)
        scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true })
      setActive(next)
      if (next < top) place(next)
      else if (next + 1 > top + viewPx / ROW_PX) place(next + 1 - viewPx / ROW_PX)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

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
      onScroll={(e) => {
        if (Math.abs(e.currentTarget.scrollTop - own.current) < 1.5) return
        own.current = e.currentTarget.scrollTop
        setTop(rowAtScroll(e.currentTarget.scrollTop, scale))
      }}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
        <div role="row" aria-rowindex={1} className={`${GRID} h-[35px] px-4 text-11 font-medium text-ink-3`}>
          {HEADS.map(([head, look]) => (
            <span role="columnheader" key={head} className={look}>
              {head}
            </span>
          ))}
        </div>
      </div>
      <div role="presentation" style={{ height: heightOf(scale) }}>
        <div
          role="rowgroup"
          className="sticky overflow-hidden"
          style={{ top: ROW_PX, height: Math.min(viewPx, heightOf(scale)) }}
        >
          {shown.map((i) => (
            <Line
              key={i}
              i={i}
              row={row(i)}
              older={gaps ? row(i + 1) : undefined}
              y={Math.max(-2 * ROW_PX, Math.min(viewPx + ROW_PX, (i - top) * ROW_PX))}
              isActive={i === at}
              onOpen={onOpen}
              onFocus={() => setActive(i)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Line({
  i,
  row,
  older,
  y,
  isActive,
  onOpen,
  onFocus,
}: {
  i: number
  row: HistoryRow | undefined
  older: HistoryRow | undefined
  y: number
  isActive: boolean
  onOpen: (row: HistoryRow) => void
  onFocus: () => void
}): ReactNode {
  const now = useMinute()
  const gapMs = row === undefined || older === undefined ? 0 : row.at - older.at
  return (
    <div
      role="row"
      data-row={i}
      aria-rowindex={i + 2}
      tabIndex={isActive ? 0 : -1}
      aria-busy={row === undefined}
      onFocus={onFocus}
      onClick={() => row !== undefined && onOpen(row)}
      className={
        `${GRID} absolute inset-x-0 border-b border-line px-4 text-13 hover:bg-hover ` +
        'focus-visible:outline-offset-[-2px]'
      }
      style={{ height: ROW_PX, transform: `translateY(${y}px)` }}
    >
      {row === undefined ? (
        <span role="gridcell" className="col-span-full">
          <span className="skeleton block h-3 w-2/3" />
          <span className="sr-only">Loading</span>
        </span>
      ) : (
        <Cells row={row} now={now} />
      )}
      {row !== undefined && older !== undefined && gapMs > DAY && (
        <span className="hatched absolute right-4 -bottom-2 left-4 z-1 flex h-4 justify-center text-line">
          <span className="bg-surface px-2 text-11 text-ink-2">
            {COPY.gap(
              span(gapMs),
              tableTime(older.at, now),
              tableTime(row.at, now),
              [row, older].some((r) => r.cause === 'app closed'),
            )}
          </span>
        </span>
      )}
    </div>
  )
}

/** Why a row has no run, or why its run did not go well, in words. */
export const causeWords = (row: Pick<HistoryRow, 'cause' | 'outcome'>): string => {
  if (row.cause === '') return ''
  if (row.cause in SKIP_WORD) return SKIP_WORD[row.cause as SkipReason]
  if (row.cause in FAULT_WORDS) return FAULT_WORDS[row.cause as FaultCode].title
  return row.cause
}

/** What came of it, in one line. */
export function gist(row: HistoryRow): string {
  if (row.summary !== '') return row.summary
  if (row.outcome === 'running') return COPY.runningNow
  const words = causeWords(row)
  const times = row.count > 1 ? ` ${SLOT.standsFor(row.count)}` : ''
  return `${words === '' ? OUTCOME_MEANING[row.outcome] : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`}${times}`
}

export function Cells({ row, now }: { row: HistoryRow; now: number }): ReactNode {
  return (
    <>
      <span role="gridcell" className="truncate tabular-nums" title={titleTime(row.at)}>
        {pastTime(row.at, now)}
      </span>
      <span role="gridcell" className="truncate font-medium" title={row.threadName}>
        {row.threadName}
      </span>
      <span role="gridcell" className="truncate">
        <FateChip fate={row.outcome} />
      </span>
      <span role="gridcell" className={`truncate text-12 text-ink-2 ${WIDE}`}>
        {row.kind === 'slot'
          ? COPY.dueTime
          : row.kind !== 'heartbeat'
            ? row.kind
            : row.tier === null
              ? '–'
              : TIER_WORD[row.tier].toLowerCase()}
      </span>
      <span
        role="gridcell"
        className="truncate text-ink-2"
        title={row.note === null ? gist(row) : `${COPY_NOTE.rowNote}${row.note}\n${gist(row)}`}
      >
        {row.note !== null && (
          <span className="mr-2 text-ink">
            <NotebookPen size={12} aria-hidden className="mr-1 inline text-accent" />
            <span className="sr-only">{COPY_NOTE.rowNote}</span>
            {row.note}
          </span>
        )}
        {row.snippet === null ? <Ticks text={gist(row)} /> : <Snippet text={row.snippet} />}
      </span>
      <span
        role="gridcell"
        className={`truncate text-12 text-ink-3 ${WIDE}`}
        title={row.reason === null ? undefined : REASON_WORD[row.reason]}
      >
        {row.reason === null ? '–' : REASON_WORD[row.reason]}
      </span>
      <span role="gridcell" className="truncate text-right text-12 tabular-nums text-ink-3">
        {row.durationMs === null || row.kind === 'slot' ? '–' : runTime(row.durationMs)}
      </span>
      <span role="gridcell" className={`truncate text-right text-12 tabular-nums text-ink-3 ${WIDE}`}>
        {row.usd === 0 ? '–' : runCost(row.usd)}
      </span>
    </>
  )
}

/** What matched stands out, also without colour. */
function Snippet({ text }: { text: string }): ReactNode {
  return text
    .replace(/\s+/g, ' ')
    .split(MATCH_BEGIN)
    .map((part, i) => {
      const [hit, rest] =
        i === 0 ? ['', part] : [part.split(MATCH_END)[0] ?? '', part.split(MATCH_END).slice(1).join('')]
      return (
        <span key={i}>
          {hit !== '' && <mark className="rounded-[2px] bg-accent-tint font-semibold text-ink">{hit}</mark>}
          {rest}
        </span>
      )
    })
}
