import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TimelineEntry } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { readsPrompts } from '../../shared/events/recipient.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { EVENT_SOURCES, type EventSource } from '../../shared/events/system-event.ts'
import { SOURCE_WORD } from '../../shared/views/words.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { navigate, threadPath, useHashSearch } from '../client/navigation.ts'
import { useMinute } from '../kit/time.ts'
import { byDay } from './days.ts'
import { Entry } from './entry.tsx'
import { ACTIVITY as COPY } from './copy.ts'
import { Tell } from './tell.tsx'

const PAGE = 50
const KINDS = { all: 'Everything', event: 'Events', wake: 'Wakes' } as const
type Kind = keyof typeof KINDS
interface Filter {
  readonly kind: Kind
  readonly source: EventSource | null // null: all
}

/**
 * What happened to a thread besides its runs, newest first: facts that came in, and what asked for beats.
 */
export function Timeline({ thread }: { thread: ThreadView }): ReactNode {
  const filter = useFilter()
  const pages = useEntries(thread)
  const [newest] = pages.data?.pages ?? []
  const all = pages.data?.pages.flatMap((p) => p.entries) ?? []
  const shown = all.filter((e) => matches(e, filter))
  return (
    <div className="flex max-w-[980px] flex-col gap-4">
      <Tell thread={thread} />
      <section aria-labelledby="timeline-title">
        <SectionTitle
          id="timeline-title"
          {...(newest !== undefined && newest.waiting > 0 && { count: COPY.waiting(newest.waiting) })}
        >
          {COPY.title}
        </SectionTitle>
        <Filters id={thread.id} filter={filter} />
        {newest !== undefined && newest.dropped > 0 && (
          <p role="status" className="mb-3 text-12 text-alert">
            {COPY.dropped(newest.dropped)}
          </p>
        )}
        {pages.isError && (
          <Card>
            <Empty
              title={COPY.failed}
              text={messageOf(pages.error)}
              actions={<Button onClick={() => void pages.refetch()}>{COPY.again}</Button>}
            />
          </Card>
        )}
        {pages.isPending && (
          <Card>
            <Skeleton rows={6} height={48} />
          </Card>
        )}
        {pages.isSuccess && shown.length === 0 && (
          <Card>
            <Nothing thread={thread} looked={all.length} hasOlder={pages.hasNextPage} />
          </Card>
        )}
        {!pages.isError && <Days thread={thread} entries={shown} />}
        {pages.hasNextPage && (
          <div className="flex justify-center py-2">
            <Button size="s" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {pages.isFetchingNextPage ? 'Looking…' : 'Older'}
            </Button>
          </div>
        )}
        {pages.data !== undefined && !pages.hasNextPage && shown.length > 0 && (
          <p className="py-1 text-center text-12 text-ink-3">{COPY.end}</p>
        )}
      </section>
    </div>
  )
}

function useEntries({ id }: ThreadView) {
  const { api } = useBridge()
  return useInfiniteQuery(
    api.events.timeline.infiniteOptions({
      input: (before: string | undefined) => ({
        id,
        limit: PAGE,
        ...(before !== undefined && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      staleTime: 0,
    }),
  )
}

function Days({ thread, entries }: { thread: ThreadView; entries: readonly TimelineEntry[] }): ReactNode {
  const now = useMinute()
  return byDay(entries, now).map((day) => (
    <section key={day.heading} aria-label={day.heading} className="mb-3">
      <h3 className="mb-1 px-4 text-12 font-medium text-ink-2">{day.heading}</h3>
      <Card>
        <ol>
          {day.entries.map((entry) => (
            <Entry key={keyOf(entry)} entry={entry} thread={thread} />
          ))}
        </ol>
      </Card>
    </section>
  ))
}

const keyOf = (e: TimelineEntry): string =>
  e.kind === 'event' ? e.event.id : `${e.itemId} ${e.reason} ${e.at}`
const matches = (e: TimelineEntry, { kind, source }: Filter): boolean =>
  (kind === 'all' || e.kind === kind) &&
  (source === null || (e.kind === 'event' && e.event.source === source))

function useFilter(): Filter {
  const search = useHashSearch()
  const kind = search.get('kind')
  const source = EVENT_SOURCES.find((s) => s === search.get('source')) ?? null
  return { kind: kind === 'event' || kind === 'wake' ? kind : 'all', source: kind === 'wake' ? null : source }
}
const place = (id: ThreadId, { kind, source }: Filter): string =>
  `${threadPath(id, 'activity')}${kind === 'all' ? '' : `&kind=${kind}`}${source === null ? '' : `&source=${source}`}`

function Filters({ id, filter }: { id: ThreadId; filter: Filter }): ReactNode {
  const go = (to: Filter): void => navigate(place(id, to), { replace: true })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5">
      <span role="group" aria-label="Show" className="flex gap-1.5">
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            onClick={() => go({ kind, source: kind === 'wake' ? null : filter.source })}
            className={
              'h-6 rounded-full border px-2.5 text-12 ' +
              `${filter.kind === kind ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line bg-surface text-ink-2 hover:border-line-strong'}`
            }
          >
            {KINDS[kind]}
          </button>
        ))}
      </span>
      {filter.kind !== 'wake' && (
        <span className="ml-auto">
          <Select
            label="Source"
            value={filter.source ?? 'any'}
            options={{ any: COPY.everySource, ...SOURCE_WORD }}
            onChange={(source) => go({ kind: filter.kind, source: source === 'any' ? null : source })}
          />
        </span>
      )}
    </div>
  )
}

function Nothing({
  thread,
  looked,
  hasOlder,
}: {
  thread: ThreadView
  looked: number
  hasOlder: boolean
}): ReactNode {
  const all = (
    <Button onClick={() => navigate(place(thread.id, { kind: 'all', source: null }), { replace: true })}>
      {COPY.showAll}
    </Button>
  )
  if (looked > 0 && hasOlder) return <Empty title={COPY.noneAmong(looked)} text={COPY.older} actions={all} />
  if (looked > 0) return <Empty title={COPY.noneOfKind} actions={all} />
  return (
    <Empty
      title={COPY.nothing}
      text={COPY.nothingText(thread.name, readsPrompts(thread.agent))}
      actions={<Button onClick={() => navigate(threadPath(thread.id, 'settings'))}>{COPY.choose}</Button>}
    />
  )
}
