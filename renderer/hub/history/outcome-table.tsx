import { memo, useState, type ReactNode } from 'react'
import type { RemoteOutcome } from '../../../shared/hub/others/others.ts'
import { OUTCOME_MEANING } from '../../../shared/runs/outcome-words.ts'
import { Card } from '../../kit/parts.tsx'
import { runCost } from '../../kit/text/amounts.ts'
import { Ticks } from '../../kit/text/ticks.tsx'
import { rowTime, titleTime, useMinute } from '../../kit/time.ts'
import { FateChip } from '../../parts/chips.tsx'
import type { ShownOthers } from '../choice.ts'
import { OTHER_HISTORY as COPY } from './copy.ts'
import { RemoteRun } from './remote-run.tsx'

const GRID = {
  all:
    'grid-cols-[96px_minmax(70px,120px)_minmax(90px,150px)_124px_minmax(0,1fr)_60px] ' +
    'max-[1000px]:grid-cols-[88px_minmax(60px,90px)_minmax(70px,110px)_112px_minmax(0,1fr)]',
  one:
    'grid-cols-[96px_minmax(90px,170px)_124px_minmax(0,1fr)_60px] ' +
    'max-[1000px]:grid-cols-[88px_minmax(70px,120px)_112px_minmax(0,1fr)]',
} as const
const WIDE = 'max-[1000px]:hidden'

/** Rows out of sight are not drawn, however many were asked for. */
export function OutcomeTable({
  rows,
  shown,
}: {
  rows: readonly RemoteOutcome[]
  shown: ShownOthers
}): ReactNode {
  const grid = `grid items-center gap-3 px-4 ${GRID[shown.is]}`
  const names = new Map(shown.others.machines.map(({ id, name }) => [id, name]))
  const now = useMinute()
  const [opened, setOpened] = useState<RemoteOutcome | null>(null)
  return (
    <Card className="overflow-clip">
      <div role="table" aria-label={COPY.list} aria-rowcount={rows.length + 1}>
        <div role="row" className={`${grid} h-8 border-b border-line text-11 font-medium text-ink-3`}>
          <span role="columnheader">{COPY.time}</span>
          {shown.is === 'all' && <span role="columnheader">{COPY.machine}</span>}
          <span role="columnheader">{COPY.thread}</span>
          <span role="columnheader">{COPY.outcome}</span>
          <span role="columnheader">{COPY.came}</span>
          <span role="columnheader" className={`text-right ${WIDE}`}>
            {COPY.cost}
          </span>
        </div>
        {rows.map((row) => (
          <OutcomeRow
            key={`${row.machine} ${row.run}`}
            row={row}
            machine={shown.is === 'all' ? (names.get(row.machine) ?? row.machine) : null}
            grid={grid}
            now={now}
            onOpen={setOpened}
          />
        ))}
      </div>
      {opened !== null && (
        <RemoteRun
          row={opened}
          machine={{ id: opened.machine, name: names.get(opened.machine) ?? opened.machine }}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}

/** `machine` null: they are all of one. */
const OutcomeRow = memo(function OutcomeRow({
  row,
  machine,
  grid,
  now,
  onOpen,
}: {
  row: RemoteOutcome
  machine: string | null
  grid: string
  now: number
  onOpen: (row: RemoteOutcome) => void
}): ReactNode {
  const name = row.threadName ?? COPY.gone
  const came = row.summary === '' ? OUTCOME_MEANING[row.outcome] : row.summary
  return (
    <div
      role="row"
      className={`${grid} h-9 border-b border-line text-13 [contain-intrinsic-size:auto_36px] [content-visibility:auto] last:border-b-0`}
    >
      <span role="cell" className="truncate tabular-nums" title={titleTime(row.startedAt)}>
        {rowTime(row.startedAt, now)}
      </span>
      {machine !== null && (
        <span role="cell" className="truncate text-ink-2" title={machine}>
          {machine}
        </span>
      )}
      <span
        role="cell"
        className={`truncate ${row.threadName === null ? 'text-ink-3' : 'font-medium'}`}
        title={name}
      >
        {name}
      </span>
      <span role="cell" className="truncate">
        <FateChip fate={row.outcome} />
      </span>
      <span role="cell" className="flex min-w-0">
        <button
          type="button"
          dir="auto"
          className="h-8 min-w-0 truncate rounded-control text-start text-ink-2 hover:text-ink hover:underline"
          title={came}
          aria-label={COPY.open(name, rowTime(row.startedAt, now))}
          onClick={() => onOpen(row)}
        >
          <Ticks text={came} />
        </button>
      </span>
      <span role="cell" className={`truncate text-right text-12 text-ink-3 tabular-nums ${WIDE}`}>
        {row.usd === null || row.usd === 0 ? '–' : runCost(row.usd)}
      </span>
    </div>
  )
})
