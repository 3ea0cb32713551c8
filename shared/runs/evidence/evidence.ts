import { oneLine, shorten } from '../../base/one-line.ts'
import type { DueWork, EvidenceFacts } from './facts.ts'
import { callOf, namesCommand } from './call-match.ts'
import type { Report, ReportedTask } from '../../agents/agent-turn.ts'
import { taskKey } from '../../playbook/doc.ts'
import type { WorkState } from '../../playbook/work-queue.ts'
import type { TaskResult, TaskStatus } from '../run.ts'

/**
 * Which trace an agent left of each due task. The rule: bad news is believed as it is; good news needs a
 * call that did the task, and only where no call can show it (the task names no command, or the runner does
 * not show its calls) the agent's own word for that one task counts: a report that says what was seen, or a
 * tick in the list. A command of the task inside a longer line (`npm test | tail`, `npm test || true`)
 * needs both, for how it ended is not known.
 */
export const evidenceOf = (f: EvidenceFacts): readonly TaskResult[] => f.tasks.map((task) => traceOf(task, f))

function traceOf(task: DueWork, f: EvidenceFacts): TaskResult {
  const reported = reportedOf(task, f.report)
  const word = shorten(oneLine(reported?.evidence ?? ''), NOTE_CHARS)
  const isShown = reported?.outcome === 'ok' && word !== ''
  const call = callOf(task, f.turn?.calls ?? [], isShown)
  const [status, note] =
    traceOfReport(task, f, reported, word) ??
    traceOfDone(task, f, call, reported, word) ??
    (call === null ? traceOfWord(task, f, reported, word) : traceOfCall(call, reported, word))
  return {
    key: task.key,
    tier: task.tier,
    text: task.text,
    status,
    note,
    severity: status === 'finding' ? 'warning' : null,
    command: call?.words ?? null,
    exitCode: call?.exitCode ?? null,
    durationMs: null,
    output: '',
  }
}

type Trace = readonly [status: TaskStatus, note: string]

/** What needs no call: bad news, what stands in the Work Queue, what was left out. null: nothing of these. */
function traceOfReport(
  task: DueWork,
  f: EvidenceFacts,
  reported: ReportedTask | null,
  word: string,
): Trace | null {
  if (reported?.outcome === 'finding') return ['finding', word || 'Reported a finding without saying what.']
  if (reported?.outcome === 'failed')
    return ['failed', word || 'Reported that it could not be done, without saying why.']

  if (workStateOf(task, f) === 'failed') return ['finding', word || 'Marked failed in the Work Queue.']

  return reported?.outcome === 'skipped' && workStateOf(task, f) !== 'done'
    ? ['untouched', word === '' ? 'Skipped.' : `Skipped: ${word}`]
    : null
}

/** An item marked done: the command in its title must have been seen, where calls are. null: it is not. */
function traceOfDone(
  task: DueWork,
  f: EvidenceFacts,
  call: ReturnType<typeof callOf>,
  reported: ReportedTask | null,
  word: string,
): Trace | null {
  if (workStateOf(task, f) !== 'done') return null
  if (call === null && callsAreKnown(f) && namesCommand(task))
    return ['untouched', 'Marked done in the Work Queue, but no call shows its command.']
  if (call?.failed === true && reported?.outcome !== 'ok')
    return [
      'untouched',
      `Marked done in the Work Queue, but its command ended with exit code ${call.exitCode}.`,
    ]
  return ['passed', word || 'Marked done in the Work Queue.']
}

const workStateOf = ({ key }: DueWork, f: EvidenceFacts): WorkState | undefined =>
  key.startsWith('work:') ? f.work.get(key.slice('work:'.length)) : undefined

function traceOfCall(
  call: NonNullable<ReturnType<typeof callOf>>,
  reported: ReportedTask | null,
  word: string,
): Trace {
  const shown = call.words.join(' ').slice(0, 120)
  if (call.unclear && !(reported?.outcome === 'ok' && word !== ''))
    return [
      'untouched',
      `\`${shown}\` was a part of a longer command line, so how it ended is not known, and nothing was said of it.`,
    ]
  if (call.failed && reported?.outcome !== 'ok')
    return ['failed', `\`${shown}\` ended with exit code ${call.exitCode}, and nothing was said of it.`]
  const code = call.exitCode === null || call.exitCode === 0 ? '' : ` (exit code ${call.exitCode})`
  return ['passed', word || `${call.isCommand ? 'Ran' : 'Called'} \`${shown}\`${code}.`]
}

/** Without a call: the agent's own word, or a tick in the list. */
function traceOfWord(task: DueWork, f: EvidenceFacts, reported: ReportedTask | null, word: string): Trace {
  const tick = f.ticked.has(task.key) ? 'Ticked in the list.' : null
  const claim = reported?.outcome === 'ok' && word !== '' ? word : tick
  if (claim === null)
    return [
      'untouched',
      reported === null ? 'Left no trace.' : 'Reported as ok without saying what was seen.',
    ]
  return callsAreKnown(f) && namesCommand(task)
    ? ['untouched', `No call shows it, only the agent’s word: ${claim}`]
    : ['passed', claim]
}

/** Also found by the task's text, which a model gives more readily than a key. */
function reportedOf(task: DueWork, report: Report | null): ReportedTask | null {
  const tasks = report?.tasks ?? []
  return (
    tasks.find((t) => t.key === task.key) ??
    tasks.find((t) => taskKey(task.tier, t.key) === task.key || `${task.tier}:${t.key}` === task.key) ??
    null
  )
}

/**
 * A report and a tick need a call themselves: a run that made one and shows none does not show its calls.
 */
const callsAreKnown = ({ turn }: EvidenceFacts): boolean =>
  turn !== null && turn.callCount > 0 && turn.callCount <= turn.calls.length

const NOTE_CHARS = 300
