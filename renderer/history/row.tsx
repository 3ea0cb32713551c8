import { NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { MATCH_BEGIN, MATCH_END, type HistoryRow } from '../../shared/history/history.ts'
import { FAULT_WORDS, type FaultCode } from '../../shared/base/faults.ts'
import type { SkipReason } from '../../shared/queue/skip-reason.ts'
import { DAY, type Instant } from '../../shared/base/time.ts'
import { REASON_WORD, SKIP_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { OUTCOME_MEANING } from '../../shared/runs/outcome-words.ts'
import { runCost } from '../kit/text/amounts.ts'
import { FateChip } from '../parts/chips.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'
import { NOTE_COPY as COPY_NOTE } from '../notes/copy.ts'
import { rowTime, runTime, span, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { SLOT } from '../runs/copy.ts'

export const ROW_PX = 36
export const GRID =
  'grid items-center gap-3 ' +
  'grid-cols-[104px_minmax(90px,150px)_124px_64px_minmax(0,1fr)_104px_64px_60px] ' +
  'max-[1480px]:grid-cols-[104px_minmax(80px,120px)_116px_minmax(0,1fr)_60px] ' +
  '@max-[700px]:grid-cols-[96px_minmax(64px,110px)_112px_minmax(0,1fr)]'
/** Only where the window is wide. */
export const WIDE = 'max-[1480px]:hidden'
/** Everywhere but where the list is narrow: in a small or zoomed window, or beside its filters. */
export const USUAL = '@max-[700px]:hidden'

/** One row, or the room of one that is not here yet; below it a long time without any. */
export function Line({
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
      {row !== undefined && older !== undefined && <Gap row={row} older={older} now={now} />}
    </div>
  )
}

/** A day or more without a row, between two. */
function Gap({ row, older, now }: { row: HistoryRow; older: HistoryRow; now: Instant }): ReactNode {
  const gapMs = row.at - older.at
  if (gapMs <= DAY) return null
  return (
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

function kindWord({ kind, tier }: HistoryRow): string {
  if (kind === 'slot') return COPY.dueTime
  if (kind !== 'heartbeat') return kind
  return tier === null ? '–' : TIER_WORD[tier].toLowerCase()
}

function Cells({ row, now }: { row: HistoryRow; now: number }): ReactNode {
  return (
    <>
      <span role="gridcell" className="truncate tabular-nums" title={titleTime(row.at)}>
        {rowTime(row.at, now)}
      </span>
      <span role="gridcell" className="truncate font-medium" title={row.threadName}>
        {row.threadName}
      </span>
      <span role="gridcell" className="truncate">
        <FateChip fate={row.outcome} />
      </span>
      <span role="gridcell" className={`truncate text-12 text-ink-2 ${WIDE}`}>
        {kindWord(row)}
      </span>
      <GistCell row={row} />
      <span
        role="gridcell"
        className={`truncate text-12 text-ink-3 ${WIDE}`}
        title={row.reason === null ? undefined : REASON_WORD[row.reason]}
      >
        {row.reason === null ? '–' : REASON_WORD[row.reason]}
      </span>
      <span role="gridcell" className={`truncate text-right text-12 tabular-nums text-ink-3 ${USUAL}`}>
        {row.durationMs === null || row.kind === 'slot' ? '–' : runTime(row.durationMs)}
      </span>
      <span role="gridcell" className={`truncate text-right text-12 tabular-nums text-ink-3 ${WIDE}`}>
        {row.usd === 0 ? '–' : runCost(row.usd)}
      </span>
    </>
  )
}

function GistCell({ row }: { row: HistoryRow }): ReactNode {
  return (
    <span
      role="gridcell"
      dir="auto"
      className="truncate text-ink-2"
      title={row.note === null ? gist(row) : `${COPY_NOTE.rowNote}${row.note}\n${gist(row)}`}
    >
      {row.note !== null && (
        <bdi className="me-2 text-ink">
          <NotebookPen size={12} aria-hidden className="me-1 inline text-accent" />
          <span className="sr-only">{COPY_NOTE.rowNote}</span>
          <bdi>{row.note}</bdi>
        </bdi>
      )}
      {row.snippet === null ? <Ticks text={gist(row)} /> : <Snippet text={row.snippet} />}
    </span>
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
