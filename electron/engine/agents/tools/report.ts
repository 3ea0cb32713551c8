import type { Report, ReportedAlert, ReportedTask } from '../../../../shared/agents/agent-turn.ts'
import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import { findHidden, revealHidden, inQuotes, stripHidden } from '../../../../shared/base/hidden-text.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { taskKey } from '../../../../shared/playbook/doc.ts'
import { workKey } from '../../../../shared/runs/judge/standing.ts'
import { TIERS } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import { mayAct, type ToolParts } from './caller.ts'
import { readDoc } from './read-playbook.ts'

const KEYS_SHOWN = 40
const UNKNOWN_SHOWN = 5
const UNKNOWN_CHARS = 120

/** The report of one run, united from its calls by key. */
interface ReportTaker {
  take(thread: Thread, report: Report): Promise<ToolAnswer>
  /** null: none was made. */
  report(): Report | null
}

interface United {
  readonly tasks: ReadonlyMap<string, ReportedTask>
  readonly alerts: ReadonlyMap<string, ReportedAlert>
  readonly attachments: ReadonlySet<string>
}

export function reportTaker(parts: ToolParts): ReportTaker {
  let united: United = { tasks: new Map(), alerts: new Map(), attachments: new Set() }
  let status: Report['status'] | null = null

  return {
    async take(thread, report) {
      if (parts.caller.runId === null) return err(NO_RUN)
      const problem = reportProblem(report)
      if (problem !== null) return err(`${problem}; nothing of this report was taken.`)
      const missing = await missingFile(parts, thread, report.attachments)
      if (missing !== null)
        return err(
          `the attachment ${inQuotes(missing)} is no file inside the repository; nothing of this report was taken.`,
        )
      const still = mayAct(parts)
      if (!still.ok) return still
      const read = await knownTasks(parts, thread, report.tasks)
      if (!read.ok) return read
      const { tasks, found, unknown } = read.value
      const alerts = [...report.alerts, ...found]
      if (unknown !== null && tasks.length + alerts.length + report.attachments.length === 0)
        return err(`Nothing of this report was taken: ${unknown}`)
      const next = unite(united, { ...report, tasks, alerts })
      if (isTooMuch(next)) return err(TOO_MUCH)
      united = next
      status = report.status
      return ok(takenText(united) + (unknown === null ? '' : ` Not taken, report it again: ${unknown}`))
    },
    report: () =>
      status === null
        ? null
        : {
            status,
            tasks: [...united.tasks.values()],
            alerts: [...united.alerts.values()],
            attachments: [...united.attachments],
          },
  }
}

const NO_RUN =
  'A report belongs to a run of Threadbeat; this is a person’s own session. Tell the person ' +
  'instead, or raise a flag.'
const TOO_MUCH =
  `A run reports at most ${MAX.reportedTasks} tasks, ${MAX.alerts} alerts and ` +
  `${MAX.attachments} attachments in all; nothing of this report was taken.`

const isTooMuch = ({ tasks, alerts, attachments }: United): boolean =>
  tasks.size > MAX.reportedTasks || alerts.size > MAX.alerts || attachments.size > MAX.attachments

const takenText = ({ tasks, alerts, attachments }: United): string =>
  `Taken: ${plural(tasks.size, 'task')}, ${plural(alerts.size, 'alert')}, ` +
  `${plural(attachments.size, 'attachment')} in this run’s report. A later call adds to it; the ` +
  'same key again replaces what was said.'

const unite = (before: United, { tasks, alerts, attachments }: Report): United => ({
  tasks: new Map([
    ...before.tasks,
    ...tasks.map((t) => [t.key, { ...t, evidence: stripHidden(t.evidence) }] as const),
  ]),
  alerts: new Map([
    ...before.alerts,
    ...alerts.map((a) => [a.key, { ...a, text: stripHidden(a.text) }] as const),
  ]),
  attachments: new Set([...before.attachments, ...attachments]),
})

/** The first path that leads to no file of the repository; null: each does. */
async function missingFile(
  { ports }: ToolParts,
  thread: Thread,
  paths: readonly string[],
): Promise<string | null> {
  for (const path of paths)
    if ((await ports.repositories.attachment(thread.repoPath, path)) === null) return path
  return null
}

interface Known {
  readonly tasks: readonly ReportedTask[]
  readonly found: readonly ReportedAlert[]
  readonly unknown: string | null
}

/**
 * The tasks under the keys that the list has for them; the file is read, because they may be new. `unknown`:
 * which keys are of no task, and which there are; null: all are known. `found`: what was found under those.
 */
async function knownTasks(
  parts: ToolParts,
  thread: Thread,
  tasks: readonly ReportedTask[],
): Promise<Result<Known, string>> {
  if (tasks.length === 0) return ok({ tasks: [], found: [], unknown: null })
  const doc = await readDoc(parts, thread)
  const still = mayAct(parts)
  if (!still.ok) return still
  const { taskKeys } = parts
  const unknown = tasks.map((t) => t.key).filter((key) => knownKey(key, taskKeys) === null)
  const known = tasks.flatMap((t) => {
    const key = knownKey(t.key, taskKeys)
    return key === null ? [] : { ...t, key }
  })
  if (unknown.length === 0) return ok({ tasks: known, found: [], unknown: null })
  const names = some(
    unknown.map((key) => JSON.stringify(key.slice(0, UNKNOWN_CHARS))),
    UNKNOWN_SHOWN,
  )
  return ok({
    tasks: known,
    found: tasks
      .filter(({ key, outcome }) => outcome === 'finding' && unknown.includes(key))
      .map(({ key, evidence }) => ({
        key: key.slice(0, MAX.keyChars),
        severity: 'warning',
        text: evidence.trim() === '' ? 'A finding, without what was seen.' : evidence,
        state: 'open',
      })),
    unknown:
      `no task has the key ${names}.${doc.ok ? '' : ` (${doc.error})`} ` +
      `Keys are: ${some([...taskKeys], KEYS_SHOWN) || '(none)'}`,
  })
}

/**
 * The key that is meant: a model gives a task's text, or an item's id, more readily than its key, or both as
 * they stand in the prompt, "key: text". null: none, or more than one.
 */
function knownKey(key: string, keys: ReadonlySet<string>): string | null {
  if (keys.has(key)) return key
  const [longest] = [...keys].filter((k) => key.startsWith(`${k}:`)).sort((a, b) => b.length - a.length)
  if (longest !== undefined) return longest
  const readings = [workKey({ id: key }), ...TIERS.flatMap((tier) => [`${tier}:${key}`, taskKey(tier, key)])]
  const meant = new Set(readings.filter((reading) => keys.has(reading)))
  return meant.size === 1 ? [...meant][0]! : null
}

const some = (items: readonly string[], most: number): string =>
  `${items
    .slice(0, most)
    .map((i) => revealHidden(i))
    .join(' | ')}${items.length > most ? ` | … and ${items.length - most} more` : ''}`

/** What is wrong with one call; null: nothing. */
function reportProblem({ tasks, alerts, attachments }: Report): string | null {
  const long = tasks.find((t) => t.evidence.length > MAX.evidenceChars)
  if (long !== undefined)
    return (
      `the evidence of ${inQuotes(long.key)} has ${long.evidence.length} characters; the limit is ` +
      `${MAX.evidenceChars}`
    )
  const alert = alerts.find((a) => !isFilled(a.key, MAX.keyChars) || !isFilled(a.text, MAX.alertChars))
  if (alert !== undefined)
    return (
      `the alert ${inQuotes(alert.key)} needs a key of 1 to ${MAX.keyChars} characters and a text of 1 to ` +
      `${MAX.alertChars}`
    )
  if (tasks.length > MAX.reportedTasks || alerts.length > MAX.alerts || attachments.length > MAX.attachments)
    return (
      `a report takes ${MAX.reportedTasks} tasks, ${MAX.alerts} alerts and ${MAX.attachments} ` +
      `attachments, got ${tasks.length}, ${alerts.length} and ${attachments.length}`
    )
  const path = attachments.find((p) => !isRelative(p))
  return path === undefined
    ? null
    : `the attachment ${inQuotes(path)} is no relative path inside the repository of at most ${MAX.pathChars} characters`
}

const isFilled = (text: string, most: number): boolean => text.trim() !== '' && text.length <= most

const isRelative = (path: string): boolean =>
  path !== '' &&
  path.length <= MAX.pathChars &&
  !/^(?:[/\\~]|[A-Za-z]:)/.test(path) &&
  findHidden(path) === null &&
  !/[\t\r\n]/.test(path) &&
  !path.split(/[/\\]/).includes('..')
