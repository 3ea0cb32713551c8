import { isFactKey } from '../../../../shared/alerts/fact-news.ts'
import { ALERT_STATES, type Alert } from '../../../../shared/alerts/alert.ts'
import type { EventId, RunId, ThreadId } from '../../../../shared/base/ids.ts'
import { readsPrompts } from '../../../../shared/events/recipient.ts'
import type { SystemEvent } from '../../../../shared/events/system-event.ts'
import type { Run } from '../../../../shared/runs/run.ts'
import type { Scenario } from '../scenario.ts'

/** What somebody sent on purpose, and was taken. */
export interface SentFact {
  readonly id: EventId
  readonly threadId: ThreadId
  readonly text: string
  /** Its sender says that a person must know at once, and there is nobody else to tell. */
  readonly isUrgentNews: boolean
}

/** What a person did about facts, and threads. */
export interface SentPlay {
  readonly s: Scenario
  readonly sent: readonly SentFact[]
  readonly dismissed: ReadonlySet<EventId>
  readonly removed: ReadonlySet<ThreadId>
}

/** How a run ends that was worked to the end by its runner. */
const ENDED_WELL: readonly Run['outcome'][] = ['quiet', 'alert', 'urgent', 'unproven', 'blocked']

/**
 * What of ARCHITECTURE I7 and I8 is not so: each fact that was sent on purpose is in the prompt of one run
 * that ended well, stands in an alert that was shown or says why not, was taken back by a person, made room
 * and is counted, is in a prompt that is being worked, or waits and its thread says so.
 */
export async function wrongWithSent(play: SentPlay): Promise<readonly string[]> {
  const { s, sent } = play
  const wrong: string[] = []
  for (const { id: threadId } of s.store.threads.list()) {
    const rows = eventsOf(s, threadId)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const mine = sent.filter((fact) => fact.threadId === threadId)
    for (const fact of new Map(mine.map((one) => [one.id, one])).values()) {
      const row = byId.get(fact.id)
      const why = row === undefined ? null : wrongWithFate(play, row)
      if (why !== null) wrong.push(`${fact.text}: ${why}`)
    }
    const gone = new Set(mine.map(({ id }) => id).filter((id) => !byId.has(id)))
    const counted = madeRoom(s, threadId)
    if (gone.size > counted) wrong.push(`${gone.size} are gone and ${counted} are said to have made room`)
    const urgent = mine.find((fact) => fact.isUrgentNews && !hasUrgentAlert(s, fact))
    if (urgent !== undefined) wrong.push(`${urgent.text}: no urgent alert tells of it`)
    wrong.push(...wrongWithAlerts(s, threadId, rows), ...(await wrongWithWaiting(s, threadId, rows)))
  }
  for (const id of play.removed)
    if (eventsOf(s, id).length > 0) wrong.push('facts of a thread that is gone are left')
  return wrong
}

/** What has become of what was sent; gone: it made room, or its thread is gone. */
export const fatesOf = ({ s, sent }: SentPlay): readonly string[] => {
  const rows = new Map(
    s.store.threads.list().flatMap(({ id }) => eventsOf(s, id).map((row) => [row.id, row.state])),
  )
  return sent.map(({ id }) => rows.get(id) ?? 'gone')
}

/** null: it ended, or waits, as it may. */
function wrongWithFate({ s, dismissed }: SentPlay, row: SystemEvent): string | null {
  const agent = s.store.threads.get(row.threadId)!.agent
  switch (row.state) {
    case 'waiting':
      return readsPrompts(agent) ? null : 'waits for a prompt that nobody makes'
    case 'shown':
      return s.store.runs.running().some(({ id }) => id === row.runId) ? null : 'is shown by no run'
    case 'consumed': {
      const run = s.store.runs.detail(row.runId!)
      if (!ENDED_WELL.includes(run?.outcome ?? null)) return `was used up by a run that ended ${run?.outcome}`
      return inPrompt(s, row.runId!, row.text) ? null : 'was used up by a run without standing in its prompt'
    }
    case 'expired':
      return dismissed.has(row.id) ? null : 'expired and nobody took it back'
    case 'told':
      return null // its alert is looked for by wrongWithAlerts
    case 'listed':
      return 'is only listed'
  }
}

/** The prompt as its runner was given it. */
const inPrompt = (s: Scenario, runId: RunId, text: string): boolean =>
  s.starts.some((start) => start.runId === runId && start.prompt?.includes(text) === true)

/** What was told stands in alerts, counted, and each of these was shown or says why not. */
function wrongWithAlerts(s: Scenario, threadId: ThreadId, rows: readonly SystemEvent[]): readonly string[] {
  const alerts = alertsOf(s, threadId).filter(({ key }) => isFactKey(key) && key !== 'event:app')
  const told = sum(rows.filter(({ state }) => state === 'told').map(({ count }) => count))
  const seen = sum(alerts.map((alert) => alert.seen))
  const mute = alerts.filter((alert) => alert.deliveredAt === null && alert.suppressedBy === null)
  return [
    ...(told === seen ? [] : [`${told} facts are said to be told, alerts were told ${seen}`]),
    ...mute.map(({ text }) => `the alert "${text}" was neither shown nor suppressed`),
  ]
}

/** Where facts wait, the thread says that they do, and what for. */
async function wrongWithWaiting(
  s: Scenario,
  threadId: ThreadId,
  rows: readonly SystemEvent[],
): Promise<readonly string[]> {
  const thread = s.store.threads.get(threadId)!
  const waiting = rows.filter(({ state, ambient }) => state === 'waiting' && !ambient).length
  const view = s.views.threads().find(({ id }) => id === threadId)
  const { eventsWait, next } = await s.foresight.explain(thread)
  if (view?.events !== waiting) return [`${waiting} wait, the window says ${view?.events}`]
  if (waiting === 0) return eventsWait === null ? [] : [`nothing waits, why says "${eventsWait}"`]
  const says = eventsWait?.startsWith(waiting === 1 ? '1 event waits' : `${waiting} events wait`) === true
  const isHeld = view.waiting.some(({ kind }) => kind === 'heartbeat')
  const comes = isHeld || view.running !== null || thread.nextDueAt !== null
  if (!comes && next !== 'No beat is due by itself.') return [`why says "${next}", and nothing is due`]
  return says ? [] : [`${waiting} wait, why says "${eventsWait}"`]
}

/** Facts that made room and were not told yet, or in a prompt that was worked, or to the person. */
function madeRoom(s: Scenario, threadId: ThreadId): number {
  const worked = new Set(
    s.runs(threadId).flatMap((run) => (ENDED_WELL.includes(run.outcome) ? [run.id] : [])),
  )
  const prompts = new Map(s.starts.map(({ runId, prompt }) => [runId, worked.has(runId) ? prompt : null]))
  const inPrompts = [...prompts.values()].map((prompt) => numberIn(prompt, /\((\d+) older events? w/))
  const notices = alertsOf(s, threadId).filter(({ key }) => key === 'event:app')
  const toPerson = notices.map(({ text }) => numberIn(text, /^(\d+) older facts? made room/))
  return s.store.events.waiting(threadId).dropped + sum(inPrompts) + sum(toPerson)
}

const hasUrgentAlert = (s: Scenario, { threadId, text }: SentFact): boolean =>
  alertsOf(s, threadId).some((alert) => alert.severity === 'urgent' && alert.text === text)

const numberIn = (text: string | null, pattern: RegExp): number => Number(pattern.exec(text ?? '')?.[1] ?? 0)

const alertsOf = (s: Scenario, id: ThreadId): readonly Alert[] =>
  ALERT_STATES.flatMap((state) => s.store.alerts.list(state, 500, s.clock.now())).filter(
    (alert) => alert.threadId === id,
  )

export function eventsOf(s: Scenario, id: ThreadId): readonly SystemEvent[] {
  const events: SystemEvent[] = []
  for (let before: string | undefined; ; ) {
    const page = s.store.events.timeline(id, before, 500)
    events.push(...page.entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event] : [])))
    if (page.next === null) return events
    before = page.next
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
