import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { useBridge } from '../client/bridge.ts'
import { FLEET } from './copy.ts'
import { isMod, isTyping } from '../kit/keys.ts'
import { useScroller } from '../kit/scroller.ts'
import { COLUMNS, type ColumnKey, type Layout } from './columns.ts'
import { FleetRow, type RowHandlers } from './fleet-row.tsx'
import { GROUP_HEIGHT, GroupRow } from './group-row.tsx'
import type { FleetItem } from './groups.ts'
import type { FleetQuery } from './query.ts'
import { rowKey, type RowParts } from '../commands/row-actions.ts'
import type { MenuAt } from './row-menu.tsx'
import { useSelection } from './selection.ts'

const HEAD_HEIGHT = 32
/** Of the bar for chosen rows, with the room around it. */
const BAR_HEIGHT = 72
const keyOf = (item: FleetItem): string => (item.kind === 'row' ? item.id : item.group.key)

interface FleetRowsProps {
  items: readonly FleetItem[]
  layout: Layout
  sort: FleetQuery['sort']
  onSort: (sort: FleetQuery['sort']) => void
  parts: Omit<RowParts, 'thread'>
  onMenu: (at: MenuAt) => void
  isHeld: boolean // a menu is open: keys are its own
  onFold: (key: string, isFolded: boolean) => void
  onBeatGroup: (ids: readonly ThreadId[]) => void
}

/**
 * The grid: only lines in view are in the page, one of them can be reached by Tab, arrows and letters do
 * the rest.
 */
export function FleetRows({
  items,
  layout,
  sort,
  onSort,
  parts,
  onMenu,
  isHeld,
  onFold,
  onBeatGroup,
}: FleetRowsProps): ReactNode {
  const { live } = useBridge()
  const scroller = useScroller()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const [active, setActive] = useState<{ key: string | null; takeFocus: boolean }>({
    key: null,
    takeFocus: false,
  })
  const ids = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.id] : [])), [items])
  const activeIndex = Math.max(
    0,
    active.key === null ? 0 : items.findIndex((item) => keyOf(item) === active.key),
  )
  const { set, toggle, extendTo, clear } = useSelection.getState()
  const isChoosing = useSelection((s) => s.ids.size > 0)

  // The table begins below the cards, which come and go.
  useLayoutEffect(() => {
    const page = scroller?.firstElementChild
    if (scroller === null || page == null || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() => {
      if (list.current !== null)
        setOffset(
          Math.round(
            list.current.getBoundingClientRect().top -
              scroller.getBoundingClientRect().top +
              scroller.scrollTop,
          ),
        )
    })
    watch.observe(page)
    return () => watch.disconnect()
  }, [scroller])
  useEffect(() => () => useSelection.getState().clear(), [])

  const heads = useMemo(() => items.flatMap((item, i) => (item.kind === 'group' ? [i] : [])), [items])
  const stuck = useRef(-1)
  const held = active.key === null ? -1 : activeIndex
  // Drawn too when their own place is out of sight: the head of the group in view, and the row that has the
  // focus, which would be lost with it.
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = heads.findLast((i) => i <= range.startIndex) ?? -1
      return [...new Set([stuck.current, held, ...defaultRangeExtractor(range)])]
        .filter((i) => i >= 0 && i < range.count)
        .sort((a, b) => a - b)
    },
    [heads, held],
  )
  // eslint-disable-next-line react-hooks/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (i) => (items[i]?.kind === 'group' ? GROUP_HEIGHT : layout.rowHeight),
    overscan: 10,
    scrollMargin: offset,
    useFlushSync: false,
    getItemKey: (i) => {
      const item = items[i]
      return item === undefined ? i : keyOf(item)
    },
    initialRect: { width: 1000, height: 900 },
    rangeExtractor,
    scrollPaddingEnd: isChoosing ? BAR_HEIGHT : 0,
    scrollPaddingStart: HEAD_HEIGHT + (heads.length > 0 ? GROUP_HEIGHT : 0),
  })
  // Sizes are known, not measured: other heights or another order are all there is to tell.
  useLayoutEffect(() => rows.measure(), [rows, layout.rowHeight, heads])

  const go = useCallback(
    (index: number): ThreadId | null => {
      const at = Math.min(items.length - 1, Math.max(0, index))
      const item = items[at]
      if (item === undefined) return null
      rows.scrollToIndex(at, { align: 'auto' })
      setActive({ key: keyOf(item), takeFocus: true })
      return item.kind === 'row' ? item.id : null
    },
    [items, rows],
  )

  // Who went elsewhere is not called back by a row that comes into view.
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget))
      setActive(({ key }) => ({ key, takeFocus: false }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isHeld || event.defaultPrevented) return
    if (isMod(event.nativeEvent) && !event.altKey && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      return set(ids)
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const item = items[activeIndex]
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const to = {
      j: activeIndex + 1,
      k: activeIndex - 1,
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: activeIndex + 10,
      PageUp: activeIndex - 10,
    }[letter]
    if (to !== undefined) {
      event.preventDefault()
      if (event.shiftKey && useSelection.getState().anchor === null && item?.kind === 'row') toggle(item.id)
      const id = go(to)
      if (event.shiftKey && id !== null) extendTo(id, ids)
      return
    }
    if (event.key === 'Escape' && useSelection.getState().ids.size > 0) return clear()
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    const thread = item?.kind === 'row' ? live.getState().threads.get(item.id) : undefined
    if (thread === undefined) return
    if (letter === 'x') toggle(thread.id)
    else if (letter === '.' || event.key === 'ContextMenu') {
      const chip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tier]') : null
      const box = list.current?.querySelector(`[data-thread="${thread.id}"]`)?.getBoundingClientRect()
      if (chip !== null && letter !== '.')
        onMenu({ id: thread.id, at: chip.getBoundingClientRect(), tier: chip.dataset['tier'] as Tier })
      else if (box !== undefined)
        onMenu({ id: thread.id, at: new DOMRect(box.left + 44, box.bottom - 8, 0, 0) })
    } else if (!rowKey(event.nativeEvent, { ...parts, thread })) return
    event.preventDefault()
  }

  // J and K bring the keyboard into the table from anywhere on the page; Ctrl or ⌘ and A choose all that is
  // in view of the filters.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (
        (event.key !== 'j' && event.key !== 'k') ||
        isTyping(event) ||
        list.current?.contains(document.activeElement)
      )
        return
      event.preventDefault()
      go(activeIndex)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [go, activeIndex])

  const onActivate = useCallback(
    (key: string) => setActive((now) => (now.key === key ? now : { key, takeFocus: false })),
    [],
  )
  const order = useRef(ids)
  useEffect(() => void (order.current = ids), [ids])
  const { actions } = parts
  const handlers = useMemo<RowHandlers>(
    () => ({
      actions,
      activate: onActivate,
      choose: (id, isRange) =>
        isRange ? useSelection.getState().extendTo(id, order.current) : useSelection.getState().toggle(id),
      menu: (thread, at, tier) => onMenu({ id: thread.id, at, ...(tier !== undefined && { tier }) }),
      beatTier: (thread, tier) => actions.beat(thread, tier),
    }),
    [actions, onActivate, onMenu],
  )

  return (
    <div
      role="grid"
      aria-label="Fleet"
      aria-multiselectable
      aria-rowcount={items.length + 1}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="card overflow-clip rounded-card border border-line bg-surface"
    >
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: layout.template }}
        className="sticky top-0 z-10 grid h-8 items-center border-b border-line bg-surface text-11 font-medium text-ink-3"
      >
        <span role="columnheader">
          <span className="sr-only">State</span>
        </span>
        {layout.keys.map((key) => (
          <Heading key={key} column={key} bars={layout.bars} sort={sort} onSort={onSort} />
        ))}
        <span role="columnheader">
          <span className="sr-only">Actions</span>
        </span>
      </div>
      <div ref={list} role="rowgroup" className="relative -mb-px" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((virtual) => {
          const item = items[virtual.index]
          if (item === undefined) return null
          const top = virtual.start - offset
          const common = {
            index: virtual.index,
            isActive: virtual.index === activeIndex,
            takeFocus: active.takeFocus && keyOf(item) === active.key,
          }
          if (item.kind === 'row')
            return (
              <FleetRow
                key={item.id}
                id={item.id}
                layout={layout}
                handlers={handlers}
                top={top}
                {...common}
              />
            )
          const style =
            virtual.index === stuck.current
              ? { position: 'sticky' as const, top: HEAD_HEIGHT, zIndex: 5 }
              : { position: 'absolute' as const, top, left: 0, right: 0 }
          return (
            <GroupRow
              key={item.group.key}
              group={item.group}
              isFolded={item.isFolded}
              style={style}
              onToggle={onFold}
              onBeat={(group) => onBeatGroup(group.ids)}
              onActivate={onActivate}
              {...common}
            />
          )
        })}
      </div>
    </div>
  )
}

/** A click sorts by it, a second turns it round, a third goes back to attention first. */
function Heading({
  column,
  bars,
  sort,
  onSort,
}: {
  column: ColumnKey
  bars: number
  sort: FleetQuery['sort']
  onSort: FleetRowsProps['onSort']
}): ReactNode {
  const { word, compare } = COLUMNS[column]
  const isBy = sort?.by === column
  if (compare === null)
    return <span role="columnheader">{column === 'strip' ? FLEET.sort.strip(bars) : word}</span>
  return (
    <span
      role="columnheader"
      aria-sort={!isBy ? 'none' : sort.down ? 'descending' : 'ascending'}
      className="min-w-0"
    >
      <button
        type="button"
        tabIndex={-1}
        title={isBy && sort.down ? FLEET.sort.back : FLEET.sort.by(word)}
        onClick={() =>
          onSort(!isBy ? { by: column, down: false } : sort.down ? null : { by: column, down: true })
        }
        className={`h-6 max-w-full truncate rounded-[3px] pr-1 hover:text-ink ${isBy ? 'text-ink' : ''}`}
      >
        {word}
        {isBy && <span aria-hidden> {sort.down ? '↓' : '↑'}</span>}
      </button>
    </span>
  )
}
