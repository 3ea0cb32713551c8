import { Notification } from 'electron'
import type { Notice, Notifier } from '../../engine/ports/desktop.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import type { AlertId, ThreadId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { bannerDeeds, DEED_WORDS } from './banner-actions.ts'
import { bannerId, restoreBanners } from './banner-restore.ts'
import { bannerText, groupOf, planBanner, summaryOf, type Group } from './banners.ts'
import { placeHash } from '../windows/place-hash.ts'

interface NotifierDeps {
  readonly open: (at: OpenAt) => void
  readonly openAt: (hash: string) => void
  /** The person has this thread before their eyes: no banner is needed. */
  readonly isLookingAt: (id: ThreadId) => boolean
  /** The alert is out of the way for an hour. */
  readonly snooze: (id: AlertId) => void
  /** What the system calls its groups by. null: the thread is gone. */
  readonly threadName: (id: ThreadId) => string | null
  readonly doNotDisturb: () => boolean | null
}

type Text = ReturnType<typeof summaryOf>
interface Subject {
  /** What takes it back: an alert, or a tag. null: nothing does. */
  readonly about: string | null
  readonly alertId: AlertId | null // null: none that could be snoozed
}

/** A notification service that says neither yes nor no is not there. */
const ANSWERED_WITHIN_MS = 3000
const KEPT_AT_MOST = 200

/** The real end of the Notifier port: banners of the desktop, one per thread. */
export function createNotifier(deps: NotifierDeps): Notifier {
  // Held here, or they would be collected and their clicks lost.
  const shown = new Map<string, { readonly banner: Notification; readonly about: string | null }>()
  let recent: readonly number[] = []
  let ofEarlier: readonly unknown[] = [] // held like those
  let hasShown = false
  let summarised: readonly Notice[] = []

  function display(
    key: string,
    { title, body, urgent }: Text,
    at: OpenAt,
    { about, alertId }: Subject,
    group: Group,
  ): Promise<Result<null, Fault>> {
    if (!Notification.isSupported())
      return Promise.resolve(err(fault('notify.unavailable', 'this desktop shows no notifications')))
    shown.get(key)?.banner.close()
    const deeds = bannerDeeds(process.platform, { alertId })
    const banner = new Notification({
      title,
      body,
      silent: !urgent,
      urgency: urgent ? 'critical' : 'normal',
      timeoutType: urgent ? 'never' : 'default',
      id: bannerId(placeHash(at), key),
      ...group,
      ...(deeds.length > 0 && {
        actions: deeds.map((d) => ({ type: 'button' as const, text: DEED_WORDS[d] })),
      }),
    })
    shown.delete(key)
    shown.set(key, { banner, about })
    if (shown.size > KEPT_AT_MOST) shown.delete([...shown.keys()][0] ?? '')
    hasShown = true
    banner.on('click', () => deps.open(at))
    banner.on('action', ({ actionIndex }) =>
      deeds[actionIndex] === 'snooze' && alertId !== null ? deps.snooze(alertId) : deps.open(at),
    )
    return new Promise((resolve) => {
      const unavailable = (why: string): void => resolve(err(fault('notify.unavailable', why)))
      const timer = setTimeout(
        () => unavailable(`the notification service did not answer within ${ANSWERED_WITHIN_MS / 1000} s`),
        ANSWERED_WITHIN_MS,
      )
      banner.once('show', () => {
        clearTimeout(timer)
        resolve(ok(null))
      })
      banner.once('failed', (_event, error) => {
        clearTimeout(timer)
        unavailable(
          error === ''
            ? 'no notification service answers on this desktop'
            : `the notification service refused: ${error}`,
        )
      })
      banner.show()
    })
  }

  void restoreBanners({ openAt: deps.openAt, hasShown: () => hasShown })
    .then((kept) => void (ofEarlier = kept))
    .catch((error: unknown) =>
      console.error('banners of an earlier start are not heard:', error, ofEarlier.length),
    )

  return {
    async show(notice) {
      try {
        if (notice.threadId !== null && deps.isLookingAt(notice.threadId)) return ok(null)
        const now = performance.now()
        const plan = planBanner(recent, now)
        recent = [...plan.recent, now]
        if (plan.as === 'single') {
          summarised = []
          return await display(
            keyOf(notice),
            {
              title: bannerText(notice.title, 'title'),
              body: bannerText(notice.body, 'body'),
              urgent: notice.severity === 'urgent',
            },
            placeOf(notice),
            { about: notice.alertId ?? notice.tag ?? null, alertId: notice.alertId },
            groupOf(process.platform, notice.threadId, deps.threadName),
          )
        }
        summarised = [...summarised, notice]
        return await display(
          'summary',
          summaryOf(summarised),
          { page: 'inbox' },
          { about: null, alertId: null },
          {},
        )
      } catch (error) {
        return err(fault('notify.unavailable', messageOf(error)))
      }
    },
    doNotDisturb: deps.doNotDisturb,
    // Closed rather than replaced: each desktop would show the replacement as something new.
    withdraw(what) {
      for (const [key, { banner, about }] of [...shown]) {
        if (about !== what) continue
        banner.close()
        shown.delete(key)
      }
    },
  }
}

const keyOf = (notice: Notice): string => notice.threadId ?? notice.tag ?? 'app'
const placeOf = ({ runId, threadId, place }: Notice): OpenAt => {
  if (runId !== null) return { page: 'run', id: runId }
  if (threadId !== null) return { page: 'thread', id: threadId }
  return { page: place ?? 'today' }
}
