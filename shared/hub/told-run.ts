import { revealHidden } from '../base/hidden-text.ts'
import type { ThreadId } from '../base/ids.ts'
import { oneLine } from '../base/one-line.ts'
import type { Severity } from '../base/severity.ts'
import { withheldBecause } from '../pollination/suspect/withheld.ts'
import { workerOf } from '../runs/pair.ts'
import type { RunDetail, TaskStatus } from '../runs/run.ts'
import { idOf, oneOf, textOf } from './others/read-states.ts'

/**
 * What a machine answers to another one that asks about one of its beats: the lines of its list that may be read, and
 * of each what came of it, in the sentence that the beat itself has of it. No prompt, reply or whole output.
 */
export interface ToldRun {
  readonly thread: ThreadId
  readonly fault: string | null // why it broke; null: it did not
  readonly tasks: readonly ToldTask[]
  readonly leftOut: number // lines that are not told: they had no room, or are not among those that may be read
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
/** More than is told, so that what was cut there is not cut again. */
const READ_CHARS = 400
const MOST_LEFT_OUT = 100_000
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

/** A line as lists tell it. */
const shown = (text: string): string => oneLine(revealHidden(text))

/**
 * As text of at most `TOLD_CHARS`. `lines`: of the list, as they are told; what is not among them is counted, and so is
 * what does not fit any more. `redact`: takes credentials out.
 */
export function toldRunText(
  { threadId, fault, tasks, turn }: Pick<RunDetail, 'threadId' | 'fault' | 'tasks' | 'turn'>,
  lines: ReadonlySet<string>,
  redact: (text: string) => string,
): string {
  const line = (text: string): string => textOf(shown(redact(text)), LINE_CHARS)
  const all = tasks
    .filter(({ text }) => lines.has(shown(redact(text))))
    .map((task) => ({
      text: line(task.text),
      status: task.status,
      note: withheldBecause(task.note) === null ? line(task.note) : '',
      severity: task.severity,
      by: turn === null ? null : workerOf(task),
    }))
  const textWith = (count: number): string =>
    JSON.stringify({
      thread: threadId,
      fault: fault === null ? null : line(fault.message),
      tasks: all.slice(0, count),
      leftOut: tasks.length - count,
    } satisfies ToldRun)
  let [count, room] = [0, TOLD_CHARS - textWith(0).length]
  for (const task of all) {
    room -= JSON.stringify(task).length + 1
    if (room < 0) break
    count++
  }
  return textWith(count)
}

/** Of which thread an answer is; null: it is no answer about a run. */
export const threadOfToldRun = (text: string): ThreadId | null => readToldRun(text)?.thread ?? null

/** null: that is no answer about a run. */
export function readToldRun(text: string): ToldRun | null {
  const told = objectOf(parsed(text))
  const thread = idOf<ThreadId>(told?.['thread'], 'thr')
  if (told === null || thread === null || !Array.isArray(told['tasks'])) return null
  const tasks = told['tasks'].map((task: unknown) => readTask(objectOf(task)))
  const { leftOut } = told
  const more = typeof leftOut === 'number' && Number.isSafeInteger(leftOut) && leftOut > 0 ? leftOut : 0
  return {
    thread,
    fault: read(told['fault']) || null,
    tasks: tasks.flatMap((task) => task ?? []),
    leftOut: Math.min(MOST_LEFT_OUT, more + tasks.filter((task) => task === null).length),
  }
}

const read = (value: unknown): string => shown(textOf(value, READ_CHARS))

function readTask(task: Readonly<Record<string, unknown>> | null): ToldTask | null {
  const status = oneOf(STATUSES, task?.['status'])
  const text = read(task?.['text'])
  if (task === null || status === null || text === '') return null
  return {
    text,
    status,
    note: read(task['note']),
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
