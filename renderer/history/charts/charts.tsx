import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import type { HistoryFilter, HistoryNote } from '../../../shared/history/history.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { messageOf } from '../../client/attempt.ts'
import { count } from '../../kit/text/amounts.ts'
import { money } from '../../../shared/base/amounts.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Pill } from '../../kit/pill.tsx'
import { HISTORY_COPY as COPY, CHART_COPY } from '../copy.ts'
import { NOTE_COPY } from '../../notes/copy.ts'
import { localDate, runTime } from '../../kit/time.ts'
import { BarChart } from './bar-chart.tsx'
import { barWords, VIEWS, type View } from './bar-words.ts'
import {
  barsOf,
  grainOf,
  PART_WORD,
  PARTS,
  silences,
  type Bar,
  type Part,
  type Silence,
} from './chart-data.ts'
import { hasWholeTime } from '../filter.ts'
import { HeatMap } from './heat-map.tsx'
import { NoteDialog } from '../../notes/note-dialog.tsx'
import { notesIn, NotesLine, useNotes, type NoteDraft } from '../../notes/notes.tsx'

interface ChartsProps {
  readonly filter: HistoryFilter
  readonly onZoom: (from: Instant | undefined, to: Instant | undefined) => void
}

/** The rows of the filter over time, from figures: never from rows. */
export function Charts({ filter, onZoom }: ChartsProps): ReactNode {
  const [view, setView] = useState<View>('rows')
  const [isTable, setTable] = useState(false)
  // the heat map goes when a day of it is chosen: the focus must not go with it
  const views = useRef<HTMLDivElement>(null)
  const { text: _, ...counted } = filter
  const { bars, quiet, failure } = useBars(counted, view !== 'year')
  const notes = notesIn(useNotes(counted), ...shownTime(view, bars))
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const [only, ...others] = counted.threads ?? []
  const write = (at: Instant): void => setDraft({ at, threadId: others.length === 0 ? (only ?? null) : null })
  const summary = failure ?? summaryOf(view, bars, quiet)
  return (
    <figure aria-labelledby="history-chart" className="m-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2">
        <Views views={views} view={view} onView={setView} />
        <figcaption
          id="history-chart"
          className="min-w-0 flex-1 truncate text-12 text-ink-2"
          title={view === 'year' ? undefined : summary}
        >
          {view === 'year' ? COPY.yearTitle : summary}
        </figcaption>
        {(filter.from !== undefined || filter.to !== undefined) && (
          <Button size="s" look="ghost" onClick={() => onZoom(undefined, undefined)}>
            {COPY.zoomOut}
          </Button>
        )}
        <Button size="s" look="ghost" onClick={() => write(filter.from ?? Date.now())}>
          {NOTE_COPY.addShort}
        </Button>
        <Button size="s" look="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? COPY.chartBack : COPY.chartTable}
        </Button>
      </div>
      {view === 'year' && (
        <HeatMap
          filter={counted}
          notes={notes}
          isTable={isTable}
          onDay={(from, to) => {
            views.current?.querySelector('button')?.focus()
            setView('rows')
            onZoom(from, to)
          }}
        />
      )}
      {view !== 'year' && isTable && <BarTable bars={bars} notes={notes} />}
      {view !== 'year' && !isTable && (
        <BarChart bars={bars} quiet={quiet} notes={notes} view={view} onZoom={onZoom} onNote={write} />
      )}
      <NotesLine notes={notes} onOpen={(note) => setDraft({ note })} />
      {draft !== null && <NoteDialog draft={draft} onClose={() => setDraft(null)} />}
    </figure>
  )
}

function Views({
  views,
  view,
  onView,
}: {
  views: RefObject<HTMLDivElement | null>
  view: View
  onView: (view: View) => void
}): ReactNode {
  return (
    <div ref={views} role="group" aria-label="Chart" className="flex gap-1">
      {(Object.keys(VIEWS) as View[]).map((v) => (
        <Pill key={v} pressed={view === v} onClick={() => onView(v)}>
          {VIEWS[v]}
        </Pill>
      ))}
    </div>
  )
}

interface Bars {
  readonly bars: readonly Bar[]
  readonly quiet: readonly Silence[]
  /** Why there are none. null: there are, or will be. */
  readonly failure: string | null
}
function useBars(filter: HistoryFilter, enabled: boolean): Bars {
  const { api } = useBridge()
  const [opened] = useState(() => Date.now())
  const by = grainOf(filter, opened)
  const figures = useQuery({
    ...api.history.figures.queryOptions({ input: { filter, by } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled,
  })
  const bars = barsOf(figures.data ?? [], filter, by, Math.max(opened, figures.dataUpdatedAt))
  return {
    bars,
    quiet: hasWholeTime(filter) ? silences(bars) : [],
    failure: figures.isError ? messageOf(figures.error) : null,
  }
}

const shownTime = (view: View, bars: readonly Bar[]): [from: Instant, to: Instant] =>
  view === 'year' ? [0, Infinity] : [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 0]

function summaryOf(view: View, bars: readonly Bar[], quiet: readonly Silence[]): string {
  const rows = bars.reduce((n, b) => n + b.rows, 0)
  if (rows === 0) return CHART_COPY.noRowsHere
  if (view === 'cost')
    return CHART_COPY.cost(
      money(bars.reduce((n, b) => n + b.usd, 0)),
      bars.reduce((n, b) => n + b.starts, 0),
    )
  if (view === 'length') {
    const known = bars.filter((b) => b.medianMs !== null)
    const last = known.at(-1)
    return last === undefined
      ? CHART_COPY.noLength
      : CHART_COPY.length(runTime(last.medianMs ?? 0), runTime(last.p95Ms ?? 0), barWords(last))
  }
  const of = (part: Part): number => bars.reduce((n, b) => n + b.parts[part], 0)
  const worst = (['urgent', 'broken', 'look', 'not'] as const)
    .filter((p) => of(p) > 0)
    .map((p) => `${count(of(p))} ${PART_WORD[p]}`)
  const silent = quiet.map((s) => `${localDate(s.from)} – ${localDate(s.to - 1)}`)
  return CHART_COPY.rows(count(rows), Math.floor((of('well') / rows) * 100), worst, silent.slice(-2))
}

function BarTable({ bars, notes }: { bars: readonly Bar[]; notes: readonly HistoryNote[] }): ReactNode {
  return (
    <div
      className="mx-4 my-2 max-h-52 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label={CHART_COPY.asTable}
    >
      <table className="w-full text-left text-12 tabular-nums">
        <thead className="text-11 text-ink-3">
          <tr>
            {[
              'Dates',
              ...PARTS.map((p) => PART_WORD[p]),
              'rows',
              CHART_COPY.startsHead,
              'cost',
              'median',
              '95 %',
              ...(notes.length === 0 ? [] : [NOTE_COPY.list]),
            ].map((h) => (
              <th key={h} scope="col" className="py-1 pr-3 font-medium first-letter:uppercase">
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map((b) => (
            <tr key={b.from} className="border-t border-line">
              {[
                barWords(b),
                ...PARTS.map((p) => count(b.parts[p])),
                count(b.rows),
                count(b.starts),
                money(b.usd),
                b.medianMs === null ? '–' : runTime(b.medianMs),
                b.p95Ms === null ? '–' : runTime(b.p95Ms),
                ...(notes.length === 0
                  ? []
                  : [
                      notesIn(notes, b.from, b.to)
                        .map((note) => note.text)
                        .join('; '),
                    ]),
              ].map((cell, i) => (
                <td key={i} className="py-0.5 pr-3 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
