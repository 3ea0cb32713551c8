import type { AgentTurn, Refusal, Report } from '../agents/agent-turn.ts'
import type { RaisedAlert } from './raised-alert.ts'
import { mayHaveWritten } from './evidence.ts'
import { faultSentence, type Fault } from '../base/faults.ts'
import { normalise, parse } from '../playbook/doc.ts'
import { type HeartbeatDoc } from '../playbook/model.ts'
import { readReply } from './reply.ts'
import { OUTCOME_RANK, type RunOutcome, type TaskResult } from './run.ts'
import { type Severity } from '../base/severity.ts'
import type { Tier } from '../schedule/tier.ts'
import { TOOL_LIMITS } from '../agents/tool-limits.ts'

/** What came back from a runner, as far as judging cares. */
export interface RunnerResult {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly fault: Fault | null
  readonly text: string // reply of an agent; '' for local checks
  /**
   * What became of each due task; of an agent the trace it left (evidenceOf). Empty: none was due, so none
   * is asked for.
   */
  readonly tasks: readonly TaskResult[]
}

export interface JudgeFacts {
  readonly runner: 'local' | 'agent'
  readonly result: RunnerResult
  readonly tiers: readonly Tier[]
  readonly doc: HeartbeatDoc // the file when the run had ended
  readonly openKeys: readonly string[] // of the thread's open alerts
  readonly ackMaxChars: number
  readonly report?: Report | null | undefined // null: it made none
  readonly turn?: Pick<AgentTurn, 'calls' | 'callCount'> | null | undefined // null: nobody sees its calls
  readonly unprovenBefore?: boolean | undefined // the thread's last run ended unproven
  /** Calls of this run that were refused and that nobody has decided about. */
  readonly refused?: readonly Refusal[] | undefined
  /** What differs in the repository after a look-only run; null: nothing, or not compared. */
  readonly touched?: string | null | undefined
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
/** A file may hold any number of flags; a person is not called once for each. */
const MORE_FLAGS = 'flags:more'
const FLAGS_TOLD = TOOL_LIMITS.listFlags
function flagAlerts({ flags }: HeartbeatDoc): readonly RaisedAlert[] {
  const more = flags.length - FLAGS_TOLD
  const told = flags
    .slice(0, FLAGS_TOLD)
    .map(({ text }): RaisedAlert => ({ key: flagKey(text), severity: 'urgent', text: capped(text) }))
  return more <= 0
    ? told
    : [
        ...told,
        {
          key: MORE_FLAGS,
          severity: 'urgent',
          text: `And ${more} more urgent flag${more === 1 ? '' : 's'} in HEARTBEAT.md`,
        },
      ]
}
export const workKey = (item: { readonly id: string }): string => `work:${item.id}`

/** Open causes whose line no longer stands in the file: a flag, a task, or a work item that is done. */
export function goneKeys(openKeys: readonly string[], doc: HeartbeatDoc): readonly string[] {
  const standing = new Set([
    ...(doc.flags.length > FLAGS_TOLD ? [MORE_FLAGS] : []),
    ...doc.flags.map((f) => flagKey(f.text)),
    ...doc.tasks.map((t) => t.key),
    ...doc.work.filter((w) => w.state !== 'done').map(workKey),
  ])
  return openKeys.filter((key) => /^(?:flags?|work|quick|hourly|daily):/.test(key) && !standing.has(key))
}

/** More of a text than this is read in the run, not in an alert. */
const ALERT_CHARS = 2000
const capped = (text: string): string =>
  text.length <= ALERT_CHARS
    ? text
    : `${text.slice(0, ALERT_CHARS)}…\n(${text.length - ALERT_CHARS} more characters in the run)`

/**
 * Decides what a run was worth. Only evidence makes a quiet run: local checks by their task results, an
 * agent by its reply and by the trace that each due task left; a flag standing in the file is urgent
 * whatever the reply says. Total: any result gives a verdict.
 */
export function judgeRun(facts: JudgeFacts): Verdict {
  const { result, tiers } = facts
  const flags = flagAlerts(facts.doc)
  // Also of a run that failed or was stopped: what it did and what it reported before stays true.
  const touched = touchedAlerts(facts)
  const told = facts.runner === 'local' ? [] : reportedAlerts(facts.report ?? null)
  if (result.status === 'stopped')
    return {
      outcome: 'stopped',
      fault: null,
      summary: 'Stopped before it ended.',
      raised: [...told, ...touched],
      cleared: [],
      stamps: [],
    }
  if (result.status === 'failed') {
    const fault = result.fault ?? { code: 'bug' as const, message: 'the runner failed without a reason' }
    const raised = [...flags, ...told, ...touched, ...permissionAlerts(facts)]
    const failure = fault.code === 'agent.needs_permission' ? 'blocked' : 'broken'
    const outcome = worst(raised) === 'urgent' ? 'urgent' : failure
    return {
      outcome,
      fault,
      summary: faultSentence(fault),
      raised,
      cleared: goneKeys(facts.openKeys, facts.doc),
      stamps: [],
    }
  }
  const judged = facts.runner === 'local' ? judgeTasks(result.tasks) : judgeAgent(facts, told)
  const raised = [...flags, ...judged.raised, ...touched]
  const summary = (): string => {
    const more = facts.doc.flags.length > 1 ? ` (and ${facts.doc.flags.length - 1} more)` : ''
    if (flags.length > 0) return `${firstLine(flags[0]!.text)}${more}`
    return touched.length > 0 && judged.raised.length === 0 ? firstLine(touched[0]!.text) : judged.summary
  }
  const cleared = [
    ...judged.cleared,
    ...goneKeys(facts.openKeys, facts.doc),
    ...otherRunnersKeys(facts),
    'doc',
    ...(judged.fault === null ? ['broken'] : []),
  ]
  return {
    outcome: worse(judged.outcome, worst([...flags, ...touched]) ?? 'quiet'),
    fault: judged.fault,
    summary: summary(),
    raised,
    cleared: cleared.filter((key) => !raised.some((r) => r.key === key)),
    // A run that ended is done with its tiers, whatever it found; what was merely waiting for an approval
    // is offered again then. So is an unproven one: else each beat would pay again for the same silence.
    stamps: judged.fault === null ? tiers : [],
  }
}

/**
 * What a message's run was worth: the answer itself is read in the conversation, so only what the agent
 * reports, what it was refused and what it changed without leave is news.
 */
export function judgeMessage(
  facts: Pick<JudgeFacts, 'report' | 'turn' | 'refused' | 'touched'> & {
    readonly result: Omit<RunnerResult, 'tasks'>
  },
): Omit<Verdict, 'stamps'> {
  const { result } = facts
  const all: JudgeFacts = {
    ...facts,
    result: { ...result, tasks: [] },
    runner: 'agent',
    tiers: [],
    doc: NO_DOC,
    openKeys: [],
    ackMaxChars: 0,
  }
  const raised = [...reportedAlerts(facts.report ?? null), ...permissionAlerts(all), ...touchedAlerts(all)]
  const cleared = goneAlerts(facts.report ?? null)
  if (result.status === 'stopped')
    return { outcome: 'stopped', fault: null, summary: 'Stopped before it ended.', raised, cleared }
  if (result.status === 'failed') {
    const fault = result.fault ?? { code: 'bug' as const, message: 'the runner failed without a reason' }
    return {
      outcome: worst(raised) === 'urgent' ? 'urgent' : 'broken',
      fault,
      summary: faultSentence(fault),
      raised,
      cleared,
    }
  }
  const outcome = [
    (facts.refused ?? []).length > 0 ? ('blocked' as const) : ('quiet' as const),
    worst(raised) ?? ('quiet' as const),
  ].reduce(worse)
  return {
    outcome,
    fault: null,
    summary:
      raised[0] === undefined
        ? firstLine(result.text.trim()) || 'Answered without a word.'
        : firstLine(raised[0].text),
    raised,
    cleared,
  }
}
const NO_DOC = parse('')

/**
 * What the thread's former runner left open: an agent speaks in texts and reports, local checks under the
 * keys of tasks.
 */
function otherRunnersKeys({ runner, openKeys, tiers, result }: JudgeFacts): readonly string[] {
  if (runner === 'local')
    return [
      'text',
      'unproven',
      'permission',
      MEANWHILE,
      ...openKeys.filter((key) => key.startsWith('report:')),
    ]
  // With traces it is known which task each key belongs to and what became of it.
  return result.tasks.length > 0 ? [] : openKeys.filter((key) => tiers.some((t) => key.startsWith(`${t}:`)))
}

type Judged = Omit<Verdict, 'stamps'>

function judgeTasks(tasks: readonly TaskResult[]): Judged {
  const findings = tasks.filter((t) => t.status === 'finding')
  const failed = tasks.filter((t) => t.status === 'failed')
  const unapproved = tasks.filter((t) => t.status === 'needs_approval')
  const passed = tasks.filter((t) => t.status === 'passed')
  const forAgent = tasks.filter((t) => t.status === 'needs_agent' || t.status === 'untouched')

  // Flags are raised from the file as it stands after the run; the runner's own finding of one would say
  // the same again.
  const raised = findings
    .filter((t) => !t.key.startsWith('flag:'))
    .map((t) => ({ key: t.key, severity: t.severity ?? ('warning' as const), text: sentence(t.note) }))
  const cleared = passed.map((t) => t.key)
  const waits =
    forAgent.length > 0
      ? ` ${forAgent.length} ${forAgent.length === 1 ? 'task waits' : 'tasks wait'} for an agent.`
      : ''
  const base = { raised, cleared, fault: null }
  if (failed.length > 0) {
    const first = failed[0]!
    const summary = raised.some((r) => r.severity === 'urgent')
      ? raised.find((r) => r.severity === 'urgent')!.text
      : `${first.text}: ${first.note}`
    return {
      ...base,
      outcome: worse(worst(raised) ?? 'quiet', 'broken'),
      fault: { code: 'task.failed', message: first.note },
      summary,
    }
  }
  if (unapproved.length > 0)
    return {
      ...base,
      outcome: worse(worst(raised) ?? 'quiet', 'blocked'),
      summary:
        raised[0]?.text ??
        `${count(unapproved.length, 'command')} ${unapproved.length === 1 ? 'waits' : 'wait'} for your approval.`,
    }
  if (raised.length > 0)
    return {
      ...base,
      outcome: worst(raised)!,
      summary: raised.length === 1 ? raised[0]!.text : `${raised[0]!.text}; and ${raised.length - 1} more`,
    }
  if (passed.length === 0 && forAgent.length > 0)
    return { ...base, outcome: 'quiet', summary: `Nothing here can be checked without an agent.${waits}` }
  const notes = passed.filter((t) => t.note !== '' && t.note !== 'Nothing to report.').map((t) => t.note)
  return {
    ...base,
    outcome: 'quiet',
    summary: `${count(passed.length, 'check')} passed${notes.length > 0 ? `; ${notes[0]!}` : ''}.${waits}`,
  }
}

function judgeAgent(facts: JudgeFacts, told: readonly RaisedAlert[]): Judged {
  const {
    result: { tasks: evidence },
    refused = [],
    report = null,
  } = facts
  const reply = readReply(facts.result.text, 'heartbeat', facts.ackMaxChars)
  const isReported = (key: string): boolean => report?.tasks.some((t) => t.key === key) === true
  const bad = evidence.filter((t) => t.status === 'finding' || (t.status === 'failed' && isReported(t.key)))
  const undone = evidence.filter(
    (t) => t.status === 'untouched' || (t.status === 'failed' && !isReported(t.key)),
  )

  // One piece of news, one alert: the report's own alerts say it best, then its findings, then the text.
  const found =
    told.length > 0
      ? []
      : bad.map(
          (t): RaisedAlert => ({
            key: t.key,
            severity: t.severity ?? 'warning',
            text: capped(sentence(t.note)),
          }),
        )
  const text: readonly RaisedAlert[] =
    reply.shouldSkip || told.length > 0 || found.length > 0
      ? []
      : [{ key: null, severity: 'warning', text: capped(reply.text) }]
  const vague = report?.status === 'attention' && told.length + found.length + text.length === 0
  const news = vague
    ? [
        {
          key: VAGUE,
          severity: 'warning' as const,
          text: 'The report asks for attention, but does not say to what.',
        },
      ]
    : [...told, ...found, ...text]

  const permission = permissionAlerts(facts)
  const unproven = undone.length > 0 && news.length === 0 ? unprovenSentence(undone, evidence.length) : null
  // What was refused could not be done: the question for the permission says it already.
  const again =
    unproven !== null && facts.unprovenBefore === true && permission.length === 0
      ? [{ key: 'unproven', severity: 'warning' as const, text: `Twice in a row: ${unproven}` }]
      : []
  const outcome = [
    unproven === null ? 'quiet' : 'unproven',
    worst(news) ?? 'quiet',
    refused.length > 0 ? 'blocked' : 'quiet',
  ] as const
  const cleared = [
    ...evidence.filter((t) => t.status === 'passed').map((t) => t.key),
    ...goneAlerts(report),
    VAGUE,
    ...(undone.length === 0 ? ['unproven'] : []),
    ...(reply.shouldSkip && unproven === null ? ['text'] : []),
    ...(facts.touched == null ? [MEANWHILE] : []),
  ]
  const first = news.find((a) => a.severity === 'urgent') ?? permission[0] ?? news[0]
  const more = news.length > 1 ? ` (and ${news.length - 1} more)` : ''
  const headline = (): string => {
    if (first === undefined) return unproven ?? 'Nothing needs attention.'
    return !reply.shouldSkip && first === news[0] ? firstLine(reply.text) : firstLine(first.text) + more
  }
  return {
    outcome: outcome.reduce(worse),
    fault: null,
    summary: headline(),
    raised: [...news, ...permission, ...(outcome[0] === 'unproven' ? again : [])],
    cleared,
  }
}

/** "Said OK, but 2 of 5 tasks left no trace: Run `npm test`." */
function unprovenSentence(undone: readonly TaskResult[], due: number): string {
  const first = undone[0]!
  const silent = undone.length === 1 && first.status === 'failed' ? first.note : null
  return silent !== null
    ? `Said OK, but ${silent.replace(/, and nothing was said of it\.$/, '.')}`
    : `Said OK, but ${undone.length} of ${count(due, 'task')} left no trace: ${first.text.slice(0, 120)}`
}

/** An agent's own alerts, by the names it chose. */
const reportKey = (key: string): string => `report:${key}`
const reportedAlerts = (report: Report | null): readonly RaisedAlert[] =>
  (report?.alerts ?? [])
    .filter((a) => a.state === 'open')
    .map((a) => ({ key: reportKey(a.key), severity: a.severity, text: capped(a.text) }))
const goneAlerts = (report: Report | null): readonly string[] =>
  (report?.alerts ?? []).filter((a) => a.state === 'gone').map((a) => reportKey(a.key))
const VAGUE = 'report:attention'

function permissionAlerts({ refused = [] }: JudgeFacts): readonly RaisedAlert[] {
  const labels = [...new Set(refused.map((r) => r.label))]
  return labels[0] === undefined
    ? []
    : [
        {
          key: 'permission',
          severity: 'warning',
          text:
            'Needs your permission to ' +
            `${labels[0].slice(0, 300)}${labels.length > 1 ? ` (and ${labels.length - 1} more)` : ''}`,
        },
      ]
}

/**
 * Other than a change by the agent, somebody else's work during the run is everyday: it has a key of its
 * own and is gone after the next run.
 */
const MEANWHILE = 'touched:meanwhile'
function touchedAlerts({ result, touched = null, turn = null }: JudgeFacts): readonly RaisedAlert[] {
  if (touched === null) return []
  // Of a run that was cut off not every call's end is known.
  return result.status !== 'completed' || mayHaveWritten(turn)
    ? [
        {
          key: 'touched',
          severity: 'warning',
          text: capped(`Changed the repository during a look-only run: ${touched}`),
        },
      ]
    : [
        {
          key: MEANWHILE,
          severity: 'notice',
          text: capped(
            `The repository changed while a look-only run was on; none of its tool calls wrote: ${touched}`,
          ),
        },
      ]
}

const worst = (raised: readonly RaisedAlert[]): RunOutcome | null => {
  if (raised.some((r) => r.severity === 'urgent')) return 'urgent'
  if (raised.length > 0) return 'alert'
  return null
}
const worse = (a: RunOutcome, b: RunOutcome): RunOutcome =>
  OUTCOME_RANK.indexOf(a) <= OUTCOME_RANK.indexOf(b) ? a : b
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const sentence = (note: string): string => note.slice(0, 1).toUpperCase() + note.slice(1)
const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 200)

/**
 * How a severity is told: notices stay in the window, warnings are a silent banner, urgent ones make a
 * sound.
 */
export const bannerOf = (severity: Severity): 'none' | 'silent' | 'sound' =>
  (({ notice: 'none', warning: 'silent', urgent: 'sound' }) as const)[severity]
