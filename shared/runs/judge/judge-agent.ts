import { plural } from '../../base/amounts.ts'
import { firstLine, type JudgeFacts, sentence, worse, worst } from './verdict.ts'
import { capped, type RaisedAlert } from '../raised-alert.ts'
import type { Judged } from './judge-tasks.ts'
import { isReassurance } from './reassurance.ts'
import { readReply } from '../reply.ts'
import type { TaskResult } from '../run.ts'
import type { Report } from '../../agents/agent-turn.ts'
import { programKey, taskKeyOf } from './alert-key.ts'
import { mayHaveWritten } from '../evidence/writes.ts'

/**
 * What the thread's former runner left open: an agent speaks in texts and reports, local checks under the
 * keys of tasks.
 */
export function otherRunnersKeys({ runner, openKeys, tiers, result, pair }: JudgeFacts): readonly string[] {
  if (runner === 'local')
    return [
      'text',
      'unproven',
      'permission',
      MEANWHILE,
      ALLOWED_CHANGE,
      ...openKeys.filter((key) => key.startsWith('report:')),
    ]
  // With traces it is known which task each key belongs to and what became of it.
  return result.tasks.length > 0 || pair != null
    ? []
    : openKeys.filter((key) => tiers.some((t) => taskKeyOf(key).startsWith(`${t}:`)))
}

export function judgeAgent(facts: JudgeFacts, told: readonly RaisedAlert[]): Judged {
  const {
    result: { tasks: evidence },
    refused = [],
    report = null,
  } = facts
  const reply = replyOf(facts)
  const isReported = (key: string): boolean => report?.tasks.some((t) => t.key === key) === true
  const bad = evidence.filter((t) => t.status === 'finding' || (t.status === 'failed' && isReported(t.key)))
  const undone = evidence.filter(
    (t) => t.status === 'untouched' || (t.status === 'failed' && !isReported(t.key)),
  )

  // One piece of news, one alert: the report's own alerts say it best, then its findings, then the text.
  const found = told.length > 0 ? [] : bad.map(alertOf)
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
    : [...told, ...found, ...text, ...sentFiles(facts, told.length + found.length + text.length)]

  const permission = permissionAlerts(facts)
  const unproven = undone.length > 0 && news.length === 0 ? unprovenSentence(undone, evidence.length) : null
  // What was refused could not be done: the question for the permission says it already.
  const again = unproven !== null && permission.length === 0 ? unprovenAlerts(facts, unproven) : []
  const outcome = [
    unproven === null ? 'quiet' : 'unproven',
    worst(news) ?? 'quiet',
    refused.length > 0 ? 'blocked' : 'quiet',
  ] as const
  const cleared = [
    ...evidence.filter((t) => t.status === 'passed').flatMap((t) => [t.key, programKey(t.key)]),
    ...goneAlerts(report),
    VAGUE,
    // Only lines of its own show that an agent works them again.
    ...(undone.length === 0 && (facts.pair == null || evidence.length > 0) ? ['unproven'] : []),
    ...(reply.shouldSkip && unproven === null ? ['text'] : []),
    ...(facts.touched == null ? [MEANWHILE, ALLOWED_CHANGE] : []),
  ]
  return {
    outcome: outcome.reduce(worse),
    fault: null,
    summary: headlineOf(reply, news, permission[0], unproven),
    raised: [...news, ...permission, ...(outcome[0] === 'unproven' ? again : [])],
    cleared,
  }
}

/** Words that say the same as the token are no news; what left no trace is unproven all the same. */
function replyOf({ result, ackMaxChars }: JudgeFacts): ReturnType<typeof readReply> {
  const reply = readReply(result.text, 'heartbeat', ackMaxChars)
  return isReassurance(reply.text) ? { ...reply, shouldSkip: true } : reply
}

/**
 * The second in a row is told. Where the app works most beats alone, the next ones say nothing of the agent's
 * lines: there the first stands as a notice until an agent has worked them.
 */
function unprovenAlerts({ unprovenBefore, pair }: JudgeFacts, sentenceOf: string): readonly RaisedAlert[] {
  if (unprovenBefore === true)
    return [{ key: 'unproven', severity: 'warning', text: `Twice in a row: ${sentenceOf}` }]
  return pair == null ? [] : [{ key: 'unproven', severity: 'notice', text: sentenceOf }]
}

function headlineOf(
  reply: ReturnType<typeof readReply>,
  news: readonly RaisedAlert[],
  permission: RaisedAlert | undefined,
  unproven: string | null,
): string {
  const first = news.find((a) => a.severity === 'urgent') ?? permission ?? news[0]
  if (first === undefined) return unproven ?? 'Nothing needs attention.'
  const more = news.length > 1 ? ` (and ${news.length - 1} more)` : ''
  return !reply.shouldSkip && first === news[0] ? firstLine(reply.text) : firstLine(first.text) + more
}

/**
 * A file is for somebody: where nothing else tells of it, it is news itself, until a person has seen it.
 */
function sentFiles({ files = [] }: JudgeFacts, others: number): readonly RaisedAlert[] {
  if (files.length === 0 || others > 0) return []
  const text = `Sent ${plural(files.length, 'file')}: ${files.map((file) => file.name).join(', ')}`
  return [{ key: 'files', severity: 'warning', text: capped(text), foldedBy: 'unanswered cause' }]
}

const alertOf = (task: TaskResult): RaisedAlert => ({
  key: task.key,
  severity: task.severity ?? 'warning',
  text: capped(sentence(task.note)),
})

/** "Said OK, but 2 of 5 tasks left no trace: Run `npm test`." */
function unprovenSentence(undone: readonly TaskResult[], due: number): string {
  const first = undone[0]!
  const silent = undone.length === 1 && first.status === 'failed' ? first.note : null
  return silent !== null
    ? `Said OK, but ${silent.replace(/, and nothing was said of it\.$/, '.')}`
    : `Said OK, but ${undone.length} of ${plural(due, 'task')} left no trace: ${first.text.slice(0, 120)}`
}

/** An agent's own alerts, by the names it chose. */
const reportKey = (key: string): string => `report:${key}`

export const reportedAlerts = (report: Report | null): readonly RaisedAlert[] =>
  (report?.alerts ?? [])
    .filter((a) => a.state === 'open')
    .map((a) => ({ key: reportKey(a.key), severity: a.severity, text: capped(a.text) }))

export const goneAlerts = (report: Report | null): readonly string[] =>
  (report?.alerts ?? []).filter((a) => a.state === 'gone').map((a) => reportKey(a.key))

const VAGUE = 'report:attention'

export function permissionAlerts({ refused = [] }: JudgeFacts): readonly RaisedAlert[] {
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

/** Of its calls only those can have written that a person allows beyond looking. */
const ALLOWED_CHANGE = 'touched:allowed'

export function touchedAlerts(facts: JudgeFacts): readonly RaisedAlert[] {
  const { result, touched = null, turn = null, restraint = { by: 'rules', allowed: [] } } = facts
  if (touched === null) return []
  if (restraint.by === 'none')
    return [
      {
        key: 'touched',
        severity: 'warning',
        text: capped(`The repository changed while its program ran, which nothing restricts: ${touched}`),
      },
    ]
  // Of a run that was cut off not every call's end is known.
  if (result.status !== 'completed' || mayHaveWritten(turn, restraint.allowed))
    return [
      {
        key: 'touched',
        severity: 'warning',
        text: capped(`Changed the repository during a look-only run: ${touched}`),
      },
    ]
  if (mayHaveWritten(turn, []))
    return [
      {
        key: ALLOWED_CHANGE,
        severity: 'notice',
        text: capped(
          `The repository changed during a run that used what you allow beyond looking: ${touched}`,
        ),
        foldedBy: 'cause',
      },
    ]
  return [
    {
      key: MEANWHILE,
      severity: 'notice',
      text: capped(
        `The repository changed while a look-only run was on; none of its tool calls wrote: ${touched}`,
      ),
    },
  ]
}
