import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { runnerName } from '../../shared/runner-presets.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { attempt, messageOf } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { confirm } from '../components/dialog.tsx'
import { Empty, Skeleton } from '../components/parts.tsx'
import { tableTime, useMinute } from '../time.ts'
import { Composer } from './composer.tsx'
import { Entry } from './entry.tsx'

const PAGE = 30

/** What was said: by you, by other threads, by the agent, and what heartbeats found. */
export function Conversation({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const pages = useInfiniteQuery(
    api.conversation.page.infiniteOptions({
      input: (before: string | undefined) => ({ id: thread.id, limit: PAGE, ...(before !== undefined && { before }) }),
      initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next ?? undefined, staleTime: 0,
    }),
  )
  const hasWaiting = thread.waiting.some((w) => w.kind === 'message')
  const queue = useQuery({ ...api.queue.list.queryOptions({ staleTime: 0 }), enabled: hasWaiting }).data
  const placeOf = (id: string): number | null => {
    const at = queue?.findIndex((w) => w.itemId === id) ?? -1
    return at === -1 ? null : at + 1
  }
  const entries = pages.data?.pages.toReversed().flatMap((p) => p.entries) ?? []
  return (
    <div className="flex min-h-90 max-w-[880px] flex-1 flex-col">
      <SessionLine thread={thread} />
      <div className="relative min-h-60 flex-1">
        {/* Reversed: the newest stays in sight when something is added at either end. */}
        <div role="log" aria-label={`Conversation with ${thread.name}`} tabIndex={0} className="absolute inset-0 -mx-2 flex flex-col-reverse overflow-y-auto px-2">
          {pages.isError ? <Empty title="The conversation could not be read." text={messageOf(pages.error)} actions={<Button onClick={() => void pages.refetch()}>Try again</Button>} />
            : pages.data === undefined ? <Skeleton rows={5} height={56} />
            : entries.length === 0 ? <div className="my-auto"><Empty title="Nothing was said yet." text={`Write to ${thread.name} below. What heartbeats find, and what other threads say to it, stands here too.`} /></div>
            : (
              <div className="mt-auto">
                {pages.hasNextPage && <div className="flex justify-center pb-3"><Button size="s" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>{pages.isFetchingNextPage ? 'Looking…' : 'Older messages'}</Button></div>}
                <ol className="flex flex-col gap-5 pb-2">{entries.map((entry) => <Entry key={entry.id} entry={entry} thread={thread} place={placeOf(entry.id)} />)}</ol>
              </div>
            )}
        </div>
      </div>
      <Composer thread={thread} />
    </div>
  )
}

/** One stored session, when it ends, and how to begin another. */
function SessionLine({ thread }: { thread: ThreadView }): ReactNode {
  const { client, api, queries } = useBridge()
  const isOn = thread.session === 'resume' && thread.agent.kind === 'cli'
  const session = useQuery({ ...api.conversation.session.queryOptions({ input: { id: thread.id }, staleTime: 0 }), enabled: isOn }).data
  const now = useMinute()
  if (!isOn || session === undefined) return null
  const forget = async (): Promise<void> => {
    const yes = await confirm({ title: 'Start a new session?', yes: 'Start a new one', text: `${runnerName(thread.agent)} no longer knows what was said so far. The messages stay here for you.` })
    if (!yes) return
    await attempt(client.conversation.forget({ id: thread.id }), 'The next message begins a new session.')
    await queries.invalidateQueries({ queryKey: api.conversation.session.key({ input: { id: thread.id } }) })
  }
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-2 border-b border-line pb-2 text-12 text-ink-3">
      {session === null ? <span>The next message begins a session with {runnerName(thread.agent)}.</span> : (
        <>
          <span>One session with {session.runner}, last used {tableTime(session.lastActivityAt, now)}. It ends {tableTime(session.expiresAt, now)} unless you write.</span>
          <Button size="s" look="ghost" onClick={() => void forget()}>Start a new one</Button>
        </>
      )}
    </p>
  )
}
