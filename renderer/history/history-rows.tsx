import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { HistoryFilter, HistoryRow } from '../../shared/history/history.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { tableTime, useMinute } from '../kit/time.ts'
import { NoteDialog } from '../notes/note-dialog.tsx'
import { NotesLine, notesWith, useNotes, type NoteDraft } from '../notes/notes.tsx'
import { Charts } from './charts/charts.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'
import { DueTime } from './due-time.tsx'
import { hasWholeTime, isFiltered, tidy } from './filter.ts'
import { HistoryList } from './list.tsx'
import type { History } from './use-history.ts'

/** `exact`: rows counted one by one; null: not counted. */
interface Props {
  readonly history: History
  readonly exact: number | null
  readonly countExactly: () => void
}

/** Charts or notes, the list, and how many there are. */
export function HistoryRows({ history, exact, countExactly }: Props): ReactNode {
  const { filter, isSearch, change } = history
  // Here and not in the list: what a person reads stays open while rows are fetched anew or fail.
  const [opened, setOpened] = useState<HistoryRow | null>(null)
  return (
    <section
      aria-label="Rows"
      className="card @container flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      {isSearch ? (
        <NotesFound filter={filter} />
      ) : (
        <div className="border-b border-line">
          <Charts filter={filter} onZoom={(from, to) => change(tidy({ ...filter, from, to }))} />
        </div>
      )}
      <List history={history} onDueTime={setOpened} />
      <Footer history={history} exact={exact} countExactly={countExactly} />
      {opened !== null && <DueTime row={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

function List({ history, onDueTime }: { history: History; onDueTime: (row: HistoryRow) => void }): ReactNode {
  const { rows, filter, isSearch, onWindow, goTo, change } = history
  if (rows.error !== null)
    return (
      <Empty
        title={COPY.failed}
        text={messageOf(rows.error)}
        actions={<Button onClick={rows.refresh}>{COPY.again}</Button>}
      />
    )
  if (rows.pending) return <Skeleton rows={10} height={36} />
  if (rows.total === 0 && !rows.more) return <Nothing filter={filter} note={rows.note} onChange={change} />
  return (
    <HistoryList
      key={isSearch ? 'found' : 'all'}
      total={rows.total}
      row={rows.row}
      onWindow={onWindow}
      onOpen={(row) =>
        row.runId !== null && row.outcome !== 'merged' ? navigate(runPath(row.runId)) : onDueTime(row)
      }
      goTo={goTo}
      label={COPY.title}
      gaps={!isSearch && hasWholeTime(filter)}
    />
  )
}

function Footer({ history, exact, countExactly }: Props): ReactNode {
  const { rows, isSearch, goToNewest } = history
  return (
    <div
      role="status"
      className="flex h-9 shrink-0 items-center gap-3 border-t border-line px-4 text-12 tabular-nums text-ink-3"
    >
      <span>
        {isSearch ? <SearchedWords history={history} /> : <ShownWords history={history} exact={exact} />}
      </span>
      {(!isSearch || rows.more) && exact === null && (
        <Button size="s" look="ghost" onClick={countExactly}>
          {COPY.countExactly}
        </Button>
      )}
      {isSearch && exact !== null && <span>{COPY.inAll(exact)}</span>}
      {rows.stale && (
        <Button
          size="s"
          className="ml-auto"
          onClick={() => {
            rows.refresh()
            goToNewest()
          }}
        >
          {COPY.newRows}
        </Button>
      )}
    </div>
  )
}

function SearchedWords({ history: { rows } }: { history: History }): ReactNode {
  const now = useMinute()
  const isGoingOn = rows.more && rows.lookedTo !== null
  return (
    <>
      {COPY.found(rows.total, rows.more)}
      {isGoingOn ? `, ${COPY.searchingOn(tableTime(rows.lookedTo, now))}` : ''}
      {rows.note === null ? '' : ` ${rows.note}`}
    </>
  )
}

function ShownWords({ history, exact }: { history: History; exact: number | null }): ReactNode {
  const { rows, window } = history
  const first = rows.total === 0 ? 0 : window.first + 1
  return COPY.footer(totalWords(history, exact), first, Math.min(rows.total, window.last + 1))
}

export const totalWords = ({ rows }: History, exact: number | null): string =>
  exact === null ? COPY.footerAbout(rows.total) : COPY.footerExact(exact)

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

/** What is around an empty stretch says why it is empty. */
function Nothing({
  filter,
  note,
  onChange,
}: {
  filter: HistoryFilter
  note: string | null
  onChange: History['change']
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
  const { text, ...others } = filter
  if (text !== undefined && isFiltered(others))
    return (
      <Empty
        title={COPY.nothingFound(text)}
        text={[note, COPY.searchFiltered, closed].filter(Boolean).join(' ')}
        actions={<Button onClick={() => onChange({ text })}>{COPY.clearSearched}</Button>}
      />
    )
  return (
    <Empty
      title={filter.text === undefined ? COPY.nothingFits : COPY.nothingFound(filter.text)}
      text={note ?? closed}
      actions={<Button onClick={() => onChange({})}>{COPY.clearFilters}</Button>}
    />
  )
}
