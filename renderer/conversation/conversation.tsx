import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { tableTime, useMinute } from '../kit/time.ts'
import { Composer } from './composer.tsx'
import { CONVERSATION as COPY } from './copy.ts'
import { Entry } from './entry.tsx'

const PAGE = 30

/** What was said: by you, by other threads, by the agent, and what heartbeats found. */
export function Conversation({ thread }: { thread: ThreadView }): ReactNode {
  return (
    <div className="flex min-h-90 max-w-[880px] flex-1 flex-col">
      <SessionLine thread={thread} />
      <div className="relative min-h-60 flex-1">
        {/* Reversed: the newest stays in sight when something is added at either end. */}
        <div
          role="log"
          aria-label={COPY.label(thread.name)}
          tabIndex={0}
          className="absolute inset-0 -mx-2 flex flex-col-reverse overflow-y-auto px-2"
        >
          <Entries thread={thread} />
        </div>
      </div>
      <Composer thread={thread} />
    </div>
  )
}

function Entries({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const pages = useInfiniteQuery(
    api.conversation.page.infiniteOptions({
      input: (before: string | undefined) => ({
        id: thread.id,
        limit: PAGE,
        ...(before !== undefined && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      staleTime: 0,
    }),
  )
  const placeOf = usePlaces(thread)
  if (pages.isError)
    return (
      <Empty
        title={COPY.failed}
        text={messageOf(pages.error)}
        actions={<Button onClick={() => void pages.refetch()}>{COPY.again}</Button>}
      />
    )
  if (pages.data === undefined) return <Skeleton rows={5} height={56} />
  const entries = pages.data.pages.toReversed().flatMap((p) => p.entries)
  if (entries.length === 0)
    return (
      <div className="my-auto">
        <Empty title={COPY.nothing} text={COPY.nothingText(thread.name)} />
      </div>
    )
  return (
    <div className="mt-auto">
      {pages.hasNextPage && (
        <div className="flex justify-center pb-3">
          <Button size="s" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {pages.isFetchingNextPage ? 'Looking…' : COPY.older}
          </Button>
        </div>
      )}
      <ol className="flex flex-col gap-5 pb-2">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} thread={thread} place={placeOf(entry.id)} />
        ))}
      </ol>
    </div>
  )
}

/** Where a message stands in the queue, from 1; null: it is not there. */
function usePlaces(thread: ThreadView): (id: string) => number | null {
  const { api } = useBridge()
  const hasWaiting = thread.waiting.some((w) => w.kind === 'message')
  const queue = useQuery({ ...api.queue.list.queryOptions({ staleTime: 0 }), enabled: hasWaiting }).data
  return (id) => {
    const at = queue?.findIndex((w) => w.itemId === id) ?? -1
    return at === -1 ? null : at + 1
  }
}

/** One stored session, when it ends, and how to begin another. */
function SessionLine({ thread }: { thread: ThreadView }): ReactNode {
  const { client, api, queries } = useBridge()
  const isOn = thread.session !== 'oneshot' && thread.agent.kind === 'cli'
  const session = useQuery({
    ...api.conversation.session.queryOptions({ input: { id: thread.id }, staleTime: 0 }),
    enabled: isOn,
  }).data
  const now = useMinute()
  if (!isOn || session === undefined) return null
  const forget = async (): Promise<void> => {
    const yes = await confirm({
      title: COPY.session.ask,
      yes: COPY.session.new,
      text: COPY.session.askText(runnerName(thread.agent)),
    })
    if (!yes) return
    await attempt(client.conversation.forget({ id: thread.id }), COPY.session.forgotten)
    await queries.invalidateQueries({ queryKey: api.conversation.session.key({ input: { id: thread.id } }) })
  }
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-2 border-b border-line pb-2 text-12 text-ink-3">
      {session === null ? (
        <span>{COPY.session.none(runnerName(thread.agent))}</span>
      ) : (
        <>
          <span>
            {COPY.session.stands(
              runnerName(thread.agent),
              tableTime(session.lastActivityAt, now),
              tableTime(session.expiresAt, now),
            )}
          </span>
          <Button size="s" look="ghost" onClick={() => void forget()}>
            {COPY.session.new}
          </Button>
        </>
      )}
    </p>
  )
}
