import type { Alert, Suppression } from '../../../shared/alerts/alert.ts'
import type { Incident, IncidentClass } from '../../../shared/alerts/incident.ts'
import type { WebhookEvent, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import type { AlertId, IncidentId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import type { Severity } from '../../../shared/base/severity.ts'
import {
  flag,
  json,
  jsonOrNull,
  number,
  numberOrNull,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'

export const ALERTS = table('alerts', {
  id: word<AlertId>(),
  threadId: word<ThreadId>(),
  runId: wordOrNull<RunId>(),
  key: textOrNull(),
  severity: word<Severity>(),
  text: text(),
  fingerprint: text(),
  shape: text(),
  raisedAt: number(),
  lastSeenAt: number(),
  seen: number(),
  deliveredAt: numberOrNull(),
  suppressedBy: wordOrNull<Suppression>(),
  acknowledgedAt: numberOrNull(),
  note: textOrNull(),
  snoozedUntil: numberOrNull(),
  handedOverAt: numberOrNull(),
  resolvedAt: numberOrNull(),
  resolvedBy: wordOrNull<NonNullable<Alert['resolvedBy']>>(),
  replaced: flag(),
  reminded: number(),
  recoveryWanted: flag(),
  again: jsonOrNull<KeptCommand>(),
})
/** As the domain knows it. */
export const ALERT: Selection<Alert> = ALERTS.pick(
  'id',
  'threadId',
  'runId',
  'key',
  'severity',
  'text',
  'fingerprint',
  'raisedAt',
  'lastSeenAt',
  'seen',
  'deliveredAt',
  'suppressedBy',
  'acknowledgedAt',
  'note',
  'snoozedUntil',
  'handedOverAt',
  'resolvedAt',
  'resolvedBy',
  'again',
)

export const BEAT_TROUBLES = table('beat_troubles', {
  seq: number(),
  runId: word<RunId>(),
  threadId: word<ThreadId>(),
  at: number(),
  trouble: wordOrNull<IncidentClass>(),
})

export const INCIDENTS = table('incidents', {
  id: word<IncidentId>(),
  class: word<IncidentClass>(),
  raisedAt: number(),
  resolvedAt: numberOrNull(),
  acknowledgedAt: numberOrNull(),
  toldAt: numberOrNull(),
  suppressedBy: wordOrNull<Suppression>(),
  cameBack: number(),
  members: json<Incident['members']>(),
})

export interface LastDelivery {
  readonly at: Instant
  readonly ok: boolean
  readonly text: string
  /** News for it was given up, and none arrived since. Absent: no. */
  readonly givenUp?: boolean
}
export const WEBHOOK_TARGETS = table('webhook_targets', {
  id: text(),
  target: json<WebhookTarget>(),
  last: jsonOrNull<LastDelivery>(),
})

export const DELIVERIES = table('deliveries', {
  seq: number(),
  targetId: text(),
  event: json<WebhookEvent>(),
  createdAt: number(),
  attempts: number(),
  nextAt: number(),
})
