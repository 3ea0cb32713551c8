import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { messageOf } from '../client/attempt.ts'
import { heldOf, kindWords, totalsOf } from './hours.ts'
import { HourGrid } from './hour-grid.tsx'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Pill } from '../kit/pill.tsx'
import { PowerLine } from '../parts/power-line.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { QueueTabs } from '../queue/queue-tabs.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { AHEAD_COPY as COPY } from '../queue/copy.ts'
import { jobsPath, navigate, threadPath } from '../client/navigation.ts'
import { tableTime, titleTime, useMinute } from '../kit/time.ts'

const LISTED = 20
const NAMED = 12

export function AheadPage(): ReactNode {
  return (
    <>
      <QueueTabs here="ahead" />
      <Page title={COPY.title} sub={COPY.sub}>
        <PowerLine />
        <Ahead />
      </Page>
    </>
  )
}

/** Beats, jobs and timed tasks of the next day: of one thread, or of all. */
export function Ahead({ threadId }: { threadId?: ThreadId }): ReactNode {
  const { api } = useBridge()
  const foresight = useQuery({
    ...api.foresee.queryOptions({ input: { hours: 24, ...(threadId !== undefined && { id: threadId }) } }),
    refetchInterval: MINUTE,
  })
  const { data } = foresight
  if (foresight.isError)
    return (
      <Card>
        <Empty
          title={COPY.failed}
          text={messageOf(foresight.error)}
          actions={<Button onClick={() => void foresight.refetch()}>{COPY.again}</Button>}
        />
      </Card>
    )
  if (data === undefined)
    return (
      <Card>
        <Skeleton rows={6} height={36} />
      </Card>
    )
  if (data.entries.length === 0)
    return (
      <Card>
        <Empty title={COPY.none} text={threadId === undefined ? COPY.noneOfAll : COPY.noneOfThread} />
      </Card>
    )
  return (
    <>
      <InNumbers foresight={data} />
      <Card className="mb-5 overflow-hidden">
        <HourGrid foresight={data} named={threadId === undefined} />
      </Card>
      <HeldBack entries={data.entries} named={threadId === undefined} />
      <InOrder foresight={data} named={threadId === undefined} />
    </>
  )
}

function InNumbers({ foresight }: { foresight: Foresight }): ReactNode {
  const { beats, jobs, timed, held } = totalsOf(foresight.entries)
  const now = useMinute()
  const part = (n: number, [one, many]: readonly [string, string]): ReactNode =>
    n > 0 && (
      <span>
        <strong className="font-semibold text-ink">{n}</strong> {n === 1 ? one : many}
      </span>
    )
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">
      <span>
        {foresight.agentStarts === 0 ? (
          COPY.noStarts
        ) : (
          <>
            {COPY.atMost}{' '}
            <strong className="font-semibold text-ink">{COPY.starts(foresight.agentStarts)}</strong>
          </>
        )}
      </span>
      {part(beats, COPY.counted.beats)}
      {part(jobs, COPY.counted.jobs)}
      {part(timed, COPY.counted.timed)}
      {part(held, COPY.counted.held)}
      {foresight.more > 0 && (
        <span className="text-ink-3">
          {COPY.more(foresight.more, tableTime(foresight.entries.at(-1)?.at ?? foresight.to, now))}
        </span>
      )}
    </p>
  )
}

/** The reasons, for everybody who cannot hover. */
function HeldBack({ entries, named }: { entries: readonly Foreseen[]; named: boolean }): ReactNode {
  const held = heldOf(entries)
  if (held.length === 0) return null
  return (
    <section aria-labelledby="held-title" className="mb-5">
      <SectionTitle id="held-title" count={String(held.length)}>
        {COPY.held}
      </SectionTitle>
      <Card>
        <ul>
          {held.map(({ reason, threads, n }) => (
            <li key={reason} className="border-b border-line px-4 py-2 text-13 last:border-b-0">
              <span className="font-medium">{reason.slice(0, 1).toUpperCase() + reason.slice(1)}</span>{' '}
              <span className="text-ink-3">{COPY.heldStarts(n)}</span>
              {named && (
                <span className="block text-12 text-ink-2">
                  {threads.slice(0, NAMED).map((t, i) => (
                    <span key={t.id}>
                      {i > 0 && ', '}
                      <button
                        type="button"
                        className="rounded-[3px] hover:underline"
                        onClick={() => navigate(threadPath(t.id))}
                      >
                        {t.name}
                      </button>
                    </span>
                  ))}
                  {threads.length > NAMED && COPY.andMore(threads.length - NAMED)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

const GRID = 'grid grid-cols-[84px_minmax(100px,170px)_110px_minmax(0,1fr)] items-baseline gap-3'
const GRID_OWN = 'grid grid-cols-[84px_110px_minmax(0,1fr)] items-baseline gap-3'

function InOrder({ foresight, named }: { foresight: Foresight; named: boolean }): ReactNode {
  const [count, setCount] = useState(LISTED)
  const now = useMinute()
  const rare = foresight.entries.filter((e) => e.kind !== 'beat')
  const [isRare, setRare] = useState(false)
  const entries = isRare ? rare : foresight.entries
  const grid = named ? GRID : GRID_OWN
  return (
    <section aria-labelledby="order-title">
      <SectionTitle id="order-title">{COPY.order}</SectionTitle>
      {rare.length > 0 && (
        <div role="group" aria-label="Show" className="mb-2 flex gap-1.5">
          <Pill pressed={!isRare} onClick={() => setRare(false)}>
            Everything
          </Pill>
          <Pill pressed={isRare} onClick={() => setRare(true)}>
            {COPY.rare}
          </Pill>
        </div>
      )}
      <Card>
        <ol>
          {entries.slice(0, count).map((e, i) => (
            <li
              key={`${e.at}-${e.threadId}-${e.kind}-${i}`}
              className={`${grid} border-b border-line px-4 py-1.5 text-13 last:border-b-0`}
            >
              <span className="tabular-nums" title={titleTime(e.at)}>
                {tableTime(e.at, now)}
              </span>
              {named && (
                <button
                  type="button"
                  title={e.threadName}
                  className="truncate rounded-[3px] text-left font-medium hover:underline"
                  onClick={() => navigate(threadPath(e.threadId))}
                >
                  {e.threadName}
                </button>
              )}
              <span className="text-12 text-ink-2">{kindWords(e)}</span>
              <span className="min-w-0 text-12 text-ink-2">
                {e.jobId === null ? (
                  <Ticks text={e.text} />
                ) : (
                  <button
                    type="button"
                    className="rounded-[3px] text-left font-medium text-ink hover:underline"
                    onClick={() => navigate(jobsPath({ id: e.jobId ?? undefined }))}
                  >
                    {e.text}
                  </button>
                )}
                {e.held !== null && <span className="text-alert">{COPY.heldFor(e.held)}</span>}
              </span>
            </li>
          ))}
        </ol>
        {(entries.length > count || foresight.more > 0) && (
          <p className="flex items-center gap-3 border-t border-line px-4 py-2 text-12 text-ink-3">
            {entries.length > count && (
              <Button size="s" onClick={() => setCount((n) => n + 100)}>
                {COPY.showMore(Math.min(100, entries.length - count))}
              </Button>
            )}
            {foresight.more > 0 && (
              <span>
                {COPY.notListed(foresight.more, tableTime(foresight.entries.at(-1)?.at ?? foresight.to, now))}
              </span>
            )}
          </p>
        )}
      </Card>
    </section>
  )
}
