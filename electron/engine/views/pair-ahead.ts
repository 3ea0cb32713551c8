import { plural } from '../../../shared/base/amounts.ts'
import type { Task } from '../../../shared/playbook/model.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import { asksForAgent, linesForApp } from '../../../shared/runs/pair.ts'
import type { PairFacts, WorkedLine } from '../../../shared/runs/prompt/pair-block.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { missingOf } from '../playbook/advice/missing-programs.ts'
import type { ForesightSources } from './foresight-sources.ts'

interface AppAhead {
  /** What the app would work of these lines before an agent, and what it would leave; nothing is run. */
  readonly pair: PairFacts
  /** What the agent would be started for, whatever the app finds; empty: for nothing but a finding. */
  readonly needs: readonly string[]
}

/** `lookOnly`: the agent could run no command. `events`: that are worth a run. */
export async function pairAhead(
  thread: Thread,
  { tasks, work }: BeatPlan,
  { lookOnly, events }: { readonly lookOnly: boolean; readonly events: number },
  { ports, store }: ForesightSources,
): Promise<AppAhead> {
  const approved = store.permissions.approvals(thread.id)
  const missing = await missingOf(thread, tasks, { ports, store })
  const statusOf = async (task: Task): Promise<WorkedLine['status']> => {
    if (!asksForAgent(task)) return 'ahead'
    if (missing.has(task.key)) return 'finding'
    if (approved.size === 0 && !lookOnly) return 'needs_agent'
    const [command] = await ports.repositories.listCommands(thread.repoPath, [task])
    if (command === undefined) return 'needs_agent'
    if (approved.has(command.hash)) return 'ahead'
    return lookOnly ? 'needs_approval' : 'needs_agent'
  }
  const own = new Map<string, WorkedLine>()
  for (const task of linesForApp(tasks)) {
    const status = await statusOf(task)
    const note = missing.get(task.key) ?? ''
    if (status !== 'needs_agent') own.set(task.key, { text: task.text, status, note, output: '' })
  }
  const left = tasks.filter((task) => !own.has(task.key))
  const needs = [
    ...(left.length === 0
      ? []
      : [`${plural(left.length, 'task')} that ${left.length === 1 ? 'is' : 'are'} left`]),
    ...(work.length === 0 ? [] : [`${plural(work.length, 'item')} of the Work Queue`]),
    ...(events === 0 ? [] : [`${plural(events, 'event')} that ${events === 1 ? 'waits' : 'wait'}`]),
  ]
  return { pair: { results: [...own.values()], left }, needs }
}

/** `held`: why the agent would not be started; null: it would. */
export function pairWords(
  { pair: { results }, needs }: AppAhead,
  agent: string,
  held: string | null,
): string {
  const unapproved = results.filter(({ status }) => status === 'needs_approval').length
  const waits = unapproved === 0 ? '' : ` ${plural(unapproved, 'command')} would wait for your approval;`
  const what = needs.join(' and ')
  const start =
    held === null ? `${agent} would get ${what}.` : `${agent} would not be started for ${what}: ${held}.`
  return `${waits} ${needs.length === 0 ? `${agent} would start only for what is found.` : start}`.trim()
}
