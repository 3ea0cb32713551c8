import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LineAuthor } from '../../../shared/playbook/line-authors.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Empty, Skeleton } from '../../kit/parts.tsx'
import { EDITOR } from '../copy.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { authorsOfLines, authorWords } from '../source/authors-margin.ts'

interface Passage {
  readonly from: number
  readonly to: number
  readonly by: LineAuthor | null
  readonly text: string // its first line that says something
}

/** What the margin says, in words, for whoever does not see it. */
export function AuthorsList({
  thread,
  text,
  onClose,
}: {
  thread: ThreadView
  text: string
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const authors = useQuery(api.doc.authors.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={EDITOR.who}
      footer={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {authors.isError && <Empty title={EDITOR.whoFailed} text={messageOf(authors.error)} />}
      {authors.isPending && <Skeleton rows={5} height={32} />}
      {authors.isSuccess && (
        <ol aria-label={EDITOR.who} className="text-13">
          {passages(authorsOfLines(authors.data, text), text).map(({ from, to, by, text: first }) => (
            <li key={from} className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
              <span className="w-24 shrink-0 text-12 text-ink-3 tabular-nums">
                {from === to ? `line ${from}` : `lines ${from}–${to}`}
              </span>
              <span className="w-44 shrink-0">
                <Author by={by} />
              </span>
              <span className="min-w-0 flex-1 truncate font-mono text-12 text-ink-2" title={first}>
                {first}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

export function passages(authors: readonly (LineAuthor | null)[], text: string): readonly Passage[] {
  const lines = text.split('\n')
  const found: Passage[] = []
  authors.forEach((by, i) => {
    const line = lines[i] ?? ''
    const last = found.at(-1)
    if (i === authors.length - 1 && line === '') return // behind the last line ending
    if (last !== undefined && last.by?.at === by?.at && last.by?.author === by?.author)
      found[found.length - 1] = { ...last, to: i + 1, text: last.text === '' ? line : last.text }
    else found.push({ from: i + 1, to: i + 1, by, text: line })
  })
  return found
}

function Author({ by }: { by: ReturnType<typeof passages>[number]['by'] }): ReactNode {
  if (by === null) return EDITOR.whoNobody
  const { runId } = by
  if (runId === null) return authorWords(by)
  return (
    <button
      type="button"
      className="min-h-6 text-accent underline underline-offset-2"
      onClick={() => navigate(runPath(runId))}
    >
      {authorWords(by)}
    </button>
  )
}
