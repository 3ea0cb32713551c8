import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { ExportDialog } from './export-dialog.tsx'
import { Filters } from './filters.tsx'
import { HistoryHeader } from './history-header.tsx'
import { HistoryRows, totalWords } from './history-rows.tsx'
import { useExactCount, useHistory } from './use-history.ts'
import { useMoves } from './rows/use-moves.ts'

export function HistoryPage(): ReactNode {
  const { api } = useBridge()
  const history = useHistory()
  const { filter, countable, isSearch, rows, change } = history
  const [exact, countExactly] = useExactCount(filter, isSearch ? 0 : rows.total)
  const [isFiltering, setFiltering] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const counts = useQuery({
    ...api.history.counts.queryOptions({ input: { filter: countable } }),
    staleTime: 0,
    enabled: !isSearch,
  })
  useFigures()
  return (
    <div
      className={
        'mx-auto flex h-0 min-h-[480px] w-full max-w-[1440px] grow flex-col px-7 pt-5 pb-4 max-[1000px]:px-5 ' +
        // Where the filters stand above the list, both have their room and the whole page scrolls.
        (isFiltering ? 'max-[760px]:min-h-[840px]' : '')
      }
    >
      <HistoryHeader
        history={history}
        isFiltering={isFiltering}
        onFiltering={setFiltering}
        onExport={() => setExporting(true)}
      />
      <div className="flex min-h-0 flex-1 gap-4 max-[1100px]:gap-2 max-[760px]:flex-col">
        <aside
          id="history-filters"
          aria-label="Filters"
          className={
            'card w-52 shrink-0 overflow-y-auto rounded-card border border-line bg-surface px-3 py-2 ' +
            `max-[760px]:max-h-56 max-[760px]:w-full ${isFiltering ? '' : 'max-[1100px]:hidden'}`
          }
        >
          <Filters
            filter={filter}
            counts={(isSearch ? rows.counts : counts.data) ?? null}
            onChange={change}
          />
        </aside>
        <HistoryRows history={history} exact={exact} countExactly={countExactly} />
      </div>
      {isExporting && (
        <ExportDialog
          filter={filter}
          total={isSearch ? String(rows.total) : totalWords(history, exact)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

/** Counts, charts and the line under the title follow the rows. */
function useFigures(): void {
  const { api } = useBridge()
  const queries = useQueryClient()
  useMoves(() =>
    Promise.all(
      [api.history.counts, api.history.figures, api.history.reliability].map((of) =>
        queries.invalidateQueries({ queryKey: of.key() }),
      ),
    ),
  )
}
