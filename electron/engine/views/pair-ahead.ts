import type { Task } from '../../../shared/playbook/model.ts'
import { asksForAgent, linesForApp } from '../../../shared/runs/pair.ts'
import type { PairFacts } from '../../../shared/runs/prompt/pair-block.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { ForesightSources } from './foresight-sources.ts'

/** What the app would work of these lines before an agent, and what it would leave; nothing is run. */
export async function pairAhead(
  thread: Thread,
  tasks: readonly Task[],
  { ports, store }: ForesightSources,
): Promise<PairFacts> {
  const approved = store.permissions.approvals(thread.id)
  const isApproved = async (task: Task): Promise<boolean> => {
    const [command] = await ports.repositories.listCommands(thread.repoPath, [task])
    return command !== undefined && approved.has(command.hash)
  }
  const own = new Set<string>()
  for (const task of linesForApp(tasks))
    if (!asksForAgent(task) || (approved.size > 0 && (await isApproved(task)))) own.add(task.key)
  return {
    results: tasks
      .filter((task) => own.has(task.key))
      .map(({ text }) => ({ text, status: 'ahead', note: '', output: '' })),
    left: tasks.filter((task) => !own.has(task.key)),
  }
}
