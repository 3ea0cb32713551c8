import { faultSentence } from '../../../../shared/base/faults.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import { normalise } from '../../../../shared/playbook/doc.ts'
import { applyEdit } from '../../../../shared/playbook/edit/edit.ts'
import type { EditRejected } from '../../../../shared/playbook/edit/rejection.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { MASTER_TASKS } from '../../../../shared/playbook/templates/template.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { trustedPlace } from '../../threads/trusted-place.ts'
import type { Documents } from '../documents.ts'
import { rewriteAs } from '../rewrite-as.ts'

interface Parts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads'>
  readonly documents: Documents
}

const OURS = new Set(MASTER_TASKS.map(normalise))

/**
 * A list that is there gets the master's daily lines, or loses those that nobody has reworded; one that comes later is
 * made with them. null: it is so. Else why it was left as it is, as a sentence. Contract: never rejects.
 */
export async function setMasterLines(
  thread: Thread,
  isMaster: boolean,
  parts: Parts,
): Promise<string | null> {
  const { ports } = parts
  const left = (why: string): string => `The list of "${thread.name}" was left as it is: ${why}`
  const place = await trustedPlace(parts, thread)
  if (thread.trustedAt === null || place.is === 'elsewhere') return left('it is not trusted.')
  if (place.is === 'exchanged') return left(place.text)
  if (place.is === 'missing') return left(faultSentence(place.fault))
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return left(faultSentence(tracked.error))
  if (tracked.value)
    return isMaster ? left(`git tracks it. Its daily tasks would be: ${MASTER_TASKS.join('; ')}.`) : null
  const by = { author: 'you' } as const // who chose the master
  const written = await rewriteAs<EditRejected>(thread, by, parts, isMaster ? withLines : withoutLines)
  return written.ok || written.error.code === 'file.missing' ? null : left(`${written.error.message}.`)
}

const withLines = (doc: HeartbeatDoc) =>
  each(doc, MASTER_TASKS, (before, text) =>
    before.tasks.some((task) => normalise(task.text) === normalise(text))
      ? ok(before)
      : applyEdit(before, { do: 'addTask', tier: 'daily', text }),
  )

const withoutLines = (doc: HeartbeatDoc) =>
  each(
    doc,
    doc.tasks.filter((task) => OURS.has(normalise(task.text))),
    (before, { key }) => applyEdit(before, { do: 'removeTask', key }),
  )

/** All of the edits, or the first that cannot be made. */
function each<T>(
  doc: HeartbeatDoc,
  list: readonly T[],
  edit: (doc: HeartbeatDoc, one: T) => ReturnType<typeof applyEdit>,
): ReturnType<typeof applyEdit> {
  let now = doc
  for (const one of list) {
    const edited = edit(now, one)
    if (!edited.ok) return err(edited.error)
    now = edited.value
  }
  return ok(now)
}
