import { Notification } from 'electron'
import type { Notice, Notifier } from '../engine/ports.ts'
import { fault, type Fault } from '../../shared/faults.ts'
import type { ThreadId } from '../../shared/ids.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { OpenAt } from '../../shared/tray-state.ts'
import { bannerText, planBanner, summaryOf } from './banners.ts'

export interface NotifierDeps {
  readonly open: (at: OpenAt) => void
  /** The person has this thread before their eyes: no banner is needed. */
  readonly isLookingAt: (id: ThreadId) => boolean
}

/** A notification service that says neither yes nor no is not there. */
const ANSWERED_WITHIN_MS = 3000
const KEPT_AT_MOST = 200

/** The real end of the Notifier port: banners of the desktop, one per thread. */
export function createNotifier(deps: NotifierDeps): Notifier {
  // Held here, or they would be collected and their clicks lost.
  const shown = new Map<string, { readonly banner: Notification; readonly about: string | null }>()
  let recent: readonly number[] = []
  let summarised: readonly Notice[] = []

  function display(key: string, title: string, body: string, urgent: boolean, at: OpenAt, about: string | null): Promise<Result<null, Fault>> {
    if (!Notification.isSupported()) return Promise.resolve(err(fault('notify.unavailable', 'this desktop shows no notifications')))
    shown.get(key)?.banner.close()
    const banner = new Notification({ title, body, silent: !urgent, urgency: urgent ? 'critical' : 'normal', timeoutType: urgent ? 'never' : 'default' })
    shown.delete(key)
    shown.set(key, { banner, about })
    if (shown.size > KEPT_AT_MOST) shown.delete([...shown.keys()][0] ?? '')
    banner.on('click', () => deps.open(at))
    return new Promise((resolve) => {
      const unavailable = (why: string): void => resolve(err(fault('notify.unavailable', why)))
      const timer = setTimeout(() => unavailable(`the notification service did not answer within ${ANSWERED_WITHIN_MS / 1000} s`), ANSWERED_WITHIN_MS)
      banner.once('show', () => {
        clearTimeout(timer)
        resolve(ok(null))
      })
      banner.once('failed', (_event, error) => {
        clearTimeout(timer)
        unavailable(error === '' ? 'no notification service answers on this desktop' : `the notification service refused: ${error}`)
      })
      banner.show()
    })
  }

  return {
    async show(notice) {
      try {
        if (notice.threadId !== null && deps.isLookingAt(notice.threadId)) return ok(null)
        const now = performance.now()
        const plan = planBanner(recent, now)
        recent = [...plan.recent, now]
        if (plan.as === 'single') {
          summarised = []
          return await display(keyOf(notice), bannerText(notice.title, 'title'), bannerText(notice.body, 'body'), notice.severity === 'urgent', placeOf(notice), notice.alertId ?? notice.tag ?? null)
        }
        summarised = [...summarised, notice]
        const { title, body, urgent } = summaryOf(summarised)
        return await display('summary', title, body, urgent, { page: 'inbox' }, null)
      } catch (error) {
        return err(fault('notify.unavailable', error instanceof Error ? error.message : String(error)))
      }
    },
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
const placeOf = ({ runId, threadId, place }: Notice): OpenAt =>
  runId !== null ? { page: 'run', id: runId } : threadId !== null ? { page: 'thread', id: threadId } : { page: place ?? 'today' }
