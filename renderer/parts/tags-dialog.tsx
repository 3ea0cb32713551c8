import { X } from 'lucide-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { MAX_TAGS, tagProblem } from '../../shared/threads/thread.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { PARTS } from './copy.ts'
import { useLive } from '../client/live.ts'
import { useAsking } from '../commands/asking.ts'
import { tagAll } from '../commands/actions/many.tsx'
import { useBridge } from '../client/bridge.ts'

const { tags: words } = PARTS

/** The tags that a command asked to change. */
export function AskedTags(): ReactNode {
  const ids = useAsking((s) => s.tagsOf)
  const ask = useAsking((s) => s.askTags)
  const all = useLive((live) => live.threads)
  useEffect(() => () => ask(null), [ask]) // another page asks anew
  const threads = ids?.flatMap((id) => all.get(id) ?? []) ?? []
  return <TagsDialog threads={threads.length === 0 ? null : threads} onClose={() => ask(null)} />
}

/** Tags of one thread, or of several at once; each change counts at once. `threads` null: closed. */
function TagsDialog({
  threads,
  onClose,
}: {
  threads: readonly ThreadView[] | null
  onClose: () => void
}): ReactNode {
  return (
    <Dialog
      open={threads !== null}
      onClose={onClose}
      title={words.title(threads?.length ?? 0, threads?.[0]?.name ?? '')}
      description={words.help}
      width={440}
    >
      {threads !== null && <Tags ids={threads.map((t) => t.id)} />}
    </Dialog>
  )
}

function Tags({ ids }: { ids: readonly ThreadView['id'][] }): ReactNode {
  const app = useBridge()
  const all = useLive((live) => live.threads)
  const threads = ids.flatMap((id) => all.get(id) ?? [])
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const present = countTags(threads)
  const elsewhere = [...new Set([...all.values()].flatMap((t) => t.tags))]
    .filter((tag) => !present.has(tag))
    .sort()
  const add = (more: readonly string[]): void => {
    const fresh = [...new Set(more)]
    const problem =
      fresh.map(tagProblem).find((p) => p !== null) ??
      (threads.some((t) => new Set([...t.tags, ...fresh]).size > MAX_TAGS) ? words.help : null)
    setError(problem)
    if (problem !== null) return
    setTyped('')
    void tagAll(app, threads, (tags) => [...tags, ...fresh.filter((tag) => !tags.includes(tag))])
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fresh = typed
      .split(/[\s,]+/)
      .map((tag) => tag.replace(/^#/, ''))
      .filter(Boolean)
    if (fresh.length > 0) add(fresh)
  }
  return (
    <>
      <Present threads={threads} present={present} />
      <form onSubmit={submit} className="flex gap-2">
        <input
          autoFocus
          aria-label={words.label}
          aria-invalid={error !== null}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          spellCheck={false}
          className={`${inputClass} flex-1`}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {words.add}
        </Button>
      </form>
      {error !== null && (
        <p role="alert" className="mt-1 text-12 text-urgent">
          {error}
        </p>
      )}
      {elsewhere.length > 0 && <Elsewhere tags={elsewhere} onAdd={(tag) => add([tag])} />}
    </>
  )
}

/** On how many of the threads each tag is. */
function countTags(threads: readonly ThreadView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tags } of threads) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

function Present({
  threads,
  present,
}: {
  threads: readonly ThreadView[]
  present: ReadonlyMap<string, number>
}): ReactNode {
  const app = useBridge()
  return (
    <ul className="mb-3 flex flex-wrap gap-1.5">
      {present.size === 0 && <li className="text-13 text-ink-3">{words.none}</li>}
      {[...present].map(([tag, n]) => (
        <li key={tag} className="flex h-6 items-center rounded-full border border-line pl-2.5 text-12">
          {tag}
          {n < threads.length && <span className="pl-1 text-ink-3">{words.some}</span>}
          <button
            type="button"
            aria-label={words.remove(tag)}
            className="flex size-6 items-center justify-center rounded-full text-ink-3 hover:text-ink"
            onClick={() => void tagAll(app, threads, (tags) => tags.filter((t) => t !== tag))}
          >
            <X size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Elsewhere({ tags, onAdd }: { tags: readonly string[]; onAdd: (tag: string) => void }): ReactNode {
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {tags.slice(0, 20).map((tag) => (
        <button
          key={tag}
          type="button"
          className="h-6 rounded-full border border-dashed border-line px-2.5 text-12 text-ink-2 hover:border-line-strong"
          onClick={() => onAdd(tag)}
        >
          + {tag}
        </button>
      ))}
    </div>
  )
}
