import { useMemo, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { QUEUE_COPY } from './copy.ts'

const COPY = QUEUE_COPY.forAgent

/** What local checks leave: due tasks of the last beat and items of the Work Queue. No queue ever serves it. */
export function ForAgent({ threads }: { threads: ReadonlyMap<string, ThreadView> }): ReactNode {
  const waiting = useMemo(
    () => [...threads.values()].filter((t) => t.agent.kind === 'local' && t.tasksForAgent > 0),
    [threads],
  )
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="for-agent" className="mb-5">
      <SectionTitle id="for-agent" count={String(waiting.length)}>
        {COPY.title}
      </SectionTitle>
      <Card>
        <ul>
          {waiting.map((t) => (
            <li
              key={t.id}
              className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <button
                type="button"
                title={t.name}
                className="w-[180px] shrink-0 truncate rounded-[3px] text-left font-medium hover:underline max-[1000px]:w-[124px]"
                onClick={() => navigate(threadPath(t.id))}
              >
                {t.name}
              </button>
              <span className="min-w-0 flex-1 text-12 text-ink-2">{COPY.left(t.tasksForAgent)}</span>
              <ChooseAgent thread={t} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

export const ChooseAgent = ({ thread }: { thread: Pick<ThreadView, 'id' | 'name'> }): ReactNode => (
  <Button
    size="s"
    aria-label={COPY.chooseFor(thread.name)}
    onClick={() => navigate(threadPath(thread.id, 'settings'))}
  >
    {COPY.choose}
  </Button>
)
