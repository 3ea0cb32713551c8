import type { AgentConfig } from '../agents/agent-config.ts'
import { firstCodeSpan } from '../playbook/code-span.ts'
import type { DocProblemCode, HeartbeatDoc } from '../playbook/model.ts'
import { checkOf } from '../runs/check-id.ts'
import { isToDo, type WorkItem } from '../playbook/work-queue.ts'
import type { Tier } from '../schedule/tier.ts'
import type { Suspects } from '../playbook/lint/suspects.ts'
import type { DocFacts } from './thread-view.ts'

/** Problems by which something does not run, or not when its writer meant it to. */
const UNREAD: readonly DocProblemCode[] = [
  'work_queue',
  'unreadable_clock',
  'unknown_heading',
  'no_heading',
  'conflict_markers',
  'open_fence',
  'open_comment',
  'nul_characters',
]

/** What the window is told of a HEARTBEAT.md. What is for an agent is counted by the words alone: see readings. */
export function docFacts(doc: HeartbeatDoc, tracked: boolean, suspects: Suspects): DocFacts {
  const count = (tier: Tier): number => doc.tasks.filter((t) => t.tier === tier).length
  const toDo = doc.work.filter(isToDo)
  const workable = tracked ? [] : toDo
  return {
    flags: doc.flags.map((f) => f.text),
    tasks: { quick: count('quick'), hourly: count('hourly'), daily: count('daily') },
    problems: problemCount(doc, suspects),
    exists: true,
    tracked,
    pendingWork: workable.length,
    workForAgent: workable.filter((w) => firstCodeSpan(w.title) === null).length,
    linesForAgent: doc.tasks.filter(({ text }) => checkOf(text) === null && firstCodeSpan(text) === null)
      .length,
    unread: [
      ...doc.problems.flatMap(({ code, severity, line, message }) =>
        UNREAD.includes(code) && severity !== 'info' ? [atLine(line, message)] : [],
      ),
      ...(tracked ? toDo.slice(0, 1).map(trackedWork) : []),
    ],
    suspects,
  }
}

/** As the editor counts them: a line that looks like an attack is said once, also where it hides something. */
function problemCount({ problems }: HeartbeatDoc, { lines, more }: Suspects): number {
  const suspect = new Set(lines.map(({ line }) => line))
  const others = problems.filter(
    ({ code, severity, line }) => severity !== 'info' && !(code === 'hidden_characters' && suspect.has(line)),
  )
  return others.length + lines.length + more
}

const atLine = (line: number, words: string): string => `Line ${line}: ${words}`
/** The same wherever it stands in the file. */
export const withoutLine = (text: string): string => text.replace(/^Line \d+: /, '')

/** A beat that may not mark what it takes would do it twice. */
const trackedWork = ({ line }: WorkItem): string =>
  atLine(
    line,
    'no item of the Work Queue is taken, because git tracks HEARTBEAT.md and beats write nothing into a tracked file',
  )

/** Items of the Work Queue that this agent leaves: local checks take only those with a command that they can run. */
export const workForAgent = ({ kind }: AgentConfig, doc: DocFacts | null): number =>
  kind === 'local' ? (doc?.workForAgent ?? 0) : 0

/** What this agent leaves: such items, and lines that are no check of the app and name no command for it. */
export const tasksForAgent = (agent: AgentConfig, doc: DocFacts | null): number =>
  workForAgent(agent, doc) + (agent.kind === 'local' ? (doc?.linesForAgent ?? 0) : 0)

/** The same where there is no file. */
export const NO_DOC: DocFacts = {
  flags: [],
  tasks: { quick: 0, hourly: 0, daily: 0 },
  problems: 0,
  exists: false,
  tracked: false,
  pendingWork: 0,
  workForAgent: 0,
  linesForAgent: 0,
  unread: [],
  suspects: { lines: [], more: 0 },
}
