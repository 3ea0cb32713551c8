import type { Severity } from '../base/severity.ts'
import { workerOf } from '../runs/pair.ts'
import type { RunDetail, TaskStatus } from '../runs/run.ts'
import { oneOf, textOf } from './others/read-states.ts'

/**
 * What a machine answers to another one that asks about one of its runs: the lines of its list and what came of each.
 * Never what was executed, printed, asked of an agent or answered by it.
 */
export interface ToldRun {
  readonly fault: string | null // why it broke; null: it did not
  readonly tasks: readonly ToldTask[]
  readonly leftOut: number // tasks that had no room
}
export interface ToldTask {
  readonly text: string
  readonly status: TaskStatus
  readonly note: string
  readonly severity: Severity | null // null: nothing was found
  readonly by: 'Threadbeat' | 'the agent' | null // null: no agent was started, so the app worked all that was worked
}

/** The hub takes an answer of 10,000 characters. */
export const TOLD_CHARS = 9000
const LINE_CHARS = 300
const STATUSES: readonly TaskStatus[] = [
  'passed',
  'finding',
  'failed',
  'needs_approval',
  'needs_agent',
  'untouched',
]
const WORKERS = ['Threadbeat', 'the agent'] as const
const SEVERITIES: readonly Severity[] = ['notice', 'warning', 'urgent']

/** As text of at most `TOLD_CHARS`; what does not fit any more is counted. `redact`: takes credentials out. */
export function toldRunText(
  { fault, tasks, turn }: Pick<RunDetail, 'fault' | 'tasks' | 'turn'>,
  redact: (text: string) => string,
): string {
  const line = (text: string): string => textOf(redact(text), LINE_CHARS)
  const all = tasks.map((task) => ({
    text: line(task.text),
    status: task.status,
    note: line(task.note),
    severity: task.severity,
    by: turn === null ? null : workerOf(task),
  }))
  const textWith = (count: number): string =>
    JSON.stringify({
      fault: fault === null ? null : line(fault.message),
      tasks: all.slice(0, count),
      leftOut: all.length - count,
    } satisfies ToldRun)
  let [count, room] = [0, TOLD_CHARS - textWith(0).length - String(all.length).length]
  for (const task of all) {
    room -= JSON.stringify(task).length + 1
    if (room < 0) break
    count++
  }
  return textWith(count)
}

/** null: that is no answer about a run. */
export function readToldRun(text: string): ToldRun | null {
  const told = objectOf(parsed(text))
  if (told === null || !Array.isArray(told['tasks'])) return null
  const { leftOut } = told
  return {
    fault: textOf(told['fault'], LINE_CHARS) || null,
    tasks: told['tasks'].flatMap((task: unknown) => readTask(objectOf(task)) ?? []),
    leftOut: typeof leftOut === 'number' && Number.isSafeInteger(leftOut) && leftOut > 0 ? leftOut : 0,
  }
}

function readTask(task: Readonly<Record<string, unknown>> | null): ToldTask | null {
  const status = oneOf(STATUSES, task?.['status'])
  const text = textOf(task?.['text'], LINE_CHARS)
  if (task === null || status === null || text === '') return null
  return {
    text,
    status,
    note: textOf(task['note'], LINE_CHARS),
    severity: oneOf(SEVERITIES, task['severity']),
    by: oneOf(WORKERS, task['by']),
  }
}

function parsed(text: string): unknown {
  try {
    return text.length > TOLD_CHARS ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
