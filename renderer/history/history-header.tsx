import { useQuery } from '@tanstack/react-query'
import { Download, ListFilter, Search } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { HistoryFilter } from '../../shared/history/history.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Menu } from '../kit/menu.tsx'
import { DateField } from '../kit/fields/time-field.tsx'
import { useMinute } from '../kit/time.ts'
import { HISTORY_COPY as COPY } from './copy.ts'
import { dateOf, tidy } from './filter.ts'
import type { History } from './use-history.ts'

/** What is asked for, and where to. */
export function HistoryHeader({
  history,
  isFiltering,
  onFiltering,
  onExport,
}: {
  history: History
  /** The filters are shown, where the window is too narrow for them to be there always. */
  isFiltering: boolean
  onFiltering: (is: boolean) => void
  onExport: () => void
}): ReactNode {
  const { filter, isSearch, change } = history
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-44 flex-1">
        <h1 className="text-20 font-semibold tracking-[-0.01em]">{COPY.title}</h1>
        <ReliabilityLine threads={filter.threads} />
      </div>
      <SearchField
        key={filter.text === undefined ? 'none' : 'some'}
        text={filter.text ?? ''}
        onSearch={(text) => change(tidy({ ...filter, text }), isSearch)}
      />
      <Jumps history={history} />
      <Button onClick={onExport}>
        <Download size={14} /> {COPY.export}
      </Button>
      <Button
        className="min-[1101px]:!hidden"
        aria-expanded={isFiltering}
        aria-controls="history-filters"
        onClick={() => onFiltering(!isFiltering)}
      >
        <ListFilter size={14} /> Filters
      </Button>
    </header>
  )
}

function Jumps({ history: { isSearch, jumpTo, jumpFor } }: { history: History }): ReactNode {
  const now = useMinute()
  const [day, setDay] = useState('')
  const yesterdayEnd = (): number => new Date(now).setHours(0, 0, 0, 0) - 1
  return (
    <>
      <DateField
        aria-label={COPY.jumpDate}
        title={COPY.jumpDate}
        placeholder={COPY.jumpDate}
        disabled={isSearch}
        className="w-36"
        value={day}
        onChange={(text) => {
          setDay(text)
          const at = dateOf(text)
          if (at !== null) void jumpTo(new Date(at).setHours(23, 59, 59, 999))
        }}
      />
      <Menu
        trigger={<Button disabled={isSearch}>{COPY.jump}</Button>}
        entries={[
          { label: COPY.yesterday, run: () => void jumpTo(yesterdayEnd()) },
          { label: COPY.lastAlert, run: () => void jumpFor('alert') },
          { label: COPY.streak, run: () => void jumpFor('streak') },
        ]}
      />
    </>
  )
}

function ReliabilityLine({ threads }: { threads: HistoryFilter['threads'] }): ReactNode {
  const { api } = useBridge()
  const { data } = useQuery({
    ...api.history.reliability.queryOptions({
      input: { days: 30, ...(threads !== undefined && { threads: [...threads] }) },
    }),
    staleTime: 0,
  })
  const causes = Object.entries(data?.missed ?? {}).sort((a, b) => b[1] - a[1])
  return (
    <p className="truncate text-12 text-ink-3">
      {data === undefined
        ? ' '
        : COPY.reliability(
            data.share,
            data.days,
            causes.reduce((n, [, c]) => n + c, 0),
            causes.map(([cause, n]) => `${cause} ${n.toLocaleString('en-US')}`).join(', '),
          )}
    </p>
  )
}

function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }): ReactNode {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    if (typed.trim() === text.trim()) return // a blank is no search
    const timer = setTimeout(() => onSearch(typed), 250)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <label className="relative">
      <Search size={14} className="absolute top-2.25 left-2.5 text-ink-3" />
      <input
        type="search"
        aria-label={COPY.searchLabel}
        placeholder={COPY.searchHint}
        title={COPY.searchHelp}
        className={`${inputClass} w-72 pl-8 max-[1240px]:w-64`}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={(e) => e.key === 'Escape' && (setTyped(''), onSearch(''))}
      />
    </label>
  )
}
