import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { DocView } from '../../shared/contract/playbook.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner, Empty, Skeleton } from '../kit/parts.tsx'
import { EDITOR } from './copy.ts'
import { Editing } from './editing.tsx'
import { Source } from './source/source.tsx'

const LOOK_AGAIN_MS = 4000 // a change that touches no task changes nothing in the live view
const MAX_EDIT_CHARS = 1_000_000

export function HeartbeatEditor({ thread }: { thread: ThreadView }): ReactNode {
  const { api, client } = useBridge()
  const doc = useQuery(
    api.doc.read.queryOptions({
      input: { id: thread.id },
      staleTime: 0,
      refetchInterval: LOOK_AGAIN_MS,
      enabled: thread.trusted,
    }),
  )
  const [isUnsaved, setUnsaved] = useState(false)
  const [readable, setReadable] = useState<DocView | null>(null)
  if (!thread.trusted) return <Empty title={EDITOR.notRead} text={EDITOR.untrusted} />
  if (doc.isError && doc.data === undefined)
    return (
      <Empty
        title={EDITOR.failed}
        text={messageOf(doc.error)}
        actions={<Button onClick={() => void doc.refetch()}>{EDITOR.again}</Button>}
      />
    )
  if (doc.data === undefined) return <Skeleton rows={10} height={32} />
  const { text } = doc.data
  const unreadable = whyUnreadable(doc.data)
  if (unreadable === null && doc.data !== readable) setReadable(doc.data)
  // A file that turns into something else while one types must not take the text with it.
  const kept = isUnsaved ? readable : null
  const shown = unreadable === null ? doc.data : kept
  if (shown !== null)
    return (
      <Editing
        thread={thread}
        doc={shown}
        trouble={unreadable ?? (doc.isError ? messageOf(doc.error) : null)}
        onUnsaved={setUnsaved}
      />
    )
  return (
    <>
      <div className="mb-2 text-12 font-medium text-ink-2" role="status">
        {EDITOR.readOnly}
      </div>
      <Banner
        tone="grey"
        action={
          <Button
            size="s"
            onClick={() => void attempt(client.shell.openIn({ id: thread.id, what: 'editor' }))}
          >
            {EDITOR.openOutside}
          </Button>
        }
      >
        {unreadable}
      </Banner>
      <div className="min-h-80 flex-1 overflow-hidden rounded-card border border-line">
        <Source text={text.slice(0, MAX_EDIT_CHARS)} readOnly lint={false} label={EDITOR.readOnlyFile} />
      </div>
    </>
  )
}

/** null: it can be read. */
function whyUnreadable({ text, encoding }: DocView): string | null {
  if (encoding === 'binary') return EDITOR.binary
  return text.length > MAX_EDIT_CHARS ? EDITOR.tooLarge((text.length / 1_000_000).toFixed(1)) : null
}
