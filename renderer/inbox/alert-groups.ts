import { incidentOf } from '../../shared/alerts/incident.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import type { IncidentView } from '../../shared/views/snapshot.ts'

export type Grouping = 'one' | 'cause'
/** '' is the title of the group without one. */
export interface AlertGroup {
  readonly title: string
  readonly alerts: readonly Alert[]
}

/** Members of an incident stand below it, whatever the grouping. */
export function grouped(
  alerts: readonly Alert[],
  grouping: Grouping,
  incidents: readonly IncidentView[],
): readonly AlertGroup[] {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const title = incidentOf(alert, incidents)?.title ?? (grouping === 'cause' ? causeTitle(alert) : '')
    groups.set(title, [...(groups.get(title) ?? []), alert])
  }
  return [...groups].map(([title, members]) => ({ title, alerts: members }))
}

/** Alerts with the same cause stand together: the same built-in check, or the same words. */
const causeOf = (alert: Alert): string =>
  alert.key?.replace(/^job:.*/, 'job') ?? alert.text.split('\n')[0]?.replace(/\d+/g, '#') ?? ''

const causeTitle = (alert: Alert): string =>
  causeOf(alert)
    .replace(/^[a-z]+:/, '')
    .replace(/[-_]/g, ' ')
    .trim() || 'Other'
