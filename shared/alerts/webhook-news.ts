import type { Instant } from '../base/time.ts'
import type { Thread } from '../threads/thread.ts'
import type { Alert } from './alert.ts'
import { INCIDENT_WORDS, type Incident } from './incident.ts'
import type { WebhookEvent, WebhookNews } from './webhook.ts'

// What webhooks are told: one event for each piece of news, whatever its targets make of it.

const NAMED_THREADS = 20
const WORD: Readonly<Record<WebhookNews, string>> = {
  urgent: 'Urgent',
  alert: 'Alert',
  broken: 'Broken',
  recovered: 'Recovered',
}

export function newsOf({ severity, key }: Pick<Alert, 'severity' | 'key'>): WebhookNews {
  if (severity === 'urgent') return 'urgent'
  return key === 'broken' ? 'broken' : 'alert'
}

export const alertEvent = (
  alert: Alert,
  thread: Pick<Thread, 'number' | 'name'>,
  kind: WebhookNews,
  at: Instant,
): WebhookEvent => ({
  kind,
  threadNumber: thread.number,
  threadName: thread.name,
  severity: alert.severity,
  title: `${WORD[kind]}: ${thread.name}`,
  text: alert.text,
  at,
  runId: alert.runId,
  alertId: alert.id,
})

/** Of no one thread: number 0, and the name of the app. `threads`: those it struck that are still there. */
export function incidentEvent(
  { id, class: cause, members }: Incident,
  kind: 'broken' | 'recovered',
  threads: readonly Pick<Thread, 'number' | 'name'>[],
  at: Instant,
): WebhookEvent {
  const names = threads.toSorted((a, b) => a.number - b.number).map((t) => t.name)
  const more = names.length - NAMED_THREADS
  const list = [...names.slice(0, NAMED_THREADS), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  const words = INCIDENT_WORDS[cause]
  const count = incidentMembers({ members }, kind).length
  return {
    kind,
    threadNumber: 0,
    threadName: 'Threadbeat',
    severity: 'warning',
    title: `${WORD[kind]}: ${words.title(count)}`,
    text: [...(kind === 'broken' ? [words.text] : []), `Threads: ${list}.`].join('\n'),
    at,
    runId: null,
    alertId: null,
    incidentId: id,
  }
}

/** Whom the news is about: those that fail now, or all that it struck. */
export const incidentMembers = (
  { members }: Pick<Incident, 'members'>,
  kind: 'broken' | 'recovered',
): Incident['members'] => (kind === 'recovered' ? members : members.filter((m) => m.failing))
