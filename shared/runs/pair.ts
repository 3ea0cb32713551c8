import { serialize } from '../playbook/doc.ts'
import { isEffectivelyEmpty } from '../playbook/empty.ts'
import type { HeartbeatDoc, Task } from '../playbook/model.ts'
import { checkOf, isForAgent } from './check-id.ts'
import type { BeatPlan } from './plan.ts'
import type { TaskResult } from './run.ts'

// A beat of a thread with an agent is a pair: the app works the lines that it knows, and the agent what needs
// judgement. Where nothing does, no agent is started.

/** Lines below a task say more than its own line, which only an agent reads. */
export const hasDetails = ({ line, endLine }: Pick<Task, 'line' | 'endLine'>): boolean => endLine > line

/** Only an agent can work it, as far as the line tells: a command may have been approved for the app all the same. */
export const asksForAgent = (task: Pick<Task, 'text' | 'line' | 'endLine'>): boolean => {
  const check = checkOf(task.text)
  return hasDetails(task) || check === null || isForAgent(check)
}

/** The due lines that the app tries. */
export const linesForApp = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter((task) => !hasDetails(task))

/** Who worked a line, in a run whose agent was started: what the app works has a time of its own. */
export const workerOf = ({ durationMs }: TaskResult): 'Threadbeat' | 'the agent' =>
  durationMs === null ? 'the agent' : 'Threadbeat'

/**
 * Due lines that are left to the agent: those that the app does not know, and commands that nobody has approved,
 * where the agent may run them. One that may only look cannot, so that such a line waits for the person.
 * `results`: of the lines that the app tried.
 */
export function linesForAgent(
  tasks: readonly Task[],
  results: readonly TaskResult[],
  lookOnly: boolean,
): readonly Task[] {
  const isLeft = ({ status }: TaskResult): boolean =>
    status === 'needs_agent' || (status === 'needs_approval' && !lookOnly)
  const worked = new Set(results.filter((result) => !isLeft(result)).map(({ key }) => key))
  return tasks.filter((task) => !worked.has(task.key))
}

interface NeedFacts {
  readonly plan: BeatPlan
  readonly doc: HeartbeatDoc
  readonly hasFacts: boolean // facts that are worth a run come with the beat
  readonly isScheduled: boolean // nobody asked and nothing happened: only the time came
  readonly results: readonly TaskResult[] // of the lines that the app worked
  readonly left: readonly Task[]
  /** Whether no open alert says the same of that line. */
  readonly isNews: (finding: TaskResult) => boolean
  /** What a person has allowed for one run waits for it. */
  readonly isPermitted: boolean
  /** An alert that only an agent can take back has stood for an hour without one. */
  readonly isStanding: boolean
}

/** What an agent is started for. */
export type AgentNeed = 'work' | 'events' | 'lines' | 'finding' | 'permission' | 'standing' | 'asked'

/**
 * Why an agent is started although the app has worked what it knows; null: nothing is left to judge. A finding
 * is shown to an agent once, a notice never: neither is worth a start at each beat for as long as it stands. A
 * raised flag calls a person, not an agent.
 */
export function agentNeed(f: NeedFacts): AgentNeed | null {
  if (f.plan.work.length > 0) return 'work'
  if (f.hasFacts) return 'events'
  if (f.left.length > 0) return 'lines'
  if (f.results.some((r) => isSerious(r) && f.isNews(r))) return 'finding'
  if (f.isPermitted) return 'permission'
  if (f.isStanding) return 'standing'
  return f.plan.tasks.length === 0 && isAsked(f) ? 'asked' : null
}

const isSerious = ({ status, severity, key }: TaskResult): boolean =>
  status === 'finding' && severity !== 'notice' && !key.startsWith('flag:')

/** Without a due line: a person wants something all the same, or there is a text without tasks to make sense of. */
const isAsked = ({ doc, isScheduled }: NeedFacts): boolean =>
  !isScheduled || (doc.loose && !isEffectivelyEmpty(serialize(doc)))
