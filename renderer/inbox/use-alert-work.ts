import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Alert, AlertState } from '../../shared/alerts/alert.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { alertPlace } from '../client/alert-place.ts'
import { navigate } from '../client/navigation.ts'
import {
  acknowledge,
  mute as muteThread,
  reopen,
  resolve,
  snooze,
  type MuteKey,
} from '../commands/actions/alerts.ts'
import type { AlertRowTarget } from '../commands/list-commands.ts'
import { useHandOver } from '../parts/hand-over/hand-over.tsx'
import type { RowDeeds } from './alert-row.tsx'
import { useRowFocus, type FocusedRow } from './use-row-focus.ts'

/** Resolves to whether it was done. */
type Work = (ids: readonly AlertId[]) => Promise<boolean>

/** Which alerts are chosen, and what acts on them all. */
interface Chosen {
  readonly ids: readonly AlertId[]
  readonly clear: () => void
  readonly act: (work: Work) => unknown
}
interface AlertWork {
  readonly current: Alert | undefined // the row that Tab reaches
  readonly selected: ReadonlySet<AlertId>
  readonly chosen: Chosen
  readonly deeds: RowDeeds
  /** What the keys ask of the row that has the focus. null: none has. */
  readonly rowInFocus: () => AlertRowTarget | null
  /** What the keys of walking ask where no row has the focus itself: they lead into the list. null: it is empty. */
  readonly wayIn: () => AlertRowTarget | null
  readonly onBlur: ReturnType<typeof useRowFocus>['onBlur']
  readonly dialog: ReturnType<typeof useHandOver>['dialog']
}

/** A list of alerts is worked through: after each deed the focus is on the next that stays. */
export function useAlertWork(order: readonly Alert[], state: AlertState, focusedRef: FocusedRow): AlertWork {
  const app = useBridge()
  const hand = useHandOver()
  const mute = useMute()
  const [at, setAt] = useState<AlertId | null>(null)
  const { selected, toggle, drop, clear } = useSelection()
  const rows = useRowFocus(
    order.map((a) => a.id),
    focusedRef,
  )
  const current = order.find((a) => a.id === at) ?? order[0]
  const ids = order.filter((a) => selected.has(a.id)).map((a) => a.id)
  const placeOf = (alert: Alert): number => order.findIndex((a) => a.id === alert.id)
  const focus = (alert: Alert | undefined): void => {
    if (alert === undefined) return
    setAt(alert.id)
    rows.focus(alert.id)
  }
  const onThese = (these: readonly AlertId[], alert: Alert, work: Work): void => {
    const next = nextOf(order, placeOf(alert), these)
    void work(these).then((done) => {
      if (!done) return
      focusedRef.current = { id: alert.id, index: placeOf(alert) }
      drop(these)
      focus(next)
    })
  }
  /** On this one, or with it on all that are selected where it is one of them. */
  const on = (alert: Alert, work: Work): void =>
    onThese(selected.has(alert.id) ? ids : [alert.id], alert, work)
  const deeds = useSame({
    register: rows.register,
    open,
    mute: mute.set,
    handOver: hand.start,
    focused(alert) {
      focusedRef.current = { id: alert.id, index: placeOf(alert) }
      setAt(alert.id)
    },
    select: (alert, isOn) => toggle(alert.id, isOn),
    acknowledge: (alert) => on(alert, (these) => acknowledge(app, these)),
    snooze: (alert, key) => on(alert, (these) => snooze(app, these, key)),
    resolve: (alert) => on(alert, (these) => resolve(app, these)),
    takeBack: (alert) => on(alert, (these) => reopen(app, these)),
  })
  const keys = keysOf({
    order,
    current,
    isInList: rows.hasFocus,
    step: (from, by) => focus(order[Math.max(0, Math.min(placeOf(from) + by, order.length - 1))]),
    target: (alert) => ({
      state,
      act: (work) => on(alert, work),
      toggle: () => toggle(alert.id, !selected.has(alert.id)),
      mute: () => mute.toggle(alert),
      open: () => open(alert),
    }),
  })
  const chosen: Chosen = { ids, clear, act: (work) => current !== undefined && onThese(ids, current, work) }
  return { current, selected, chosen, deeds, ...keys, onBlur: rows.onBlur, dialog: hand.dialog }
}

/** What the keys ask of the row that has the focus, or of the list where none has. */
function keysOf({
  order,
  current,
  isInList,
  step,
  target,
}: {
  readonly order: readonly Alert[]
  readonly current: Alert | undefined
  readonly isInList: () => boolean
  readonly step: (from: Alert, by: number) => void
  readonly target: (alert: Alert) => Omit<AlertRowTarget, 'walk'>
}): Pick<AlertWork, 'rowInFocus' | 'wayIn'> {
  return {
    rowInFocus() {
      const alert = alertInFocus(order)
      return alert === undefined ? null : { ...target(alert), walk: (by) => step(alert, by) }
    },
    wayIn: () =>
      current === undefined ? null : { ...target(current), walk: (by) => step(current, isInList() ? by : 0) },
  }
}

function useMute(): { readonly set: RowDeeds['mute']; readonly toggle: (alert: Alert) => void } {
  const app = useBridge()
  const threads = useLive((live) => live.threads)
  const set = (alert: Alert, key: MuteKey): void => {
    const thread = threads.get(alert.threadId)
    if (thread !== undefined) void muteThread(app, thread, key)
  }
  const isMuted = (alert: Alert): boolean => threads.get(alert.threadId)?.mutedUntil != null
  return { set, toggle: (alert) => set(alert, isMuted(alert) ? 'off' : 'tomorrow') }
}

/** The first after that place, else the nearest before it, that is not among `gone`. */
const nextOf = (order: readonly Alert[], at: number, gone: readonly AlertId[]): Alert | undefined =>
  [...order.slice(at + 1), ...order.slice(0, at).reverse()].find((a) => !gone.includes(a.id))

function useSelection(): {
  readonly selected: ReadonlySet<AlertId>
  readonly toggle: (id: AlertId, isOn: boolean) => void
  readonly drop: (ids: readonly AlertId[]) => void
  readonly clear: () => void
} {
  const [selected, setSelected] = useState<ReadonlySet<AlertId>>(new Set())
  const drop = (ids: readonly AlertId[]): void =>
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
  const toggle = (id: AlertId, isOn: boolean): void =>
    isOn ? setSelected((before) => new Set([...before, id])) : drop([id])
  return { selected, toggle, drop, clear: () => setSelected(new Set()) }
}

/** Keys inside of a row are those of what stands there: only a row that has the focus itself counts. */
function alertInFocus(order: readonly Alert[]): Alert | undefined {
  const row = document.activeElement
  return order.find((a) => row instanceof HTMLElement && row.dataset['alert'] === a.id)
}

const open = (alert: Alert): void => navigate(alertPlace(alert))

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
