import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useState, type ReactNode } from 'react'
import type { Cell, Matrix } from '../../shared/pollination/lines/matrix.ts'
import { SectionTitle } from '../kit/parts.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

const ROW = 28
const COLUMN = 40
const NAMES = 240
const HEAD = 116
const MOST = 420

/** Which list has which check: rows are checks, columns are threads. Only what is in sight is drawn. */
export function WhoHasWhat({ matrix }: { matrix: Matrix }): ReactNode {
  const { rows, threads } = matrix
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const height = Math.min(MOST, HEAD + rows.length * ROW + 2)
  // oxlint-disable-next-line react/incompatible-library -- not memoised by the compiler, which is what it needs
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => ROW,
    paddingStart: HEAD,
    overscan: 8,
    initialRect: { width: 800, height },
  })
  const across = useVirtualizer({
    horizontal: true,
    count: threads.length,
    getScrollElement: () => frame,
    estimateSize: () => COLUMN,
    paddingStart: NAMES,
    overscan: 4,
    initialRect: { width: 800, height },
  })
  const columns = across.getVirtualItems()
  return (
    <section aria-labelledby="matrix">
      <SectionTitle id="matrix" count={String(rows.length)}>
        {COPY.matrix}
      </SectionTitle>
      <p className="mb-2 text-12 text-ink-3">{COPY.matrixText}</p>
      <div
        ref={setFrame}
        tabIndex={0}
        role="table"
        aria-label={COPY.matrix}
        aria-rowcount={rows.length + 1}
        aria-colcount={threads.length + 1}
        style={{ height }}
        className="overflow-auto rounded-card border border-line bg-surface text-12"
      >
        <div
          className="relative min-w-full"
          style={{ height: down.getTotalSize(), width: across.getTotalSize() }}
        >
          <Head threads={threads} columns={columns} />
          {down.getVirtualItems().map((row) => (
            <Row key={row.key} row={rows[row.index]!} index={row.index} top={row.start} columns={columns} />
          ))}
        </div>
      </div>
    </section>
  )
}

const NAME = 'sticky left-0 inline-block align-top truncate bg-surface pr-3 pl-4'
const NAME_BOX = (height: number) => ({ width: NAMES, height, lineHeight: `${height}px` })

function Head({
  threads,
  columns,
}: Pick<Matrix, 'threads'> & { columns: readonly VirtualItem[] }): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className="sticky top-0 z-20 bg-surface" style={{ height: HEAD }}>
      <span
        role="columnheader"
        aria-colindex={1}
        className={`${NAME} z-30 text-ink-3`}
        style={NAME_BOX(HEAD)}
      >
        {COPY.check}
      </span>
      {columns.map((column) => (
        <span
          key={column.key}
          role="columnheader"
          aria-colindex={column.index + 2}
          title={threads[column.index]!.name}
          className="absolute rotate-180 truncate pt-2 pb-2 text-ink-3 tabular-nums [writing-mode:vertical-rl]"
          style={{ left: column.start, width: COLUMN, height: HEAD, lineHeight: `${COLUMN}px` }}
        >
          {threads[column.index]!.number} {threads[column.index]!.name}
        </span>
      ))}
    </div>
  )
}

function Row({
  row: { title, cells, has },
  index,
  top,
  columns,
}: {
  row: Matrix['rows'][number]
  index: number
  top: number
  columns: readonly VirtualItem[]
}): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 w-full border-t border-line"
      style={{ top, height: ROW }}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        title={title}
        className={`${NAME} z-10`}
        style={NAME_BOX(ROW - 1)}
      >
        <span className="mr-2 text-ink-3 tabular-nums">{has}</span>
        {title}
      </span>
      {columns.map((column) => {
        const cell = cells[column.index] as Cell
        return (
          <span
            key={column.key}
            role="cell"
            aria-colindex={column.index + 2}
            title={COPY.cells[cell]}
            className={`absolute top-0 text-center ${LOOK[cell]}`}
            style={{ left: column.start, width: COLUMN, lineHeight: `${ROW - 1}px` }}
          >
            <span aria-hidden>{SIGN[cell]}</span>
            <span className="sr-only">{COPY.cells[cell]}</span>
          </span>
        )
      })}
    </div>
  )
}

const SIGN: Record<Cell, string> = { h: '●', p: '◌', c: '○', n: '·', k: '–' }
const LOOK: Record<Cell, string> = {
  h: 'text-ink',
  p: 'text-ink-3',
  c: 'text-accent',
  n: 'text-ink-3',
  k: 'text-ink-3',
}
