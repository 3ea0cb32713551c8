import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Layout } from '../query/columns.ts'
import type { FleetItem } from '../query/groups.ts'
import type { FleetQuery } from '../query/query.ts'
import { useSelection } from '../selection.ts'
import { FleetRow, type RowHandlers } from './fleet-row.tsx'
import { GroupRow } from './group-row.tsx'
import { Headings } from './heading.tsx'
import type { MenuAt } from './row-menu.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { HEAD_HEIGHT, useVirtualLines } from './use-virtual-lines.ts'

const keyOf = (item: FleetItem): string => (item.kind === 'row' ? item.id : item.group.key)

interface FleetRowsProps {
  items: readonly FleetItem[]
  layout: Layout
  sort: FleetQuery['sort']
  onSort: (sort: FleetQuery['sort']) => void
  onMenu: (at: MenuAt) => void
  onFold: (key: string, isFolded: boolean) => void
  onBeatGroup: (ids: readonly ThreadId[]) => void
}

/** The one line that can be reached by Tab; `takeFocus`: it was walked to, and gets the focus. */
interface ActiveLine {
  readonly key: string | null // null: the first
  readonly takeFocus: boolean
}

/**
 * The grid: only lines in view are in the page, one of them can be reached by Tab, arrows and letters do
 * the rest.
 */
export function FleetRows(props: FleetRowsProps): ReactNode {
  const { items, layout, sort, onSort, onMenu } = props
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<ActiveLine>({ key: null, takeFocus: false })
  const found = active.key === null ? 0 : items.findIndex((item) => keyOf(item) === active.key)
  const activeIndex = Math.max(0, found)
  const isChoosing = useSelection((s) => s.ids.size > 0)
  const known = useMemo(
    () => items.map((item) => ({ key: keyOf(item), isHead: item.kind === 'group' })),
    [items],
  )
  const lines = useVirtualLines(known, layout.rowHeight, active.key === null ? -1 : activeIndex, isChoosing)
  const { rows } = lines
  useEffect(() => () => useSelection.getState().clear(), [])

  const go = (index: number): ThreadId | null => {
    const at = Math.min(items.length - 1, Math.max(0, index))
    const item = items[at]
    if (item === undefined) return null
    rows.scrollToIndex(at, { align: 'auto' })
    setActive({ key: keyOf(item), takeFocus: true })
    return item.kind === 'row' ? item.id : null
  }
  // Who went elsewhere is not called back by a row that comes into view.
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget))
      setActive(({ key }) => ({ key, takeFocus: false }))
  }
  const onActivate = useCallback(
    (key: string) => setActive((now) => (now.key === key ? now : { key, takeFocus: false })),
    [],
  )
  const onKeyDown = useGridKeys({ grid, items, activeIndex, go, onMenu })
  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Fleet"
      aria-multiselectable
      aria-rowcount={items.length + 1}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="card overflow-clip rounded-card border border-line bg-surface"
    >
      <Headings layout={layout} sort={sort} onSort={onSort} />
      <Lines {...props} lines={lines} active={active} activeIndex={activeIndex} onActivate={onActivate} />
    </div>
  )
}

function Lines({
  items,
  layout,
  lines: { list, rows, offset, stuck },
  active,
  activeIndex,
  onActivate,
  onMenu,
  onFold,
  onBeatGroup,
}: FleetRowsProps & {
  lines: ReturnType<typeof useVirtualLines>
  active: ActiveLine
  activeIndex: number
  onActivate: (key: string) => void
}): ReactNode {
  const handlers = useHandlers(items, onActivate, onMenu)
  return (
    <div ref={list} role="rowgroup" className="relative -mb-px" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const item = items[index]
        if (item === undefined) return null
        const top = start - offset
        const common = {
          index,
          isActive: index === activeIndex,
          takeFocus: active.takeFocus && keyOf(item) === active.key,
        }
        if (item.kind === 'row')
          return (
            <FleetRow key={item.id} id={item.id} layout={layout} handlers={handlers} top={top} {...common} />
          )
        return (
          <GroupRow
            key={item.group.key}
            group={item.group}
            isFolded={item.isFolded}
            style={
              index === stuck.current
                ? { position: 'sticky', top: HEAD_HEIGHT, zIndex: 5 }
                : { position: 'absolute', top, left: 0, right: 0 }
            }
            onToggle={onFold}
            onBeat={(group) => onBeatGroup(group.ids)}
            onActivate={onActivate}
            {...common}
          />
        )
      })}
    </div>
  )
}

/** One object for all rows, so that none renders for another's sake. */
function useHandlers(
  items: readonly FleetItem[],
  onActivate: (key: string) => void,
  onMenu: (at: MenuAt) => void,
): RowHandlers {
  const order = useRef<readonly ThreadId[]>([])
  useEffect(() => {
    order.current = items.flatMap((item) => (item.kind === 'row' ? [item.id] : []))
  }, [items])
  return useMemo(
    () => ({
      activate: onActivate,
      choose: (id, isRange) =>
        isRange ? useSelection.getState().extendTo(id, order.current) : useSelection.getState().toggle(id),
      menu: (thread, at, tier) => onMenu({ id: thread.id, at, ...(tier !== undefined && { tier }) }),
    }),
    [onActivate, onMenu],
  )
}
