import type { AlertId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import type { Severity } from '../base/severity.ts'
import type { RaisedAlert } from '../runs/raised-alert.ts'
import { ADDED_UP, UNTIL_CHANGE, type Alert } from './alert.ts'
import { alertShape, DUPLICATE_ALERT_MS, normaliseAlert, SAME_SHAPE_MS, tellNews } from './news.ts'

/** An alert of the thread that is not resolved. */
export interface StandingNews {
  readonly alert: Alert
  readonly shape: string
}
/** again: it stands already; new: it takes the place of what it replaces. */
export type NewsDecision =
  | { readonly kind: 'again'; readonly id: AlertId }
  | {
      readonly kind: 'new'
      readonly fingerprint: string
      readonly shape: string
      readonly replaces: readonly AlertId[]
      readonly suppressedBy: 'duplicate' | null
      readonly snoozedUntil: Instant | null
    }

/**
 * What becomes of a raised alert. News that is still open is never told twice (ARCHITECTURE I8); a cause
 * seen to be gone in between makes it news again. `toldAt`: when texts of this cause and severity that were
 * replaced, and not seen to be gone, were told last, by fingerprint; asked only when it is needed.
 */
export function decideNews(
  raised: RaisedAlert,
  open: readonly StandingNews[],
  toldAt: () => ReadonlyMap<string, Instant>,
  now: Instant,
): NewsDecision {
  const cause = `${raised.key ?? ''}\n`
  const fingerprint = cause + normaliseAlert(raised.text)
  const shape = cause + alertShape(raised.text)
  const hasSameShape = (o: StandingNews): boolean =>
    o.shape === shape && (now - o.alert.raisedAt < SAME_SHAPE_MS || o.alert.snoozedUntil === UNTIL_CHANGE)
  const isFolded = ({ alert }: StandingNews): boolean =>
    alert.key === raised.key && (raised.foldedBy === 'cause' || alert.acknowledgedAt === null)
  const same = (
    raised.foldedBy === undefined
      ? (open.find((o) => o.alert.fingerprint === fingerprint) ?? open.find(hasSameShape))
      : open.find(isFolded)
  )?.alert
  if (same !== undefined && RANK[raised.severity] <= RANK[same.severity])
    return { kind: 'again', id: same.id }

  // A new text of the same cause, or the same news grown worse, takes the old one's place. What was
  // replaced, and not seen to be gone, is no news when it comes back within a day: two texts that alternate
  // are told once each.
  const memory = Object.fromEntries([...toldAt()].map(([print, at]) => [print.slice(cause.length), at]))
  const { tell } = tellNews(memory, raised.text, now, DUPLICATE_ALERT_MS)
  const replaced = open.map((o) => o.alert).filter((a) => a.id === same?.id || a.key === raised.key)
  return {
    kind: 'new',
    fingerprint,
    shape,
    replaces: replaced.map((a) => a.id),
    suppressedBy: tell ? null : 'duplicate',
    snoozedUntil: inheritedSnooze(raised, replaced, now),
  }
}

const UNSEEN = '\n\nBefore it, and not acknowledged either:\n'
const UNSEEN_LINES = 5
const UNSEEN_CHARS = 300

/**
 * The words of what happened, then a line for each of its cause that happened before and that nobody has
 * acknowledged. The same once more changes nothing, so that it is no news (ARCHITECTURE I8).
 */
export function withUnseen({ key, text }: RaisedAlert, open: readonly StandingNews[]): string {
  const standing = open.find(({ alert }) => alert.key === key && alert.acknowledgedAt === null)?.alert.text
  if (key === null || !ADDED_UP.includes(key) || standing === undefined) return text
  const cut = standing.lastIndexOf(UNSEEN)
  const newest = cut === -1 ? standing : standing.slice(0, cut)
  const before = cut === -1 ? [] : standing.slice(cut + UNSEEN.length).split('\n')
  if (newest === text || before.includes(lineOf(text))) return standing
  const lines = [lineOf(newest), ...before]
  const more = lines.length > UNSEEN_LINES ? ['And more, in the runs before.'] : []
  return text + UNSEEN + [...lines.slice(0, UNSEEN_LINES), ...more].join('\n')
}

const lineOf = (text: string): string => {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length <= UNSEEN_CHARS ? line : `${line.slice(0, UNSEEN_CHARS)}…`
}

/**
 * A named cause stays out of the way as long as a person said, unless it grows worse; free text may be
 * another matter.
 */
function inheritedSnooze(raised: RaisedAlert, replaced: readonly Alert[], now: Instant): Instant | null {
  if (raised.key === null) return null
  const asleep = replaced.find(
    (a) =>
      a.snoozedUntil !== null &&
      a.snoozedUntil !== UNTIL_CHANGE &&
      a.snoozedUntil > now &&
      a.acknowledgedAt === null &&
      RANK[raised.severity] <= RANK[a.severity],
  )
  return asleep?.snoozedUntil ?? null
}

const RANK: Record<Severity, number> = { notice: 0, warning: 1, urgent: 2 }
