import type { KeyboardEvent, RefObject } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { FLEET_LIST, type FleetList } from '../../commands/list-commands.ts'
import { bind, useKeys } from '../../commands/scopes.ts'
import { ROW_COMMANDS, THREAD } from '../../commands/thread-commands.ts'
import type { FleetItem } from '../query/groups.ts'
import { useSelection } from '../selection.ts'
import type { MenuAt } from './row-menu.tsx'

interface Grid {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly items: readonly FleetItem[]
  readonly activeIndex: number
  /** The line that gets the focus; null: it is no thread, or there is none. */
  readonly go: (index: number) => ThreadId | null
  readonly onMenu: (at: MenuAt) => void
}

/** What the keyboard does in the table; returns the keys of walking, which nobody may move, for the grid. */
export function useGridKeys(parts: Grid): (event: KeyboardEvent) => void {
  const { grid, items, activeIndex, go } = parts
  const { live } = useBridge()
  const thread = (): ThreadView | null => {
    const item = items[activeIndex]
    return item?.kind === 'row' ? (live.getState().threads.get(item.id) ?? null) : null
  }
  const list: FleetList = {
    walk: (by) =>
      void go(grid.current?.contains(document.activeElement) === true ? activeIndex + by : activeIndex),
    toggle: () => withThread(thread(), ({ id }) => useSelection.getState().toggle(id)),
    chooseAll: () => useSelection.getState().set(idsOf(items)),
    menu: () => withThread(thread(), ({ id }) => openMenu(parts, id)),
  }
  const isLine = (): FleetList | null => (thread() === null ? null : list)
  useKeys(
    [
      bind(FLEET_LIST.selectAll, () => list),
      bind(FLEET_LIST.select, isLine),
      bind(FLEET_LIST.menu, isLine),
      ...ROW_COMMANDS.map((command) =>
        // On a button, Enter presses it.
        bind(command, () => (command === THREAD.open && isButton(document.activeElement) ? null : thread())),
      ),
    ],
    grid,
  )
  // J and K bring the keyboard into the table from anywhere on the page.
  useKeys([bind(FLEET_LIST.next, () => list), bind(FLEET_LIST.previous, () => list)])
  return (event) => onWalkingKey(parts, event, thread)
}

const idsOf = (items: readonly FleetItem[]): ThreadId[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item.id] : []))
const isButton = (element: Element | null): boolean => element instanceof HTMLButtonElement
const withThread = (thread: ThreadView | null, work: (thread: ThreadView) => void): void => {
  if (thread !== null) work(thread)
}

/** Arrows, Home and End walk; with Shift they choose on the way. */
function onWalkingKey(parts: Grid, event: KeyboardEvent, thread: () => ThreadView | null): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
  const to = targetOf(event, parts.activeIndex, parts.items.length)
  if (to !== null) {
    event.preventDefault()
    walk(parts, to, event.shiftKey)
  } else if (event.key === 'Escape' && useSelection.getState().ids.size > 0) useSelection.getState().clear()
  else if (event.key === 'ContextMenu')
    withThread(thread(), ({ id }) => {
      event.preventDefault()
      const chip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tier]') : null
      if (chip === null) openMenu(parts, id)
      else parts.onMenu({ id, at: chip.getBoundingClientRect(), tier: chip.dataset['tier'] as Tier })
    })
}

/** null: no key of walking. */
function targetOf(event: KeyboardEvent, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    ...(event.shiftKey && { J: at + 1, K: at - 1, j: at + 1, k: at - 1 }),
  }
  return steps[event.key] ?? null
}

function walk({ items, activeIndex, go }: Grid, to: number, isChoosing: boolean): void {
  const { anchor, toggle, extendTo } = useSelection.getState()
  const item = items[activeIndex]
  if (isChoosing && anchor === null && item?.kind === 'row') toggle(item.id)
  const id = go(to)
  if (isChoosing && id !== null) extendTo(id, idsOf(items))
}

function openMenu({ grid, onMenu }: Grid, id: ThreadId): void {
  const box = grid.current?.querySelector(`[data-thread="${id}"]`)?.getBoundingClientRect()
  if (box !== undefined) onMenu({ id, at: new DOMRect(box.left + 44, box.bottom - 8, 0, 0) })
}
