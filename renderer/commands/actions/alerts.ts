import { FOREVER } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { AppContext } from '../../client/bridge.ts'
import { write, type Notice } from '../../client/write.ts'
import { tomorrowAtNine } from '../../kit/time.ts'
import { ALERT_COPY } from './alert-copy.ts'

export type SnoozeKey = (typeof ALERT_COPY.snoozes)[number]['key']
export type MuteKey = keyof typeof ALERT_COPY.mute
type Ids = readonly AlertId[]

const SNOOZED_UNTIL: Readonly<Record<SnoozeKey, (now: Instant) => Instant | 'change'>> = {
  quarter: (now) => now + 15 * MINUTE,
  hour: (now) => now + HOUR,
  four: (now) => now + 4 * HOUR,
  tomorrow: tomorrowAtNine,
  change: () => 'change',
}
export const snoozedUntil = (key: SnoozeKey, now: Instant): Instant | 'change' => SNOOZED_UNTIL[key](now)
/** null: its banners are back. */
const MUTED_UNTIL: Readonly<Record<MuteKey, (now: Instant) => Instant | null>> = {
  hour: (now) => now + HOUR,
  tomorrow: tomorrowAtNine,
  forever: () => FOREVER,
  off: () => null,
}

const stale = ({ api }: AppContext) => [api.alerts.key()]
const undoable = (app: AppContext, ids: Ids, words: string) => (): Notice => ({
  words,
  durationMs: 6000,
  undo: () => void reopen(app, ids),
})

/** Each resolves to whether it was done. */
export async function acknowledge(app: AppContext, ids: Ids, note = ''): Promise<boolean> {
  const input = { ids: [...ids], ...(note.trim() === '' ? {} : { note: note.trim() }) }
  const done = undoable(app, ids, ALERT_COPY.did.acknowledged(ids.length))
  return (await write(app, app.api.alerts.acknowledge, input, { done, stale: stale(app) })) !== null
}

export async function snooze(app: AppContext, ids: Ids, key: SnoozeKey): Promise<boolean> {
  const input = { ids: [...ids], until: snoozedUntil(key, Date.now()) }
  const length = ALERT_COPY.snoozes.find((s) => s.key === key)?.words ?? ''
  const done = undoable(app, ids, ALERT_COPY.did.snoozed(ids.length, length))
  return (await write(app, app.api.alerts.snooze, input, { done, stale: stale(app) })) !== null
}

export async function resolve(app: AppContext, ids: Ids): Promise<boolean> {
  const done = undoable(app, ids, ALERT_COPY.did.resolved(ids.length))
  return (await write(app, app.api.alerts.resolve, { ids: [...ids] }, { done, stale: stale(app) })) !== null
}

export const reopen = async (app: AppContext, ids: Ids): Promise<boolean> =>
  (await write(
    app,
    app.api.alerts.reopen,
    { ids: [...ids] },
    { done: (reopened) => ALERT_COPY.did.reopened(reopened.length), stale: stale(app) },
  )) !== null

export const mute = async (app: AppContext, thread: ThreadView, key: MuteKey): Promise<boolean> =>
  (await write(
    app,
    app.api.alerts.mute,
    { threadId: thread.id, until: MUTED_UNTIL[key](Date.now()) },
    {
      done: key === 'off' ? ALERT_COPY.did.unmuted(thread.name) : ALERT_COPY.did.muted(thread.name),
      stale: stale(app),
    },
  )) !== null

/** With all alerts of a thread, also those beyond what the fleet carries along. */
export async function withAlertsOf(
  app: AppContext,
  thread: ThreadView,
  work: (ids: Ids) => Promise<boolean>,
): Promise<void> {
  if (thread.openAlerts === 0) return
  const open = await write(app, app.api.alerts.openOf, { threadId: thread.id })
  if (open !== null && open.output.length > 0) await work(open.output.map((a) => a.id))
}
