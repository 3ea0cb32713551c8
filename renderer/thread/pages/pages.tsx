import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { WRITTEN_BY, type KnowledgePage } from '../../../shared/knowledge/page.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { notify, useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { AgentText } from '../../kit/text/agent-text.tsx'
import { tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { PAGES_COPY as COPY } from './copy.ts'
import { PageDialog } from './page-dialog.tsx'

/** What was written down about the repository: read by later beats, corrected or removed by a person. */
export function Pages({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const pages = useQuery(api.knowledge.pages.queryOptions({ input: { id: thread.id } }))
  const [edited, setEdited] = useState<KnowledgePage | null>(null)
  if (pages.data === undefined || pages.data.length === 0) return null
  return (
    <section aria-labelledby="pages-title">
      <SectionTitle id="pages-title" count={String(pages.data.length)}>
        {COPY.title}
      </SectionTitle>
      <Card>
        <ul>
          {pages.data.map((page) => (
            <Page key={page.title} thread={thread} page={page} onEdit={() => setEdited(page)} />
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2 text-12 text-ink-3">{COPY.intro}</p>
      </Card>
      {edited !== null && <PageDialog threadId={thread.id} page={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

function Page({
  thread,
  page,
  onEdit,
}: {
  thread: ThreadView
  page: KnowledgePage
  onEdit: () => void
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const remove = useRemove(thread)
  const now = useMinute()
  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-[3px] text-left text-13 font-medium hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden className={`shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          <span className="truncate">{page.title}</span>
        </button>
        {page.kind === 'skill' && <Chip tone="neutral">{COPY.kinds.skill}</Chip>}
        <span className="text-12 text-ink-3">{WRITTEN_BY[page.by]}</span>
        <span className="text-12 text-ink-3 tabular-nums" title={titleTime(page.at)}>
          {tableTime(page.at, now)}
        </span>
        <Button size="s" look="ghost" aria-label={COPY.edit(page.title)} onClick={onEdit}>
          Edit
        </Button>
        <Button size="s" look="ghost" aria-label={COPY.remove(page.title)} onClick={() => remove(page)}>
          Remove
        </Button>
      </div>
      {isOpen && (
        <div className="mt-1 pb-1 pl-[22px]">
          <AgentText text={page.text} />
        </div>
      )}
    </li>
  )
}

/** Without a question: it can be taken back. */
function useRemove({ id }: ThreadView) {
  const { api } = useBridge()
  const stale = [api.knowledge.pages.key({ input: { id } })]
  const { mutate: save } = useWrite(api.knowledge.save, { stale })
  const remove = useWrite(api.knowledge.remove, { stale })
  return ({ title, text, kind }: KnowledgePage): void =>
    remove.mutate(
      { id, title },
      {
        onSuccess: () =>
          notify({
            words: COPY.removed(title),
            undo: () => save({ id, was: null, title, text, kind }),
          }),
      },
    )
}
