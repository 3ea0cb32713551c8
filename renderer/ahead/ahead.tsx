import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Foresight, ThreadAhead } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { messageOf } from '../client/attempt.ts'
import { heldOf, totalsOf } from './hours.ts'
import { HourGrid } from './hour-grid.tsx'
import { InOrder } from './in-order.tsx'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { PowerLine } from '../parts/power-line.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { QueueTabs } from '../queue/queue-tabs.tsx'
import { AHEAD_COPY as COPY } from '../queue/copy.ts'
import { navigate, threadPath } from '../client/navigation.ts'

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
    refetchOnMount: 'always', // settings that decide it may have changed meanwhile
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
      <Card className="mb-5">
        <HourGrid foresight={data} named={threadId === undefined} />
      </Card>
      <HeldBack threads={data.threads} named={threadId === undefined} />
      <InOrder foresight={data} named={threadId === undefined} />
    </>
  )
}

function InNumbers({ foresight }: { foresight: Foresight }): ReactNode {
  const { beats, jobs, timed, held } = totalsOf(foresight.threads.flatMap((thread) => thread.hours))
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
    </p>
  )
}

/** The reasons, for everybody who cannot hover. */
function HeldBack({ threads: all, named }: { threads: readonly ThreadAhead[]; named: boolean }): ReactNode {
  const held = heldOf(all)
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
