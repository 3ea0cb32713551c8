import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { HeartbeatDoc, Task } from '../../../shared/playbook/model.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit.ts'
import { said } from '../../../shared/base/hidden-text.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { isTimedDue } from '../../../shared/playbook/timed-task.ts'
import { formatDuration, MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import { differenceSince } from '../runs/agent-call.ts'
import type { Ports } from '../ports/ports.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { Store } from '../ports/store.ts'

/** How long one task may take in its tier before it is moved to a slower one. */
const TIER_LIMIT_MS: Record<Exclude<Tier, 'daily'>, number> = { quick: 10 * SECOND, hourly: 5 * MINUTE }
const SLOWER: Record<Exclude<Tier, 'daily'>, Tier> = { quick: 'hourly', hourly: 'daily' }

export interface TaskMemory {
  readonly isNew: (task: Task) => boolean
  readonly isTimedDue: (task: Task) => boolean
}

/**
 * What is known of the list's tasks, before this beat has noted any. The tasks of a thread's first beat
 * count as known: somebody chose them as a whole. Later ones are new until they were tried once.
 */
export function taskMemory(
  thread: Thread,
  now: Instant,
  ports: Pick<Ports, 'clock'>,
  store: Pick<Store, 'tasks'>,
): TaskMemory {
  const known = store.tasks.known(thread.id)
  return {
    isNew: (task) => known.size > 0 && (known.get(task.key)?.triedAt ?? null) === null,
    isTimedDue: (task) =>
      isTimedDue(task.timed, known.get(task.key)?.doneAt ?? null, now, zoneOf(thread, ports)),
  }
}

/** The tasks that stand in the list now are known from here on, and those that are gone are forgotten. */
export function noteTasks(thread: Thread, doc: HeartbeatDoc, now: Instant, store: Store): void {
  // A file in the middle of a merge tells nothing of the list: its tasks are not forgotten.
  if (!doc.conflicted)
    store.tasks.note(
      thread.id,
      doc.tasks.map((t) => t.key),
      store.tasks.known(thread.id).size === 0 ? now : null,
    )
}

interface Trial {
  readonly tried: readonly string[]
  readonly edits: readonly HeartbeatEdit[] // for a file that is the app's to write
  readonly raised: readonly RaisedAlert[]
  readonly cleared: readonly string[]
}

/** The repository before new commands run for the first time; null: none of them does. */
export async function lookBeforeTrial(
  thread: Thread,
  plan: BeatPlan,
  memory: TaskMemory,
  ports: Ports,
): Promise<RepositoryLook | null> {
  if (thread.agent.kind !== 'local' || !plan.tasks.some(memory.isNew)) return null
  const looked = await ports.repositories.look(thread.repoPath)
  return looked.ok ? looked.value : null
}

/**
 * What the first try of new tasks has shown: too slow → moved, its command missing → told, writing into the
 * tree → its approval is gone.
 */
export async function judgeTrial(
  thread: Thread,
  plan: BeatPlan,
  memory: TaskMemory,
  results: readonly TaskResult[],
  before: RepositoryLook | null,
  { ports, store }: { readonly ports: Ports; readonly store: Store },
): Promise<Trial> {
  const fresh = plan.tasks.filter(memory.isNew)
  const edits: HeartbeatEdit[] = []
  const raised: RaisedAlert[] = []
  const cleared: string[] = []
  // Commands alone are tried by us; what an agent does, or what waits for an approval, shows nothing of the
  // task itself.
  const ran = fresh.flatMap((task) =>
    results
      .filter((r) => r.key === task.key && r.command !== null && r.status !== 'needs_approval')
      .map((result) => ({ task, result })),
  )
  const differs = before === null || ran.length === 0 ? null : await differenceSince(thread, before, ports)
  const wrote = differs?.ok === true ? differs.value : null
  for (const { task, result } of ran) {
    const name = said(task.text)
    const key = `new:${task.key}`
    const { durationMs } = result
    if (wrote !== null) {
      for (const command of await ports.repositories.listCommands(thread.repoPath, [task]))
        store.permissions.setApproval(thread.id, command.hash, command.text, null)
      edits.push({
        do: 'appendNote',
        text: `New task ${name} wrote into the working tree at its first try; its approval was taken back.`,
      })
      raised.push({
        key,
        severity: 'warning',
        text:
          `The new task ${name} wrote into the working tree at its first try, so its approval was taken ` +
          `back. ${wrote.split('\n', 1)[0]!}`,
      })
    } else if (result.status === 'failed' && durationMs !== null && result.exitCode === null) {
      edits.push({
        do: 'appendNote',
        text: `New task ${name} could not be run at its first try: ${result.note}`,
      })
      raised.push({
        key,
        severity: 'warning',
        text: `The new task ${name} could not be run at its first try: ${result.note}`,
      })
    } else if (task.tier !== 'daily' && durationMs !== null && durationMs > TIER_LIMIT_MS[task.tier]) {
      const to = SLOWER[task.tier]
      edits.push(
        { do: 'moveTask', key: task.key, to },
        {
          do: 'appendNote',
          text:
            `New task ${name} took ${formatDuration(durationMs)} at its first try, too long for ` +
            `${task.tier}; moved to ${to}.`,
        },
      )
      raised.push({
        key,
        severity: 'notice',
        text:
          `The new task ${name} took ${formatDuration(durationMs)} at its first try, too long for ` +
          `${task.tier}; it was moved to ${to}.`,
      })
    } else cleared.push(key)
  }
  const waits = new Set(results.filter((r) => r.status === 'needs_approval').map((r) => r.key))
  return { tried: fresh.filter((t) => !waits.has(t.key)).map((t) => t.key), edits, raised, cleared }
}
