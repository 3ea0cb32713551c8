import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  localDay,
  startOfLocalDay,
  type HistoryFilter,
  type HistoryNote,
} from '../../../shared/history/history.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { useBridge } from '../../client/bridge.ts'
import { CHART_COPY } from '../copy.ts'
import { DayGrid } from './day-grid.tsx'
import { cellText, notedDays, WEEKS, type Year } from './year.ts'

interface YearProps {
  readonly filter: HistoryFilter
  readonly notes: readonly HistoryNote[]
  readonly isTable: boolean
  readonly onDay: (from: Instant, to: Instant) => void
}
/** Twelve months, as a grid of days or as a table. */
export function HeatMap({ filter, notes, isTable, onDay }: YearProps): ReactNode {
  const year = useYear(filter)
  // Here and not in the grid: a look at the table does not lose the day that the keys have reached.
  const [at, setAt] = useState(year.today)
  if (isTable) return <DayTable year={year} notes={notes} />
  return (
    <DayGrid
      year={year}
      notes={notes}
      at={at}
      onAt={setAt}
      onDay={(day) => onDay(startOfLocalDay(day), startOfLocalDay(day + 1))}
    />
  )
}

function useYear(filter: HistoryFilter): Year {
  const { api } = useBridge()
  const [opened] = useState(() => Date.now())
  const today = localDay(opened)
  const monday = today - ((today + 3) % 7) - (WEEKS - 1) * 7
  const { from: _from, to: _to, ...rest } = filter
  const figures = useQuery({
    ...api.history.figures.queryOptions({
      input: { filter: { ...rest, from: startOfLocalDay(monday) }, by: 'day' },
    }),
    staleTime: 0,
  })
  return {
    today,
    monday,
    days: Array.from({ length: today - monday + 1 }, (_, i) => monday + i),
    byDay: new Map((figures.data ?? []).map((f) => [localDay(f.at), f])),
  }
}

function DayTable({ year, notes }: { year: Year; notes: readonly HistoryNote[] }): ReactNode {
  const noted = notedDays(notes)
  return (
    <div
      className="mx-4 my-2 max-h-52 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label={CHART_COPY.yearAsTable}
    >
      <table className="w-full text-left text-12">
        <tbody>
          {year.days
            .filter((d) => year.byDay.has(d) || noted.has(d))
            .reverse()
            .map((d) => (
              <tr key={d} className="border-t border-line">
                <td className="py-0.5">{cellText(d, year.byDay.get(d), notes)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
