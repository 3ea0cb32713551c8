import type { Alert, Suppression } from './alert.ts'
import { isQuiet } from '../queue/quiet-hours.ts'
import type { Settings } from '../settings/settings.ts'
import type { Instant } from '../base/time.ts'

/** Where news may go now. */
interface MayTell<Why extends Suppression = Suppression> {
  /** Why it gets no banner, the most lasting reason first; null: it gets one. */
  readonly noBanner: Why | null
  readonly toWebhooks: boolean
}

export interface TellingFacts {
  readonly settings: Pick<Settings, 'mutedUntil' | 'quietLetsUrgent'>
  readonly showsAlerts: boolean // of its thread
  readonly threadMuted: boolean
  readonly inIncident: boolean // it is a part of one that was told, or will be
  readonly quiet: boolean
  readonly flapping: boolean // its thread goes to and fro, and was told of lately
}

/** Whether a person is told of an alert, and webhooks are. */
export const mayTell = (alert: Alert, facts: TellingFacts, now: Instant): MayTell => ({
  noBanner: whyNoBanner(alert, facts, now),
  toWebhooks: whyNoBanner(alert, withoutHush(facts), now) === null,
})

function whyNoBanner(
  alert: Alert,
  { settings, showsAlerts, threadMuted, inIncident, quiet, flapping }: TellingFacts,
  now: Instant,
): Suppression | null {
  if (alert.acknowledgedAt !== null || alert.resolvedAt !== null) return 'settled'
  if (alert.snoozedUntil !== null && alert.snoozedUntil > now) return 'snoozed'
  if (alert.severity === 'notice') return 'notice' // stays in the window; only an urgent one makes a sound
  if (!showsAlerts) return 'switched_off'
  if (threadMuted) return 'thread_muted'
  if (isMuted(settings, now)) return 'muted'
  if (inIncident) return 'incident'
  if (alert.severity !== 'urgent' && flapping) return 'flapping'
  if (quiet && !(alert.severity === 'urgent' && settings.quietLetsUrgent)) return 'quiet'
  return null
}

/**
 * A mute, and going to and fro, hush banners alone. What quiet hours hold is queued for webhooks and sent at
 * their end.
 */
const withoutHush = (facts: TellingFacts): TellingFacts => ({
  ...facts,
  settings: { ...facts.settings, mutedUntil: null },
  threadMuted: false,
  quiet: false,
  flapping: false,
})

interface IncidentTellingFacts {
  readonly settings: Pick<Settings, 'mutedUntil'>
  readonly acknowledged: boolean
  /** Of the threads that fail for it. */
  readonly members: readonly { readonly showsAlerts: boolean; readonly muted: boolean }[]
  readonly quiet: boolean
}
type IncidentSuppression = Extract<
  Suppression,
  'settled' | 'switched_off' | 'thread_muted' | 'muted' | 'quiet'
>

/**
 * The same for an incident, which is told once for all of its threads. What its threads say about banners
 * counts where all of them say so.
 */
export function mayTellIncident(facts: IncidentTellingFacts, now: Instant): MayTell<IncidentSuppression> {
  const noBanner = whyNoIncidentBanner(facts, now)
  return { noBanner, toWebhooks: noBanner !== 'settled' && noBanner !== 'switched_off' }
}

function whyNoIncidentBanner(
  { settings, acknowledged, members, quiet }: IncidentTellingFacts,
  now: Instant,
): IncidentSuppression | null {
  if (acknowledged) return 'settled'
  if (members.length > 0 && members.every((m) => !m.showsAlerts)) return 'switched_off'
  if (members.length > 0 && members.every((m) => !m.showsAlerts || m.muted)) return 'thread_muted'
  if (isMuted(settings, now)) return 'muted'
  return quiet ? 'quiet' : null
}

/** A person muted everything, or one thread: no banners of it until then. null: not muted. */
export const isMuted = ({ mutedUntil }: { readonly mutedUntil: Instant | null }, now: Instant): boolean =>
  mutedUntil !== null && now < mutedUntil

/** Nothing of the app itself is shown: a person muted everything, or it is quiet. */
export const isSilent = (
  settings: Pick<Settings, 'quietHours' | 'mutedUntil'>,
  at: Instant,
  timeZone: string,
): boolean => isMuted(settings, at) || isQuiet(settings, at, timeZone)

/** Which news webhooks are sent at `at`; what may not pass waits for the end of the quiet hours. */
export function webhooksGet(
  settings: Pick<Settings, 'quietHours' | 'quietLetsUrgent'>,
  at: Instant,
  timeZone: string,
): 'all' | 'urgent' | 'none' {
  if (!isQuiet(settings, at, timeZone)) return 'all'
  return settings.quietLetsUrgent ? 'urgent' : 'none'
}
