import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { linesOf } from '../../../shared/hub/list.ts'
import type { MailEnd } from '../../../shared/hub/mail.ts'
import { threadOfToldRun, toldRunText } from '../../../shared/hub/told-run.ts'
import type { Store } from '../ports/store.ts'
import { isShared } from './lists.ts'

type Answer = { readonly end: MailEnd; readonly text: string }
type ListStore = Pick<Store, 'threads' | 'hub'>
const { redact } = createRedactor()

/** Of a beat here; its lines only as far as they stand in the list that others may read, while it may be read. */
export function tellRun(id: RunId, { store }: { readonly store: ListStore & Pick<Store, 'runs'> }): Answer {
  const run = store.runs.detail(id)
  const thread = run && store.threads.get(run.threadId)
  if (run === null || thread === null) return refused('That run is not on record there any more.')
  if (run.kind !== 'heartbeat') return refused('That was no beat: only of beats are lines told.')
  if (run.outcome === null) return refused('It has not ended yet.')
  const lines = toldLines(thread.id, store)
  if (lines !== null) return { end: 'done', text: toldRunText(run, lines, redact) }
  if (!isShared(thread)) return notRead(thread.name)
  return refused(
    `The list of "${thread.name}" may be read, but it is not told at the moment. Ask again in a few seconds.`,
  )
}

/** In place of what was answered, where its list is not to be read any more; null: it still is, or that told no run. */
export function takenBack(text: string, { store }: { readonly store: ListStore }): Answer | null {
  const thread = threadOfToldRun(text)
  if (thread === null || toldLines(thread, store) !== null) return null
  return notRead(store.threads.get(thread)?.name ?? 'a thread that is gone')
}

/** null: the list is not to be read, or is not told. */
function toldLines(id: ThreadId, store: ListStore): ReadonlySet<string> | null {
  const thread = store.threads.get(id)
  const list = thread !== null && isShared(thread) ? store.hub.lastList(id) : null
  const lines = list && linesOf(list)
  return lines && new Set(lines)
}

const refused = (text: string): Answer => ({ end: 'refused', text })
const notRead = (name: string): Answer =>
  refused(
    `Other machines may not read the list of "${name}", so they are not told of its lines either. ` +
      'That is allowed at its own machine.',
  )
