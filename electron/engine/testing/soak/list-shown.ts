import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstCodeSpan } from '../../../../shared/playbook/code-span.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { LIST_KEY } from '../../../../shared/runs/judge/alert-key.ts'
import { flagAlerts, unreadAlert } from '../../../../shared/runs/judge/standing.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { docFacts, NO_DOC } from '../../../../shared/views/doc-facts.ts'
import type { Known } from '../../../../shared/views/live.ts'
import type { DocFacts, ThreadState, ThreadView } from '../../../../shared/views/thread-view.ts'
import { UNAPPROVED } from './edited-list.ts'

/** A repository of the soak. */
export interface EditedRepository {
  readonly id: ThreadId
  readonly path: string
  readonly isTracked: boolean
  /** Its list may ask for a command that nobody has approved. */
  readonly mayAskForCommands: boolean
}

/** What must be seen of a list, as its text says it. */
interface Seen {
  readonly doc: DocFacts | null
  readonly alerts: readonly string[]
  readonly approvalsWanted: number
  /** A word for what only the schedule decides. */
  readonly state: ThreadState | 'calm'
  readonly needsYou: boolean
}

export const listFile = ({ path }: EditedRepository): string => join(path, 'HEARTBEAT.md')

function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** By the pure reading of the text alone. A beat that runs hides all but what is urgent in the state. */
export function saidByFile(repository: EditedRepository, isRunning: boolean): Seen {
  const text = textIn(listFile(repository))
  const doc = text === null ? null : parse(text)
  const facts = doc === null ? NO_DOC : docFacts(doc, repository.isTracked, NO_DOC.suspects)
  const notice = unreadAlert(facts.unread)
  const raised = [...flagAlerts(facts.flags), ...(notice === null ? [] : [notice])]
  const asks = (doc?.tasks ?? []).some((task) => firstCodeSpan(task.text)?.text === UNAPPROVED)
  const states = [
    facts.flags.length > 0 && 'urgent',
    isRunning && 'running',
    asks && 'blocked',
    notice !== null && 'alert',
  ] as const
  const state = states.find((one) => one !== false) ?? 'calm'
  return {
    doc: facts,
    alerts: raised.map(alertLine).sort(),
    approvalsWanted: asks ? 1 : 0,
    state,
    needsYou: raised.length > 0 || state === 'blocked',
  }
}

/** The text of a flag may be spelt anew under the same key. */
const alertLine = (alert: { key: string | null; severity: string; text: string }): string =>
  `${alert.severity} ${alert.key} ${alert.key === LIST_KEY ? alert.text : ''}`

/** What hangs on beats, of which no file tells; idle: one fell into the time in which the list had no task. */
const CALM: readonly ThreadState[] = [
  'running',
  'waiting',
  'new',
  'quiet',
  'idle',
  'paused',
  'off',
  'overdue',
]

function shownOf(known: Known, { id }: EditedRepository): Seen | null {
  const thread = known.threads.get(id)
  if (thread === undefined || known.fleet === null) return null
  return {
    doc: thread.doc,
    alerts: known.fleet.alerts
      .filter((alert) => alert.threadId === id)
      .map(alertLine)
      .sort(),
    approvalsWanted: thread.approvalsWanted,
    state: stateShown(thread),
    needsYou:
      thread.openAlerts > 0 || ['urgent', 'broken', 'blocked', 'alert', 'unproven'].includes(thread.state),
  }
}

const stateShown = ({ state, running }: ThreadView): Seen['state'] =>
  running === null && CALM.includes(state) ? 'calm' : state

/** What is shown of a thread and is not what its file says, and what the verdict does not count; empty: nothing. */
export function differences(known: Known, repositories: readonly EditedRepository[]): readonly string[] {
  let needYou = 0
  const wrong = repositories.flatMap((repository) => {
    const shown = shownOf(known, repository)
    const said = saidByFile(repository, known.threads.get(repository.id)?.running != null)
    if (said.needsYou) needYou++
    return JSON.stringify(shown) === JSON.stringify(said)
      ? []
      : [`${repository.path}: shown ${JSON.stringify(shown)}, the file says ${JSON.stringify(said)}`]
  })
  const verdict = known.fleet?.verdict
  const isCounted = verdict?.needYou === needYou && (needYou === 0 || !/^All quiet/.test(verdict.headline))
  return isCounted ? wrong : [...wrong, `${needYou} need you, the verdict is ${JSON.stringify(verdict)}`]
}
