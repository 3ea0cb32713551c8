import type { ReactNode } from 'react'
import { FLEET } from '../copy.ts'
import { COLUMNS, type ColumnKey, type Layout } from '../query/columns.ts'
import type { FleetQuery } from '../query/query.ts'

type Sort = FleetQuery['sort']
type OnSort = (sort: Sort) => void

/** The heads of the columns; most of them order the rows. */
export const Headings = ({
  layout,
  sort,
  onSort,
}: {
  layout: Layout
  sort: Sort
  onSort: OnSort
}): ReactNode => (
  <div
    role="row"
    aria-rowindex={1}
    style={{ gridTemplateColumns: layout.template }}
    className="sticky top-0 z-10 grid h-8 items-center border-b border-line bg-surface text-11 font-medium text-ink-3"
  >
    <span role="columnheader">
      <span className="sr-only">State</span>
    </span>
    {layout.keys.map((key) => (
      <Heading key={key} column={key} bars={layout.bars} sort={sort} onSort={onSort} />
    ))}
    <span role="columnheader">
      <span className="sr-only">Actions</span>
    </span>
  </div>
)

/** A click sorts by it, a second turns it round, a third goes back to attention first. */
function Heading({
  column,
  bars,
  sort,
  onSort,
}: {
  column: ColumnKey
  bars: number
  sort: Sort
  onSort: OnSort
}): ReactNode {
  const { word, compare } = COLUMNS[column]
  const way = wayOf(sort, column)
  if (compare === null)
    return (
      <span
        role="columnheader"
        title={column === 'tiers' ? FLEET.sort.tiers : undefined}
        className={column === 'strip' ? 'pr-4 text-right' : ''}
      >
        {column === 'strip' ? FLEET.sort.strip(bars) : word}
      </span>
    )
  return (
    <span role="columnheader" aria-sort={way} className="min-w-0">
      <button
        type="button"
        tabIndex={-1}
        title={way === 'descending' ? FLEET.sort.back : FLEET.sort.by(word)}
        onClick={() => onSort(NEXT[way](column))}
        className={`h-6 max-w-full truncate rounded-[3px] pr-1 hover:text-ink ${way === 'none' ? '' : 'text-ink'}`}
      >
        {word}
        {way !== 'none' && <span aria-hidden> {way === 'descending' ? '↓' : '↑'}</span>}
      </button>
    </span>
  )
}

type Way = 'none' | 'ascending' | 'descending'

function wayOf(sort: Sort, column: ColumnKey): Way {
  if (sort?.by !== column) return 'none'
  return sort.down ? 'descending' : 'ascending'
}
const NEXT: Readonly<Record<Way, (by: ColumnKey) => Sort>> = {
  none: (by) => ({ by, down: false }),
  ascending: (by) => ({ by, down: true }),
  descending: () => null,
}
