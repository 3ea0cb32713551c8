import {
  memo,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { Foresight } from '../../shared/contract/beats.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { Axis, Legend, Scale } from './hour-axis.tsx'
import { cellText, heldBeatsOf, hoursOf, inkOf, markOf, rowsOf, type HourRow } from './hours.ts'

const ROWS_AT_FIRST = 40

interface Place {
  readonly row: number
  readonly hour: number
}

/** One row a thread, one cell an hour; arrow keys walk the cells, and one line below says what is in it. */
export function HourGrid({ foresight, named }: { foresight: Foresight; named: boolean }): ReactNode {
  const all = useMemo(() => rowsOf(foresight), [foresight])
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? all : all.slice(0, ROWS_AT_FIRST)
  const hours = hoursOf(foresight)
  const [focused, setFocused] = useState<Place>({ row: 0, hour: 0 })
  const [shown, setShown] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const at = { row: Math.min(focused.row, rows.length - 1), hour: Math.min(focused.hour, hours - 1) }
  const open = (row: number): void => {
    const of = rows[row]
    if (named && of !== undefined) navigate(threadPath(of.threadId))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepsFrom(at, hours)[event.key]
    if (event.key === 'Enter') open(at.row)
    else if (to === undefined) return
    else grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.hour}"]`)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div>
      <div
        ref={grid}
        role="grid"
        aria-label={COPY.grid}
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
        onPointerOver={(event) => setShown(cellOf(event)?.title ?? null)}
        onPointerLeave={() => setShown(null)}
        onFocus={(event) => {
          setShown(cellOf(event)?.title ?? null)
          setFocused(placeOf(event) ?? focused)
        }}
        onBlur={() => setShown(null)}
        onClick={(event) => open(placeOf(event)?.row ?? -1)}
      >
        <Axis foresight={foresight} hours={hours} named={named} />
        {rows.map((row, i) => (
          <Row
            key={row.threadId}
            {...{ row, foresight, hours, named }}
            place={i}
            tabbable={i === at.row ? at.hour : null}
          />
        ))}
      </div>
      <p aria-hidden className="min-h-9 border-t border-line px-4 py-2 text-12 text-ink-2">
        {shown ?? <Legend foresight={foresight} />}
      </p>
      {all.length > rows.length && <Others n={all.length - rows.length} onShow={() => setWhole(true)} />}
    </div>
  )
}

const Others = ({ n, onShow }: { n: number; onShow: () => void }): ReactNode => (
  <p className="border-t border-line px-4 py-2 text-12">
    <button type="button" className="rounded-[3px] font-medium hover:underline" onClick={onShow}>
      {COPY.others(n)}
    </button>
  </p>
)

const stepsFrom = ({ row, hour }: Place, hours: number): Partial<Record<string, Place>> => ({
  ArrowLeft: { row, hour: hour - 1 },
  ArrowRight: { row, hour: hour + 1 },
  ArrowUp: { row: row - 1, hour },
  ArrowDown: { row: row + 1, hour },
  Home: { row, hour: 0 },
  End: { row, hour: hours - 1 },
})

const cellOf = ({ target }: SyntheticEvent): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[data-cell]')

function placeOf(event: SyntheticEvent): Place | null {
  const [row, hour] = (cellOf(event)?.dataset.cell ?? '').split('-').map(Number)
  return row === undefined || hour === undefined ? null : { row, hour }
}

interface RowProps {
  readonly row: HourRow
  readonly place: number
  readonly foresight: Foresight
  readonly hours: number
  readonly named: boolean
  /** The hour that Tab reaches; null: none in this row. */
  readonly tabbable: number | null
}

const Row = memo(
  ({ row, place, foresight, hours, named, tabbable }: RowProps): ReactNode => (
    <div
      role="row"
      className="flex items-center border-t border-line [contain-intrinsic-height:35px] [content-visibility:auto]"
    >
      {named && (
        <span role="rowheader" className="w-40 shrink-0 pr-3 pl-4 text-13 max-[1000px]:w-30">
          <button
            type="button"
            tabIndex={-1}
            title={row.name}
            className="max-w-full truncate rounded-[3px] text-left hover:underline"
            onClick={() => navigate(threadPath(row.threadId))}
          >
            {row.name}
          </button>
        </span>
      )}
      <div className={`hours relative flex h-[34px] flex-1 items-center ${named ? '' : 'ml-4'} mr-4`}>
        <Scale foresight={foresight} hours={hours} closed={row.closed} />
        {row.cells.map((cell, hour) => {
          const text = cellText(cell, foresight.from, hour)
          return (
            <Cell
              key={hour}
              at={`${place}-${hour}`}
              cell={cell}
              words={named ? `${row.name}, ${text}` : text}
              isTabbable={hour === tabbable}
            />
          )
        })}
      </div>
    </div>
  ),
)
Row.displayName = 'Row'

interface CellProps {
  readonly at: string
  readonly cell: HourRow['cells'][number]
  readonly words: string
  readonly isTabbable: boolean
}

function Cell({ at, cell, words, isTabbable }: CellProps): ReactNode {
  const held = heldBeatsOf(cell)
  return (
    <span
      role="gridcell"
      data-cell={at}
      data-ink={inkOf(cell.beats - held)}
      data-held={held > 0 ? '' : undefined}
      tabIndex={isTabbable ? 0 : -1}
      aria-label={words}
      title={words}
    >
      {(['job', 'timed'] as const).map((kind) => {
        const mark = markOf(cell, kind)
        return mark !== null && <i key={kind} data-mark={kind} data-held={mark === 'held' ? '' : undefined} />
      })}
      {cell.isDaily && <i data-mark="daily" />}
    </span>
  )
}
