import { digestDue, digestText, heldText, isDigestOn } from '../../../shared/alerts/digest.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { DAY, HOUR, localTimeToday, startOfDay, type Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Store } from '../ports/store.ts'

/** So soon before the digest the end of the quiet hours needs no sentence of its own. */
const SOON_MS = HOUR

/**
 * One sentence a day, and one for what quiet hours held back. Kept over restarts: each is given at most
 * once.
 */
interface Digest {
  /** Asked while somebody may be told. null: nothing to say now. */
  take(now: Instant): Notice | null
}

export function createDigest(
  { clock }: Pick<Ports, 'clock'>,
  store: Store,
  settings: () => Settings,
): Digest {
  const notice = (body: string, place: 'today' | 'inbox'): Notice => ({
    alertId: null,
    threadId: null,
    runId: null,
    severity: 'notice',
    title: 'Threadbeat',
    body,
    tag: 'digest',
    place,
  })

  return {
    take(now) {
      const current = settings()
      const threads = store.threads.list().length
      const day = digestDue(current, threads, store.meta.get('digest.day'), now, clock.timeZone)
      if (day !== null) {
        // Before anything is shown: a crash right here costs one sentence, never says it twice.
        store.meta.set('digest.day', day)
        const today = startOfDay(now, clock.timeZone)
        const figures = store.history.dayFigures(startOfDay(today - DAY / 2, clock.timeZone), today)
        const incidents = store.incidents
          .list(now)
          .filter((i) => i.resolvedAt === null && i.acknowledgedAt === null).length
        const text = digestText({
          ...figures,
          toLookAt: store.alerts.inboxCounts(now).open + incidents,
          held: store.alerts.takeHeld(now),
        })
        return text === null ? null : notice(text, 'today')
      }
      const at = isDigestOn(current, threads) ? localTimeToday(current.digestAt, now, clock.timeZone) : null
      if (at !== null && at > now && at - now <= SOON_MS) return null
      const held = store.alerts.takeHeld(now)
      return held === 0
        ? null
        : notice(`${heldText(held)} ${held === 1 ? 'It stands' : 'They stand'} in the inbox.`, 'inbox')
    },
  }
}
