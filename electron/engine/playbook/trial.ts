import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { Task } from '../../../shared/playbook/model.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { trialFinding, writtenMeanwhile } from '../../../shared/runs/trial.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { differenceSince } from '../threads/difference.ts'
import type { TaskMemory } from './task-memory.ts'

/** The repository before new commands run for the first time; null: none of them does. */
export async function lookBeforeTrial(
  thread: Thread,
  plan: BeatPlan,
  facts: { readonly memory: TaskMemory; readonly runsCommands: boolean },
  ports: Ports,
): Promise<RepositoryLook | null> {
  if (!facts.runsCommands || !plan.tasks.some(facts.memory.isNew)) return null
  const look = await ports.repositories.look(thread.repoPath)
  return look.ok ? look.value : null
}

/** What new commands have written since; null: nothing, or none was tried. Before anybody else goes to work. */
export async function writtenSince(
  thread: Thread,
  before: RepositoryLook | null,
  ports: Ports,
): Promise<string | null> {
  const difference = before === null ? null : await differenceSince(thread, before, ports)
  return difference?.ok === true ? difference.value : null
}

interface Trial {
  readonly tried: readonly string[]
  readonly edits: readonly HeartbeatEdit[] // for a file that is the app's to write
  readonly raised: readonly RaisedAlert[]
  readonly cleared: readonly string[]
}

/**
 * What the first try of new tasks has shown (`written`: see writtenSince): too slow → moved, its command missing
 * or something written meanwhile → told.
 */
export function judgeTrial(
  newTasks: readonly Task[],
  results: readonly TaskResult[],
  written: string | null,
): Trial {
  const tries = triesOf(newTasks, results)
  const edits: HeartbeatEdit[] = []
  const raised: RaisedAlert[] = []
  const cleared: string[] = []
  const tried = tries.map(({ task }) => task)
  if (written !== null && tried.length > 0) raised.push(writtenMeanwhile(tried, written))
  for (const { task, result } of tries) {
    const key = `new:${task.key}`
    const finding = trialFinding(task, result)
    if (finding === null) {
      cleared.push(key)
      continue
    }
    if (finding.moveTo !== null) edits.push({ do: 'moveTask', key: task.key, to: finding.moveTo })
    edits.push({ do: 'appendNote', text: finding.note })
    raised.push({ key, severity: finding.severity, text: finding.alert })
  }
  const waiting = new Set(results.filter((r) => r.status === 'needs_approval').map((r) => r.key))
  return { tried: newTasks.map((t) => t.key).filter((key) => !waiting.has(key)), edits, raised, cleared }
}

/**
 * Commands alone are tried by us; what an agent does, or what waits for an approval, shows nothing of the
 * task itself.
 */
const triesOf = (
  newTasks: readonly Task[],
  results: readonly TaskResult[],
): readonly { readonly task: Task; readonly result: TaskResult }[] =>
  newTasks.flatMap((task) =>
    results
      .filter((r) => r.key === task.key && r.command !== null && r.status !== 'needs_approval')
      .map((result) => ({ task, result })),
  )
