import { useMemo, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView, WaitingView } from '../../shared/views/thread-view.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { cancelItem } from '../commands/actions/stop.ts'
import { Button } from '../kit/button.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { fullTime, span, useMinute } from '../kit/time.ts'
import { QUEUE_COPY } from './copy.ts'
import { focusTitle, What } from './lanes.tsx'

const COPY = QUEUE_COPY.forAgent

const ROW = 'flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0'

/**
 * What only an agent can do, of threads that have none: messages and jobs that are kept, and what local checks
 * leave of a list. No queue ever serves it.
 */
export function ForAgent({
  items,
  threads,
}: {
  items: readonly WaitingView[]
  threads: ReadonlyMap<string, ThreadView>
}): ReactNode {
  const lists = useMemo(
    () => [...threads.values()].filter((t) => t.agent.kind === 'local' && t.tasksForAgent > 0),
    [threads],
  )
  const count = items.length + lists.length
  if (count === 0) return null
  return (
    <section aria-labelledby="for-agent" className="mb-5">
      <SectionTitle id="for-agent" count={String(count)}>
        {COPY.title}
      </SectionTitle>
      <Card>
        <ul>
          {items.map((w) => (
            <KeptItem key={w.itemId} w={w} thread={threads.get(w.threadId)} />
          ))}
          {lists.map((t) => (
            <li key={t.id} className={ROW}>
              <Name id={t.id} name={t.name} />
              <span className="min-w-0 flex-1 text-12 text-ink-2">{COPY.left(t.tasksForAgent)}</span>
              <ChooseAgent thread={t} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function KeptItem({ w, thread }: { w: WaitingView; thread: ThreadView | undefined }): ReactNode {
  const app = useBridge()
  const now = useMinute()
  const name = thread?.name ?? QUEUE_COPY.removedThread
  return (
    <li tabIndex={-1} className={ROW}>
      <Name id={w.threadId} name={name} />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0">
          <What w={w} />
        </span>
        <span className="block text-12 text-ink-3">{COPY.kept(w.kind)}</span>
      </span>
      <span className="text-12 tabular-nums text-ink-3" title={QUEUE_COPY.since(fullTime(w.since))}>
        {span(Math.max(0, now - w.since))}
      </span>
      {thread !== undefined && <ChooseAgent thread={thread} />}
      <Button
        size="s"
        aria-label={COPY.takeBackOf(name)}
        onClick={() => {
          cancelItem(app, w.itemId)
          focusTitle()
        }}
      >
        {COPY.takeBack}
      </Button>
    </li>
  )
}

const Name = ({ id, name }: { id: ThreadId; name: string }): ReactNode => (
  <button
    type="button"
    title={name}
    className="w-[180px] shrink-0 truncate rounded-[3px] text-left font-medium hover:underline max-[1000px]:w-[124px]"
    onClick={() => navigate(threadPath(id))}
  >
    {name}
  </button>
)

export const ChooseAgent = ({ thread }: { thread: Pick<ThreadView, 'id' | 'name'> }): ReactNode => (
  <Button
    size="s"
    aria-label={COPY.chooseFor(thread.name)}
    onClick={() => navigate(threadPath(thread.id, 'settings'))}
  >
    {COPY.choose}
  </Button>
)
