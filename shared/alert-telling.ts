import type { Alert, Suppression } from './alert.ts'
import { bannerOf } from './judge.ts'
import type { Settings } from './settings.ts'
import type { Instant } from './time.ts'

export interface TellingFacts {
  readonly settings: Pick<Settings, 'mutedUntil' | 'quietLetsUrgent'>
  readonly showsAlerts: boolean // of its thread
  readonly threadMuted: boolean
  readonly inIncident: boolean // it is a part of one that was told, or will be
  readonly quiet: boolean
  readonly flapping: boolean // its thread goes to and fro, and was told of lately
}

/** Why an alert gets no banner now, the most lasting reason first; null: it gets one. */
export function whyNotTold(alert: Alert, { settings, showsAlerts, threadMuted, inIncident, quiet, flapping }: TellingFacts, now: Instant): Suppression | null {
  if (alert.acknowledgedAt !== null || alert.resolvedAt !== null) return 'settled'
  if (alert.snoozedUntil !== null && alert.snoozedUntil > now) return 'snoozed'
  if (bannerOf(alert.severity) === 'none') return 'notice'
  if (!showsAlerts) return 'switched_off'
  if (threadMuted) return 'thread_muted'
  if (settings.mutedUntil !== null && now < settings.mutedUntil) return 'muted'
  if (inIncident) return 'incident'
  if (alert.severity !== 'urgent' && flapping) return 'flapping'
  if (quiet && !(alert.severity === 'urgent' && settings.quietLetsUrgent)) return 'quiet'
  return null
}
