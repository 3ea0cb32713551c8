import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { later, Opened } from '../client/later.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { useWrite } from '../client/write.ts'
import { beatAll } from '../commands/actions/many.tsx'
import { Button } from '../kit/button.tsx'
import { Empty, SectionTitle } from '../kit/parts.tsx'
import { useWidth } from '../kit/use-width.ts'
import { Arrange } from './arrange.tsx'
import { Asked } from './asked.tsx'
import { FLEET } from './copy.ts'
import { SaveView } from './dialogs/save-view.tsx'
import { FleetToolbar } from './fleet-toolbar.tsx'
import { layoutOf, type Layout } from './query/columns.ts'
import { countFleet, wants } from './query/filter.ts'
import { itemsOf, type FleetItem } from './query/groups.ts'
import { fleetOrder } from './query/order.ts'
import { queryWords, type FleetQuery } from './query/query.ts'
import { useHeldOrder, type Holders } from './query/use-held-order.ts'
import { NO_FILTER, useFleetQuery } from './query/use-query.ts'
import { FleetRows } from './rows/fleet-rows.tsx'
import type { MenuAt } from './rows/row-menu.tsx'

const RowMenu = later(async () => (await import('./rows/row-menu.tsx')).RowMenu)

/** Every thread in one row; what is shown stands in the address of the page. */
export function FleetTable(): ReactNode {
  const threads = useLive((live) => live.threads)
  const columns = useFleet((fleet) => fleet.settings.columns)
  const density = useFleet((fleet) => fleet.settings.density)
  const [query, change] = useFleetQuery()
  const [frame, width] = useWidth<HTMLDivElement>()
  const layout = useMemo(
    () => layoutOf({ columns, density }, width === 0 ? 0 : width - 2),
    [columns, density, width],
  )
  const lines = useLines(query)
  const counts = useMemo(() => countFleet(threads.values()), [threads])
  return (
    <section aria-labelledby="fleet-title">
      <SectionTitle
        id="fleet-title"
        right={
          <span className="flex gap-1.5">
            <SaveView query={query} />
            <Arrange query={query} change={change} />
          </span>
        }
        count={FLEET.shown(lines.shown, threads.size)}
      >
        Fleet
      </SectionTitle>
      <FleetToolbar query={query} change={change} counts={counts} />
      <CompactOffer count={threads.size} isCompact={layout.isCompact} />
      <div ref={frame} className="min-w-0">
        {lines.shown === 0 ? (
          <div className="card rounded-card border border-line bg-surface">
            <Empty
              title={FLEET.nothing(queryWords(lines.query))}
              actions={<Button onClick={() => change(NO_FILTER)}>{FLEET.clearFilters}</Button>}
            />
          </div>
        ) : (
          <Rows lines={lines} layout={layout} sort={query.sort} onSort={(sort) => change({ sort })} />
        )}
      </div>
      <Asked />
    </section>
  )
}

interface Lines {
  readonly items: readonly FleetItem[]
  /** Threads among them, those of folded groups included. */
  readonly shown: number
  /** What they answer; a moment behind what is asked for while somebody types. */
  readonly query: FleetQuery
  readonly holders: Holders
  readonly fold: (key: string, isFolded: boolean) => void
}

/** What the query leaves of the fleet, in its order; the rows stay where they are under a hand. */
function useLines(query: FleetQuery): Lines {
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const wanted = useDeferredValue(query)
  const fresh = useMemo(
    () => fleetOrder(threads.values(), alerts, wanted.sort),
    [threads, alerts, wanted.sort],
  )
  const { order, holders } = useHeldOrder(fresh, JSON.stringify(wanted.sort))
  const shown = useMemo(
    () =>
      order.filter((id) => {
        const thread = threads.get(id)
        return thread !== undefined && wants(thread, wanted)
      }),
    [order, threads, wanted],
  )
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const items = useMemo(
    () => itemsOf(shown, threads, wanted.group, folds),
    [shown, threads, wanted.group, folds],
  )
  const fold = (key: string, isFolded: boolean): void => setFolds((now) => new Map(now).set(key, isFolded))
  return { items, shown: shown.length, query: wanted, holders, fold }
}

/** The grid and its one menu. */
function Rows({
  lines: { items, holders, fold },
  layout,
  sort,
  onSort,
}: {
  lines: Lines
  layout: Layout
  sort: FleetQuery['sort']
  onSort: (sort: FleetQuery['sort']) => void
}): ReactNode {
  const app = useBridge()
  const threads = useLive((live) => live.threads)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const closeMenu = (): void => setMenu(null)
  return (
    <>
      <div {...holders}>
        <FleetRows
          items={items}
          layout={layout}
          sort={sort}
          onSort={onSort}
          onMenu={setMenu}
          onFold={fold}
          onBeatGroup={(ids) =>
            void beatAll(
              app,
              ids.flatMap((id) => threads.get(id) ?? []),
              null,
            )
          }
        />
      </div>
      <Opened part={RowMenu} isOpen={menu !== null} close={closeMenu}>
        <RowMenu open={menu} onClose={closeMenu} />
      </Opened>
    </>
  )
}

/** Compact rows are offered once, from so many threads on. */
const MANY_THREADS = 40
const OFFERED = 'threadbeat:compact-offered'

/** Said once; either answer is remembered. */
function CompactOffer({ count, isCompact }: { count: number; isCompact: boolean }): ReactNode {
  const { api } = useBridge()
  const change = useWrite(api.settings.change)
  const [isOffered, setOffered] = useState(() => localStorage.getItem(OFFERED) !== null)
  if (isOffered || isCompact || count < MANY_THREADS) return null
  const answer = (): void => {
    localStorage.setItem(OFFERED, '1')
    setOffered(true)
  }
  const compact = (): void => {
    answer()
    change.mutate({ density: 'compact' })
  }
  return (
    <p className="mb-2 flex items-center gap-2 text-12 text-ink-2">
      {FLEET.density.compactHint(count)}
      <Button size="s" onClick={compact}>
        {FLEET.density.compact}
      </Button>
      <Button size="s" look="ghost" onClick={answer}>
        {FLEET.density.later}
      </Button>
    </p>
  )
}
