import { digestDue, digestText, heldText, isDigestOn } from '../../../shared/alerts/digest.ts'
import { DAY, HOUR, localTimeToday, startOfDay, type Instant } from '../../../shared/base/time.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { masterOf } from '../../../shared/threads/master.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { silenceOf } from '../threads/daily-reports.ts'

/** So soon before the digest the end of the quiet hours needs no sentence of its own. */
const SOON_MS = HOUR

interface DigestParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly documents: Pick<Documents, 'facts'>
  readonly store: Pick<Store, 'threads' | 'alerts' | 'incidents' | 'history' | 'meta'>
}

/**
 * One sentence a day, and one for what quiet hours held back: to be asked while somebody may be told. Kept
 * over restarts, so that each is given at most once. null: nothing to say now.
 */
export function takeDigest(parts: DigestParts, settings: Settings, now: Instant): Notice | null {
  const { ports, store } = parts
  const { timeZone } = ports.clock
  const threads = store.threads.list().length
  const day = digestDue(settings, threads, store.meta.get('digest.day'), now, timeZone)
  if (day !== null) {
    // Before anything is shown: a crash right here costs one sentence, never says it twice.
    store.meta.set('digest.day', day)
    if (hadFullDay(parts, now)) {
      const text = dayText(parts, settings, now)
      return text === null ? null : noticeOf(text, 'today')
    }
  }
  const at = isDigestOn(settings, threads) ? localTimeToday(settings.digestAt, now, timeZone) : null
  if (at !== null && at > now && at - now <= SOON_MS) return null
  const held = store.alerts.takeHeld(now)
  if (held === 0) return null
  return noticeOf(`${heldText(held)} ${held === 1 ? 'It stands' : 'They stand'} in the inbox.`, 'inbox')
}

const yesterday = (now: Instant, timeZone: string): Instant =>
  startOfDay(startOfDay(now, timeZone) - DAY / 2, timeZone)

/** Of a day on which the first repository was added, there is nothing to sum up. */
const hadFullDay = ({ ports, store }: DigestParts, now: Instant): boolean =>
  store.threads.list().some((t) => t.createdAt <= yesterday(now, ports.clock.timeZone))

function dayText(parts: DigestParts, settings: Settings, now: Instant): string | null {
  const { ports, store } = parts
  const { timeZone } = ports.clock
  const today = startOfDay(now, timeZone)
  const figures = store.history.dayFigures(yesterday(now, timeZone), today)
  const incidents = store.incidents
    .list(now)
    .filter((i) => i.resolvedAt === null && i.acknowledgedAt === null).length
  return digestText({
    ...figures,
    toLookAt: store.alerts.inboxCounts(now).open + incidents,
    silent: silentNames(parts, settings, now),
    held: store.alerts.takeHeld(now),
  })
}

/** Of threads that sent no daily report; nobody is expected to while nobody is the master. */
function silentNames({ ports, store, documents }: DigestParts, settings: Settings, now: Instant): string[] {
  const threads = store.threads.list()
  if (masterOf(threads) === null) return []
  const isSilent = (thread: Thread): boolean =>
    silenceOf(thread, documents.facts(thread.id)?.tasks.daily ?? 0, now, { ports, store, settings }) !== null
  return threads.filter(isSilent).map(({ name }) => name)
}

const noticeOf = (body: string, place: 'today' | 'inbox'): Notice => ({
  alertId: null,
  threadId: null,
  runId: null,
  severity: 'notice',
  title: 'Threadbeat',
  body,
  tag: 'digest',
  place,
})
