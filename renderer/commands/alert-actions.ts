import { useMemo } from 'react'
import { toast } from 'sonner'
import { FOREVER, type Alert } from '../../shared/alerts/alert.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { ACTIONS } from './action-copy.ts'
import { ALERT_COPY } from './alert-copy.ts'
import { tomorrowAtNine } from '../kit/time.ts'

export type SnoozeKey = (typeof ALERT_COPY.snoozes)[number]['key']
export type MuteKey = keyof typeof ALERT_COPY.mute

const untilOf = (key: SnoozeKey, now: number): number | 'change' =>
  key === 'quarter'
    ? now + 15 * MINUTE
    : key === 'hour'
      ? now + HOUR
      : key === 'four'
        ? now + 4 * HOUR
        : key === 'tomorrow'
          ? tomorrowAtNine(now)
          : 'change'

export function useAlertActions() {
  const bridge = useBridge()
  return useMemo(() => alertActionsOver(bridge), [bridge])
}

/**
 * What a person does with alerts; each says what came of it, and most can be taken back from there.
 * Resolves to whether it was done.
 */
export function alertActionsOver({ client, api, queries }: AppContext) {
  const did = async (
    work: Promise<unknown>,
    ids: readonly AlertId[],
    words: string,
    undo = true,
  ): Promise<boolean> => {
    const done = await attempt(work.then(() => true))
    if (done === null) return false
    void queries.invalidateQueries({ queryKey: api.alerts.key() })
    toast(
      words,
      undo ? { duration: 6000, action: { label: ACTIONS.undo, onClick: () => void reopen(ids) } } : {},
    )
    return true
  }
  const reopen = async (ids: readonly AlertId[]): Promise<boolean> => {
    const reopened = await attempt(client.alerts.reopen({ ids: [...ids] }))
    if (reopened === null) return false
    void queries.invalidateQueries({ queryKey: api.alerts.key() })
    toast(ALERT_COPY.did.reopened(reopened.length))
    return true
  }
  return {
    reopen,
    acknowledge: (ids: readonly AlertId[], note = ''): Promise<boolean> =>
      did(
        client.alerts.acknowledge({ ids: [...ids], ...(note.trim() === '' ? {} : { note: note.trim() }) }),
        ids,
        ALERT_COPY.did.acknowledged(ids.length),
      ),
    snooze: (ids: readonly AlertId[], key: SnoozeKey): Promise<boolean> =>
      did(
        client.alerts.snooze({ ids: [...ids], until: untilOf(key, Date.now()) }),
        ids,
        ALERT_COPY.did.snoozed(ids.length, ALERT_COPY.snoozes.find((s) => s.key === key)?.words ?? ''),
      ),
    resolve: (ids: readonly AlertId[]): Promise<boolean> =>
      did(client.alerts.resolve({ ids: [...ids] }), ids, ALERT_COPY.did.resolved(ids.length)),
    mute: (thread: ThreadView, key: MuteKey): Promise<boolean> => {
      const until =
        key === 'off'
          ? null
          : key === 'hour'
            ? Date.now() + HOUR
            : key === 'tomorrow'
              ? tomorrowAtNine(Date.now())
              : FOREVER
      return did(
        client.alerts.mute({ threadId: thread.id, until }),
        [],
        key === 'off' ? ALERT_COPY.did.unmuted(thread.name) : ALERT_COPY.did.muted(thread.name),
        false,
      )
    },
  }
}

/** Alerts with the same cause stand together: the same built-in check, or the same words. */
export const causeOf = (alert: Alert): string =>
  alert.key?.replace(/^job:.*/, 'job') ?? alert.text.split('\n')[0]?.replace(/\d+/g, '#') ?? ''
