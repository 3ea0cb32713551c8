import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Alert, AlertState } from '../../shared/alerts/alert.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import { incidentOf } from '../../shared/alerts/incident.ts'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { INBOX } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, runPath, threadPath } from '../client/navigation.ts'
import { useBridge } from '../client/bridge.ts'
import {
  acknowledge,
  mute as muteThread,
  reopen,
  resolve,
  snooze,
  type MuteKey,
} from '../commands/actions/alerts.ts'
import { ALERT_ROW, type AlertRowTarget } from '../commands/list-commands.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import { AlertRow, type RowDeeds } from './alert-row.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useHandOver } from '../parts/hand-over.tsx'
import { useRowFocus, type FocusedRow } from './use-row-focus.ts'

export type Grouping = 'one' | 'cause'
/** Resolves to whether it was done. */
type Work = (ids: readonly AlertId[]) => Promise<boolean>

/** The alerts of one state, worked through by keys, by the pointer, or many at once. */
export function AlertList({
  alerts,
  state,
  now,
  grouping,
  focusedRef,
}: {
  alerts: readonly Alert[]
  state: AlertState
  now: number
  grouping: Grouping
  focusedRef: FocusedRow
}): ReactNode {
  const threads = useLive((live) => live.threads)
  const incidents = useFleet((fleet) => fleet.incidents)
  const app = useBridge()
  const hand = useHandOver()
  const [current, setCurrent] = useState<AlertId | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<AlertId>>(new Set())
  const groups = useMemo(
    () => grouped(alerts, grouping, (a) => incidentOf(a, incidents)?.title ?? null),
    [alerts, grouping, incidents],
  )
  const order = groups.flatMap((g) => g.alerts)
  const rows = useRowFocus(
    order.map((a) => a.id),
    focusedRef,
  )
  const here = order.find((a) => a.id === current) ?? order[0]
  const chosen = order.filter((a) => selected.has(a.id)).map((a) => a.id)
  const placeOf = (alert: Alert): number => order.findIndex((a) => a.id === alert.id)

  const focus = (alert: Alert | undefined): void => {
    if (alert === undefined) return
    setCurrent(alert.id)
    rows.focus(alert.id)
  }
  /**
   * Acts on this one, or with it on all that are selected where it is one of them, and moves on to the next
   * that stays.
   */
  const on = (alert: Alert, work: Work): void =>
    onThese(selected.has(alert.id) ? chosen : [alert.id], alert, work)
  const onThese = (ids: readonly AlertId[], alert: Alert, work: Work): void => {
    const at = placeOf(alert)
    const next = [...order.slice(at + 1), ...order.slice(0, at).reverse()].find((a) => !ids.includes(a.id))
    void work(ids).then((done) => {
      if (!done) return
      focusedRef.current = { id: alert.id, index: at }
      setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
      focus(next)
    })
  }
  const toggle = (id: AlertId, isOn: boolean): void =>
    setSelected((before) => {
      const after = new Set(before)
      if (isOn) after.add(id)
      else after.delete(id)
      return after
    })
  const mute = (alert: Alert, key: MuteKey): void => {
    const thread = threads.get(alert.threadId)
    if (thread !== undefined) void muteThread(app, thread, key)
  }
  /** What the keys ask of the row that has the focus; keys inside of a row are those of what stands there. */
  const rowInFocus = (): AlertRowTarget | null => {
    const row = document.activeElement
    const alert = order.find((a) => row instanceof HTMLElement && row.dataset['alert'] === a.id)
    if (alert === undefined) return null
    const at = placeOf(alert)
    return {
      state,
      walk: (by) => focus(order[Math.max(0, Math.min(at + by, order.length - 1))]),
      act: (work) => on(alert, work),
      toggle: () => toggle(alert.id, !selected.has(alert.id)),
      mute: () => mute(alert, threads.get(alert.threadId)?.mutedUntil == null ? 'tomorrow' : 'off'),
      open: () => open(alert),
    }
  }
  const list = useRef<HTMLDivElement>(null)
  useKeys(
    Object.values(ALERT_ROW).map((command) => bind(command, rowInFocus)),
    list,
  )
  const newest: RowDeeds = {
    register: rows.register,
    open,
    mute,
    handOver: hand.start,
    focused(alert) {
      focusedRef.current = { id: alert.id, index: placeOf(alert) }
      setCurrent(alert.id)
    },
    select: (alert, isOn) => toggle(alert.id, isOn),
    acknowledge: (alert) => on(alert, (ids) => acknowledge(app, ids)),
    snooze: (alert, key) => on(alert, (ids) => snooze(app, ids, key)),
    resolve: (alert) => on(alert, (ids) => resolve(app, ids)),
    takeBack: (alert) => on(alert, (ids) => reopen(app, ids)),
  }
  const deeds = useSame(newest)

  return (
    <div ref={list} onBlur={rows.onBlur}>
      {groups.map((group) => (
        <section
          key={group.title}
          aria-label={group.title === '' ? INBOX.states[state] : group.title}
          className="mb-4"
        >
          {group.title !== '' && (
            <SectionTitle count={String(group.alerts.length)}>{group.title}</SectionTitle>
          )}
          <Card className="overflow-hidden">
            {group.alerts.map((a) => (
              <AlertRow
                key={a.id}
                alert={a}
                thread={threads.get(a.threadId)}
                state={state}
                now={now}
                isCurrent={a.id === here?.id}
                isSelected={selected.has(a.id)}
                deeds={deeds}
              />
            ))}
          </Card>
        </section>
      ))}
      {chosen.length > 0 && here !== undefined && (
        <BulkBar
          count={chosen.length}
          state={state}
          onClear={() => setSelected(new Set())}
          onAcknowledge={(note) => onThese(chosen, here, (ids) => acknowledge(app, ids, note))}
          onSnooze={(key) => onThese(chosen, here, (ids) => snooze(app, ids, key))}
          onResolve={() => onThese(chosen, here, (ids) => resolve(app, ids))}
          onReopen={() => onThese(chosen, here, (ids) => reopen(app, ids))}
        />
      )}
      {hand.dialog}
    </div>
  )
}

const open = (alert: Alert): void =>
  navigate(alert.runId === null ? threadPath(alert.threadId) : runPath(alert.runId))

/** One object for good that does what the newest one does. */
function useSame(newest: RowDeeds): RowDeeds {
  const ref = useRef(newest)
  useLayoutEffect(() => {
    ref.current = newest
  })
  return useMemo(
    () => ({
      register: (...args) => ref.current.register(...args),
      focused: (...args) => ref.current.focused(...args),
      open: (...args) => ref.current.open(...args),
      select: (...args) => ref.current.select(...args),
      acknowledge: (...args) => ref.current.acknowledge(...args),
      snooze: (...args) => ref.current.snooze(...args),
      resolve: (...args) => ref.current.resolve(...args),
      takeBack: (...args) => ref.current.takeBack(...args),
      mute: (...args) => ref.current.mute(...args),
      handOver: (...args) => ref.current.handOver(...args),
    }),
    [],
  )
}

/** Alerts with the same cause stand together: the same built-in check, or the same words. */
const causeOf = (alert: Alert): string =>
  alert.key?.replace(/^job:.*/, 'job') ?? alert.text.split('\n')[0]?.replace(/\d+/g, '#') ?? ''

/** Members of an incident stand below it, whatever the grouping; '' is the group without a title. */
function grouped(
  alerts: readonly Alert[],
  grouping: Grouping,
  incidentTitle: (alert: Alert) => string | null,
): readonly { readonly title: string; readonly alerts: readonly Alert[] }[] {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const title = incidentTitle(alert) ?? (grouping === 'cause' ? causeTitle(alert) : '')
    groups.set(title, [...(groups.get(title) ?? []), alert])
  }
  return [...groups].map(([title, members]) => ({ title, alerts: members }))
}
const causeTitle = (alert: Alert): string =>
  causeOf(alert)
    .replace(/^[a-z]+:/, '')
    .replace(/[-_]/g, ' ')
    .trim() || 'Other'
