import { Notification, type NotificationConstructorOptions } from 'electron'
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
  /** Whether the notification service answers now; one that does not would hold the whole app. */
  readonly answers: () => Promise<boolean>
}

interface BannerPlan {
  readonly key: string // a newer one of the same key takes its place
  readonly text: ReturnType<typeof summaryOf>
  readonly at: OpenAt
  /** What takes it back: an alert, or a tag. null: nothing does. */
  readonly about: string | null
  readonly alertId: AlertId | null // null: none that could be snoozed
  readonly group: Group
}

/** A notification service that says neither yes nor no is not there. */
const ANSWERED_WITHIN_MS = 3000
const NO_ANSWER = 'the notification service does not answer'
const KEPT_AT_MOST = 200

/**
 * The real end of the Notifier port: at most one banner for each thread, and one that sums up what comes when there
 * were three within a minute. A notice of a thread that the person looks at is not shown and counts as shown.
 */
export function createNotifier(deps: NotifierDeps): Notifier {
  const s: State = {
    deps,
    banners: new Map(),
    recent: [],
    ofEarlier: [],
    hasShown: false,
    summarised: [],
    last: Promise.resolve(),
  }
  void restoreBanners({ openAt: deps.openAt, hasShown: () => s.hasShown })
    .then((kept) => void (s.ofEarlier = kept))
    .catch((error: unknown) => console.error('banners of an earlier start are not heard:', error))
  return {
    async show(notice) {
      try {
        const begun = await inOrder(s, () => ({ answer: show(s, notice) }))
        return begun === null ? err(fault('notify.unavailable', NO_ANSWER)) : await begun.answer
      } catch (error) {
        return err(fault('notify.unavailable', messageOf(error)))
      }
    },
    doNotDisturb: deps.doNotDisturb,
    withdraw: (what) => void inOrder(s, () => withdraw(s, what)),
  }
}

/**
 * What is shown and taken back follows in the order in which it was asked for, and only while the service answers.
 * null: it does not, and nothing was done.
 */
function inOrder<T>(s: State, work: () => T): Promise<T | null> {
  const done = s.last.then(async () => ((await s.deps.answers()) ? work() : null))
  s.last = done.catch(() => undefined)
  return done
}

interface State {
  readonly deps: NotifierDeps
  /** Held here, or they would be collected and their clicks lost. */
  readonly banners: Map<string, { readonly banner: Notification; readonly about: string | null }>
  ofEarlier: readonly unknown[] // held like those
  recent: readonly number[]
  hasShown: boolean
  summarised: readonly Notice[]
  last: Promise<unknown>
}

async function show(s: State, notice: Notice): Promise<Result<null, Fault>> {
  const { deps } = s
  if (notice.threadId !== null && deps.isLookingAt(notice.threadId)) return ok(null)
  const now = performance.now()
  const plan = planBanner(s.recent, now)
  s.recent = [...plan.recent, now]
  if (plan.as === 'summary') {
    s.summarised = [...s.summarised, notice]
    const text = summaryOf(s.summarised)
    const at: OpenAt = { page: 'inbox' }
    return await display(s, { key: 'summary', text, at, about: null, alertId: null, group: {} })
  }
  s.summarised = []
  return await display(s, {
    key: keyOf(notice),
    text: {
      title: bannerText(notice.title, 'title'),
      body: bannerText(notice.body, 'body'),
      urgent: notice.severity === 'urgent',
    },
    at: placeOf(notice),
    about: notice.alertId ?? notice.tag ?? null,
    alertId: notice.alertId,
    group: groupOf(process.platform, notice.threadId, deps.threadName),
  })
}

/** Closed rather than replaced: each desktop would show the replacement as something new. */
function withdraw({ banners }: State, what: string): void {
  for (const [key, { banner, about }] of [...banners]) {
    if (about !== what) continue
    banner.close()
    banners.delete(key)
  }
}

async function display(s: State, plan: BannerPlan): Promise<Result<null, Fault>> {
  if (!Notification.isSupported())
    return err(fault('notify.unavailable', 'this desktop shows no notifications'))
  const { key, about, at, alertId } = plan
  const { banners, deps } = s
  banners.get(key)?.banner.close()
  const deeds = bannerDeeds(process.platform, { alertId })
  const banner = new Notification(optionsOf(plan, deeds))
  banners.delete(key)
  banners.set(key, { banner, about })
  if (banners.size > KEPT_AT_MOST) banners.delete([...banners.keys()][0] ?? '')
  s.hasShown = true
  banner.on('click', () => deps.open(at))
  banner.on('action', ({ actionIndex }) =>
    deeds[actionIndex] === 'snooze' && alertId !== null ? deps.snooze(alertId) : deps.open(at),
  )
  return await answered(banner)
}

const optionsOf = (
  { key, text: { title, body, urgent }, at, group }: BannerPlan,
  deeds: ReturnType<typeof bannerDeeds>,
): NotificationConstructorOptions => ({
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

/** Shows it, and waits for what the notification service says. */
function answered(banner: Notification): Promise<Result<null, Fault>> {
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

const keyOf = (notice: Notice): string => notice.threadId ?? notice.tag ?? 'app'
const placeOf = ({ runId, threadId, place }: Notice): OpenAt => {
  if (runId !== null) return { page: 'run', id: runId }
  if (threadId !== null) return { page: 'thread', id: threadId }
  return { page: place ?? 'today' }
}
