import { useQuery } from '@tanstack/react-query'
import { Download, ListFilter, Search } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import type { HistoryFilter, HistoryRow } from '../../shared/history/history.ts'
import { OUTCOME_MEANING, OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { attempt, messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Menu } from '../kit/menu.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'
import { SLOT } from '../runs/copy.ts'
import { Charts } from './charts.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { dateOf, filterOf, hasWholeTime, isFiltered, searchOf, tidy } from './filter.ts'
import { Filters } from './filters.tsx'
import { causeWords, gist, HistoryList, type Window } from './list.tsx'
import { NoteDialog, NotesLine, notesWith, useNotes, type NoteDraft } from '../notes/notes.tsx'
import { useFound, useNumbered } from './rows.ts'
import { navigate, PLACES, runPath, threadPath, useHashSearch } from '../client/navigation.ts'
import { fullTime, tableTime, useMinute } from '../kit/time.ts'

export function HistoryPage(): ReactNode {
  const { api, client } = useBridge()
  const filter = filterOf(useHashSearch())
  const key = searchOf(filter)
  const isSearch = filter.text !== undefined
  const now = useMinute()
  const [window, setWindow] = useState<Window>({ first: 0, last: 30 })
  const [goTo, setGoTo] = useState<{ readonly row: number } | null>(null)
  const [isFiltering, setFiltering] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [opened, setOpened] = useState<HistoryRow | null>(null)
  const numbered = useNumbered(filter, window.first, window.last, !isSearch)
  const found = useFound(filter, window.last, isSearch)
  const rows = isSearch ? found : numbered
  const { text: _, ...countable } = filter
  const counts = useQuery({
    ...api.history.counts.queryOptions({ input: { filter: countable } }),
    staleTime: 30_000,
  })
  const [exact, setExact] = useState<{ readonly key: string; readonly rows: number } | null>(null)
  const onWindow = useCallback(
    (next: Window) => setWindow((w) => (w.first === next.first && w.last === next.last ? w : next)),
    [],
  )
  const change = useCallback((next: HistoryFilter, replace = false) => {
    const search = searchOf(next)
    navigate(search === '' ? PLACES.history : `${PLACES.history}?${search}`, { replace })
    setGoTo({ row: 0 })
  }, [])

  const open = (row: HistoryRow): void =>
    row.runId !== null && row.outcome !== 'merged' ? navigate(runPath(row.runId)) : setOpened(row)
  async function jumpTo(at: number): Promise<void> {
    const place = await attempt(client.history.position({ filter: countable, at }))
    if (place !== null) setGoTo({ row: place.row })
  }
  async function jumpFor(what: 'alert' | 'streak'): Promise<void> {
    const row = await attempt(client.history.find({ filter: countable, what }).then((r) => r ?? 'none'))
    if (row === null) return
    if (row === 'none') toast(what === 'alert' ? COPY.noAlert : COPY.noStreak)
    else await jumpTo(row.at)
  }
  const yesterdayEnd = (): number => new Date(now).setHours(0, 0, 0, 0) - 1
  const total = exact?.key === key ? COPY.footerExact(exact.rows) : COPY.footerAbout(rows.total)

  return (
    <div className="mx-auto flex h-0 min-h-[480px] w-full max-w-[1440px] grow flex-col px-7 pt-5 pb-4 max-[1000px]:px-5">
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
        <input
          aria-label={COPY.jumpDate}
          title={COPY.jumpDate}
          type="date"
          disabled={isSearch}
          className={`${inputClass} w-34`}
          onChange={(e) => {
            const at = dateOf(e.target.value)
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
        <Button onClick={() => setExporting(true)}>
          <Download size={14} /> {COPY.export}
        </Button>
        <Button
          className="min-[1101px]:!hidden"
          aria-expanded={isFiltering}
          aria-controls="history-filters"
          onClick={() => setFiltering(!isFiltering)}
        >
          <ListFilter size={14} /> Filters
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 gap-4 max-[1100px]:flex-col max-[1100px]:gap-2">
        <aside
          id="history-filters"
          aria-label="Filters"
          className={
            'card w-52 shrink-0 overflow-y-auto rounded-card border border-line bg-surface px-3 py-2 ' +
            `max-[1100px]:max-h-56 max-[1100px]:w-full ${isFiltering ? '' : 'max-[1100px]:hidden'}`
          }
        >
          <Filters filter={filter} counts={counts.data ?? null} onChange={change} />
        </aside>
        <section
          aria-label="Rows"
          className="card flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface"
        >
          {!isSearch && (
            <div className="border-b border-line">
              <Charts filter={filter} onZoom={(from, to) => change(tidy({ ...filter, from, to }))} />
            </div>
          )}
          {isSearch && <NotesFound filter={filter} />}
          {rows.error !== null ? (
            <Empty
              title={COPY.failed}
              text={messageOf(rows.error)}
              actions={<Button onClick={rows.refresh}>{COPY.again}</Button>}
            />
          ) : rows.pending ? (
            <Skeleton rows={10} height={36} />
          ) : rows.total === 0 && !rows.more ? (
            <Nothing filter={filter} note={rows.note} onClear={() => change({})} />
          ) : (
            <HistoryList
              key={isSearch ? 'found' : 'all'}
              total={rows.total}
              row={rows.row}
              onWindow={onWindow}
              onOpen={open}
              goTo={goTo}
              label={COPY.title}
              gaps={!isSearch && hasWholeTime(filter)}
            />
          )}
          <div
            role="status"
            className="flex h-9 shrink-0 items-center gap-3 border-t border-line px-4 text-12 tabular-nums text-ink-3"
          >
            {isSearch ? (
              <span>
                {COPY.found(rows.total, rows.more)}
                {rows.more && rows.lookedTo !== null
                  ? `, ${COPY.searchingOn(tableTime(rows.lookedTo, now))}`
                  : ''}
                {rows.note === null ? '' : ` ${rows.note}`}
              </span>
            ) : (
              <span>
                {COPY.footer(
                  total,
                  rows.total === 0 ? 0 : window.first + 1,
                  Math.min(rows.total, window.last + 1),
                )}
              </span>
            )}
            {(!isSearch || rows.more) && exact?.key !== key && (
              <Button
                size="s"
                look="ghost"
                onClick={() =>
                  void attempt(client.history.count({ filter })).then(
                    (c) => c !== null && setExact({ key, rows: c.rows }),
                  )
                }
              >
                {COPY.countExactly}
              </Button>
            )}
            {isSearch && exact?.key === key && <span>{COPY.inAll(exact.rows)}</span>}
            {rows.stale && (
              <Button
                size="s"
                className="ml-auto"
                onClick={() => {
                  rows.refresh()
                  setGoTo({ row: 0 })
                }}
              >
                {COPY.newRows}
              </Button>
            )}
          </div>
        </section>
      </div>
      {isExporting && (
        <ExportDialog
          filter={filter}
          total={isSearch ? String(rows.total) : total}
          onClose={() => setExporting(false)}
        />
      )}
      {opened !== null && <DueTime row={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function NotesFound({ filter }: { filter: HistoryFilter }): ReactNode {
  const notes = notesWith(useNotes(filter), filter.text ?? '')
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  return (
    <>
      {notes.length > 0 && (
        <div className="border-b border-line pt-2">
          <NotesLine notes={notes} onOpen={(note) => setDraft({ note })} />
        </div>
      )}
      {draft !== null && <NoteDialog draft={draft} onClose={() => setDraft(null)} />}
    </>
  )
}

function ReliabilityLine({ threads }: { threads: HistoryFilter['threads'] }): ReactNode {
  const { api } = useBridge()
  const { data } = useQuery({
    ...api.history.reliability.queryOptions({
      input: { days: 30, ...(threads !== undefined && { threads: [...threads] }) },
    }),
    staleTime: 60_000,
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

/** What is around an empty stretch says why it is empty. */
function Nothing({
  filter,
  note,
  onClear,
}: {
  filter: HistoryFilter
  note: string | null
  onClear: () => void
}): ReactNode {
  const { api } = useBridge()
  const around = useQuery({
    ...api.history.page.queryOptions({
      input: {
        filter: tidy({ threads: filter.threads, kinds: ['slot'], outcomes: ['missed'] }),
        place: { below: filter.to ?? Number.MAX_SAFE_INTEGER },
        limit: 1,
      },
    }),
    enabled: filter.from !== undefined || filter.to !== undefined,
  })
  const missed = around.data?.rows[0]
  const now = useMinute()
  if (!isFiltered(filter)) return <Empty title={COPY.nothingYet} text={COPY.nothingYetText} />
  const closed = missed?.cause === 'app closed' ? COPY.closedThen(tableTime(missed.at, now)) : undefined
  return (
    <Empty
      title={filter.text === undefined ? COPY.nothingFits : COPY.nothingFound(filter.text)}
      text={note ?? closed}
      actions={<Button onClick={onClear}>{COPY.clearFilters}</Button>}
    />
  )
}

function DueTime({ row, onClose }: { row: HistoryRow; onClose: () => void }): ReactNode {
  const go = (to: string): void => {
    onClose()
    navigate(to)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${OUTCOME_WORD[row.outcome]}: ${row.threadName}`}
      description={`Due ${fullTime(row.at)}`}
      width={480}
      footer={
        <>
          <Button onClick={() => go(threadPath(row.threadId))}>{SLOT.openThread}</Button>
          {row.runId !== null && (
            <Button look="primary" onClick={() => row.runId !== null && go(runPath(row.runId))}>
              {COPY.openJoined}
            </Button>
          )}
        </>
      }
    >
      <p className="text-13">{OUTCOME_MEANING[row.outcome]}</p>
      <p className="mt-1 text-13 text-ink-2">
        {row.cause === '' ? gist(row) : `Why: ${causeWords(row)}.`}
        {row.count > 1 && ` ${SLOT.standsFor(row.count)}`}
      </p>
    </Dialog>
  )
}
