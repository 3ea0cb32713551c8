import type { HeartbeatDoc, Task } from '../../../shared/playbook/model.ts'
import { isTimedDue } from '../../../shared/playbook/timed-task.ts'
import { isDoneLately } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { zoneOf } from '../schedule/pace.ts'

export interface TaskMemory {
  readonly isNew: (task: Task) => boolean
  readonly isTimedDue: (task: Task) => boolean
  /** The app has worked it, and its tier is due only for lines that wait for an agent. */
  readonly isDoneLately: (task: Task) => boolean
}

/**
 * What the history holds of the list's tasks, before this beat has noted any. The tasks of a thread's first
 * beat are not new: somebody chose them as a whole. Later ones are new until they were tried once.
 */
export function taskMemory(
  thread: Thread,
  now: Instant,
  ports: Pick<Ports, 'clock'>,
  store: Pick<Store, 'tasks'>,
): TaskMemory {
  const rows = store.tasks.known(thread.id)
  return {
    isNew: (task) => rows.size > 0 && (rows.get(task.key)?.triedAt ?? null) === null,
    isTimedDue: (task) =>
      isTimedDue(task.timed, rows.get(task.key)?.doneAt ?? null, now, zoneOf(thread, ports)),
    isDoneLately: (task) => {
      const doneAt = rows.get(task.key)?.doneAt ?? null
      return task.timed.length === 0 && doneAt !== null && isDoneLately(task.tier, doneAt, now)
    },
  }
}

/** The tasks that stand in the list now are known from here on, and those that are gone are forgotten. */
export function noteTasks(
  thread: Thread,
  doc: HeartbeatDoc,
  now: Instant,
  { tasks }: Pick<Store, 'tasks'>,
): void {
  // A file in the middle of a merge tells nothing of the list: its tasks are not forgotten.
  if (doc.conflicted) return
  const keys = doc.tasks.map((task) => task.key)
  tasks.note(thread.id, keys, tasks.known(thread.id).size === 0 ? now : null)
}
