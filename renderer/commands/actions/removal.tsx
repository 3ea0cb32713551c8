import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { messageOf } from '../../client/attempt.ts'
import type { AppContext } from '../../client/bridge.ts'
import { navigate, PLACES } from '../../client/navigation.ts'
import { notify, refuse, write, writeBy } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { BULK_COPY } from './bulk-copy.ts'
import { ACTIONS } from './copy.ts'

/** So long a removal can be taken back. */
const UNDO_MS = 10_000

export async function removeThread(app: AppContext, thread: ThreadView): Promise<void> {
  const yes = await confirm({
    title: ACTIONS.remove.title(thread.name),
    yes: ACTIONS.remove.yes,
    danger: true,
    text: (
      <>
        <p>{ACTIONS.remove.history}</p>
        <p className="mt-2">{ACTIONS.remove.repository}</p>
      </>
    ),
  })
  if (!yes) return
  const keep = (): void =>
    void write(app, app.api.threads.keep, { id: thread.id }, { done: ACTIONS.remove.kept(thread.name) })
  const removed = await write(
    app,
    app.api.threads.remove,
    { id: thread.id, undoMs: UNDO_MS },
    { done: () => ({ words: ACTIONS.remove.done(thread.name), durationMs: UNDO_MS, undo: keep }) },
  )
  if (removed !== null) navigate(PLACES.today)
}

/** Resolves to false when the person would rather not. */
export async function removeAll(app: AppContext, threads: readonly ThreadView[]): Promise<boolean> {
  const yes = await confirm({
    title: BULK_COPY.removeTitle(threads.length),
    yes: BULK_COPY.removeYes(threads.length),
    danger: true,
    text: BULK_COPY.removeText,
  })
  if (!yes) return false
  const removed: ThreadId[] = []
  const refusals: string[] = []
  for (const { id } of threads)
    await app.client.threads.remove({ id, undoMs: UNDO_MS }).then(
      () => removed.push(id),
      (cause: unknown) => refusals.push(messageOf(cause)),
    )
  const keep = (): void =>
    void writeBy(app, () => Promise.all(removed.map((id) => app.client.threads.keep({ id }))), {
      done: BULK_COPY.kept(removed.length),
    })
  if (removed.length > 0)
    notify({ words: BULK_COPY.removed(removed.length), durationMs: UNDO_MS, undo: keep })
  if (refusals[0] !== undefined) refuse(BULK_COPY.refused(refusals.length, refusals[0]))
  return true
}
