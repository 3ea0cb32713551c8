import type { RaisedAlert } from './alert.ts'
import { faultSentence, type Fault } from './faults.ts'
import { normalise, type HeartbeatDoc } from './heartbeat-doc.ts'
import { readReply } from './reply.ts'
import { OUTCOME_RANK, type RunOutcome, type Severity, type TaskResult } from './run.ts'
import type { Tier } from './tier.ts'

/** What came back from a runner, as far as judging cares. */
export interface RunnerResult {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly fault: Fault | null
  readonly text: string // reply of an agent; '' for local checks
  readonly tasks: readonly TaskResult[]
}

export interface JudgeFacts {
  readonly runner: 'local' | 'agent'
  readonly result: RunnerResult
  readonly tiers: readonly Tier[]
  readonly doc: HeartbeatDoc // the file when the run had ended
  readonly openKeys: readonly string[] // of the thread's open alerts
  readonly ackMaxChars: number
}

export interface Verdict {
  readonly outcome: RunOutcome
  readonly fault: Fault | null
  readonly summary: string // one sentence
  readonly raised: readonly RaisedAlert[]
  /** Causes seen to be gone; see Ending.cleared. */
  readonly cleared: readonly string[]
  /** The tiers did their work, so their time moves: a failed tier stays due. */
  readonly stamps: readonly Tier[]
}

export const flagKey = (text: string): string => `flag:${normalise(text)}`
export const workKey = (item: { readonly id: string }): string => `work:${item.id}`

/** Open causes whose line no longer stands in the file: a flag, a task, or a work item that is done. */
export function goneKeys(openKeys: readonly string[], doc: HeartbeatDoc): readonly string[] {
  const standing = new Set([...doc.flags.map((f) => flagKey(f.text)), ...doc.tasks.map((t) => t.key), ...doc.work.filter((w) => w.state !== 'done').map(workKey)])
  return openKeys.filter((key) => /^(?:flag|work|quick|hourly|daily):/.test(key) && !standing.has(key))
}

/** More of a text than this is read in the run, not in an alert. */
const ALERT_CHARS = 2000
const capped = (text: string): string => (text.length <= ALERT_CHARS ? text : `${text.slice(0, ALERT_CHARS)}…\n(${text.length - ALERT_CHARS} more characters in the run)`)

/**
 * Decides what a run was worth. Only evidence makes a quiet run: local checks by their task results, an agent by its reply; a flag
 * standing in the file is urgent whatever the reply says. Total: any result gives a verdict.
 */
export function judgeRun(facts: JudgeFacts): Verdict {
  const { result, tiers } = facts
  const flags: readonly RaisedAlert[] = facts.doc.flags.map(({ text }) => ({ key: flagKey(text), severity: 'urgent', text: capped(text) }))
  if (result.status === 'stopped') return { outcome: 'stopped', fault: null, summary: 'Stopped before it ended.', raised: [], cleared: [], stamps: [] }
  if (result.status === 'failed') {
    const fault = result.fault ?? { code: 'bug' as const, message: 'the runner failed without a reason' }
    const outcome = flags.length > 0 ? 'urgent' : fault.code === 'agent.needs_permission' ? 'blocked' : 'broken'
    return { outcome, fault, summary: faultSentence(fault), raised: flags, cleared: goneKeys(facts.openKeys, facts.doc), stamps: [] }
  }
  const judged = facts.runner === 'local' ? judgeTasks(result.tasks) : judgeReply(result.text, facts.ackMaxChars)
  const outcome = worse(judged.outcome, flags.length > 0 ? 'urgent' : 'quiet')
  return {
    outcome,
    fault: judged.fault,
    summary: flags.length > 0 ? `${firstLine(flags[0]!.text)}${flags.length > 1 ? ` (and ${flags.length - 1} more)` : ''}` : judged.summary,
    raised: [...flags, ...judged.raised],
    cleared: [...judged.cleared, ...goneKeys(facts.openKeys, facts.doc), ...otherRunnersKeys(facts), 'doc', ...(judged.fault === null ? ['broken'] : [])],
    // A run that ended is done with its tiers, whatever it found; what was merely waiting for an approval is offered again then.
    stamps: judged.fault === null ? tiers : [],
  }
}

/** What the thread's former runner left open: an agent speaks in texts, local checks under the keys of tasks. */
const otherRunnersKeys = ({ runner, openKeys, tiers }: JudgeFacts): readonly string[] =>
  runner === 'local' ? ['text'] : openKeys.filter((key) => tiers.some((t) => key.startsWith(`${t}:`)))

type Judged = Omit<Verdict, 'stamps'>

function judgeTasks(tasks: readonly TaskResult[]): Judged {
  const findings = tasks.filter((t) => t.status === 'finding')
  const failed = tasks.filter((t) => t.status === 'failed')
  const unapproved = tasks.filter((t) => t.status === 'needs_approval')
  const passed = tasks.filter((t) => t.status === 'passed')
  const forAgent = tasks.filter((t) => t.status === 'needs_agent' || t.status === 'untouched')

  // Flags are raised from the file as it stands after the run; the runner's own finding of one would say the same again.
  const raised = findings.filter((t) => !t.key.startsWith('flag:')).map((t) => ({ key: t.key, severity: t.severity ?? ('warning' as const), text: sentence(t.note) }))
  const cleared = passed.map((t) => t.key)
  const waits = forAgent.length > 0 ? ` ${forAgent.length} ${forAgent.length === 1 ? 'task waits' : 'tasks wait'} for an agent.` : ''
  const base = { raised, cleared, fault: null }
  if (failed.length > 0) {
    const first = failed[0]!
    const summary = raised.some((r) => r.severity === 'urgent') ? raised.find((r) => r.severity === 'urgent')!.text : `${first.text}: ${first.note}`
    return { ...base, outcome: worse(worst(raised) ?? 'quiet', 'broken'), fault: { code: 'task.failed', message: first.note }, summary }
  }
  if (unapproved.length > 0) return { ...base, outcome: worse(worst(raised) ?? 'quiet', 'blocked'), summary: raised[0]?.text ?? `${count(unapproved.length, 'command')} ${unapproved.length === 1 ? 'waits' : 'wait'} for your approval.` }
  if (raised.length > 0) return { ...base, outcome: worst(raised)!, summary: raised.length === 1 ? raised[0]!.text : `${raised[0]!.text}; and ${raised.length - 1} more` }
  if (passed.length === 0 && forAgent.length > 0) return { ...base, outcome: 'quiet', summary: `Nothing here can be checked without an agent.${waits}` }
  const notes = passed.filter((t) => t.note !== '' && t.note !== 'Nothing to report.').map((t) => t.note)
  return { ...base, outcome: 'quiet', summary: `${count(passed.length, 'check')} passed${notes.length > 0 ? `; ${notes[0]!}` : ''}.${waits}` }
}

function judgeReply(text: string, ackMaxChars: number): Judged {
  const reply = readReply(text, 'heartbeat', ackMaxChars)
  if (reply.shouldSkip) return { outcome: 'quiet', fault: null, summary: 'Nothing needs attention.', raised: [], cleared: ['text'] }
  return { outcome: 'alert', fault: null, summary: firstLine(reply.text), raised: [{ key: null, severity: 'warning', text: capped(reply.text) }], cleared: [] }
}

const worst = (raised: readonly RaisedAlert[]): RunOutcome | null => (raised.some((r) => r.severity === 'urgent') ? 'urgent' : raised.length > 0 ? 'alert' : null)
const worse = (a: RunOutcome, b: RunOutcome): RunOutcome => (OUTCOME_RANK.indexOf(a) <= OUTCOME_RANK.indexOf(b) ? a : b)
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const sentence = (note: string): string => note.slice(0, 1).toUpperCase() + note.slice(1)
const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 200)

/** How a severity is told: notices stay in the window, warnings are a silent banner, urgent ones make a sound. */
export const bannerOf = (severity: Severity): 'none' | 'silent' | 'sound' => ({ notice: 'none', warning: 'silent', urgent: 'sound' } as const)[severity]
