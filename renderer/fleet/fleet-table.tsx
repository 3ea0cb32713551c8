import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { useActions } from '../commands/actions.tsx'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Empty, SectionTitle } from '../kit/parts.tsx'
import { useWidth } from '../kit/use-width.ts'
import { FLEET } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { Arrange } from './arrange.tsx'
import { BeatDialog } from './beat-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { layoutOf } from './columns.ts'
import { deedsOver } from '../commands/deeds.tsx'
import { countFleet, wants } from './filter.ts'
import { FleetRows } from './fleet-rows.tsx'
import { FleetToolbar } from './fleet-toolbar.tsx'
import { itemsOf } from './groups.ts'
import { fleetOrder } from './order.ts'
import { queryWords } from './query.ts'
import { RowMenu, type MenuAt } from './row-menu.tsx'
import { SaveView } from './save-view.tsx'
import { TagsDialog } from '../parts/tags-dialog.tsx'
import { useHeldOrder } from './use-held-order.ts'
import { NO_FILTER, useFleetQuery } from './use-query.ts'

/** Compact rows are offered once, from so many threads on. */
const MANY_THREADS = 40
const OFFERED = 'threadbeat:compact-offered'

/** Every thread in one row; what is shown stands in the address of the page. */
export function FleetTable({ title = 'Fleet' }: { title?: string }): ReactNode {
  const bridge = useBridge()
  const deeds = useMemo(() => deedsOver(bridge), [bridge])
  const actions = useActions()
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const columns = useFleet((fleet) => fleet.settings.columns)
  const density = useFleet((fleet) => fleet.settings.density)
  const atATime = useFleet((fleet) => fleet.limits.heartbeats)
  const [query, change] = useFleetQuery()
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
  const [frame, width] = useWidth<HTMLDivElement>()
  const layout = useMemo(
    () => layoutOf({ columns, density }, width === 0 ? 0 : width - 2),
    [columns, density, width],
  )
  const [choosing, setChoosing] = useState<ThreadView | null>(null)
  const [tagging, setTagging] = useState<ThreadId | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const tagged = tagging === null ? undefined : threads.get(tagging)
  const parts = {
    actions,
    deeds,
    chooseTier: setChoosing,
    tag: (thread: ThreadView) => setTagging(thread.id),
  }

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
        count={FLEET.shown(shown.length, threads.size)}
      >
        {title}
      </SectionTitle>
      <FleetToolbar
        query={query}
        change={change}
        counts={useMemo(() => countFleet(threads.values()), [threads])}
      />
      <CompactOffer count={threads.size} isCompact={layout.isCompact} />
      <div ref={frame} className="min-w-0">
        {shown.length === 0 ? (
          <div className="card rounded-card border border-line bg-surface">
            <Empty
              title={FLEET.nothing(queryWords(wanted))}
              actions={<Button onClick={() => change(NO_FILTER)}>{FLEET.clearFilters}</Button>}
            />
          </div>
        ) : (
          <div {...holders}>
            <FleetRows
              items={items}
              layout={layout}
              sort={query.sort}
              onSort={(sort) => change({ sort })}
              parts={parts}
              onMenu={setMenu}
              isHeld={menu !== null}
              onFold={(key, isFolded) => setFolds((now) => new Map(now).set(key, isFolded))}
              onBeatGroup={(ids) =>
                void deeds.beatAll(
                  ids.flatMap((id) => threads.get(id) ?? []),
                  null,
                  atATime,
                )
              }
            />
          </div>
        )}
      </div>
      <BulkBar deeds={deeds} />
      <RowMenu open={menu} onClose={() => setMenu(null)} {...parts} />
      <BeatDialog thread={choosing} onClose={() => setChoosing(null)} deeds={deeds} />
      <TagsDialog
        threads={tagged === undefined ? null : [tagged]}
        onClose={() => setTagging(null)}
        deeds={deeds}
      />
    </section>
  )
}

/** Said once; either answer is remembered. */
function CompactOffer({ count, isCompact }: { count: number; isCompact: boolean }): ReactNode {
  const { client } = useBridge()
  const [isOffered, setOffered] = useState(() => localStorage.getItem(OFFERED) !== null)
  if (isOffered || isCompact || count < MANY_THREADS) return null
  const answer = (): void => {
    localStorage.setItem(OFFERED, '1')
    setOffered(true)
  }
  return (
    <p className="mb-2 flex items-center gap-2 text-12 text-ink-2">
      {FLEET.density.compactHint(count)}
      <Button
        size="s"
        onClick={() => {
          answer()
          void attempt(client.settings.change({ density: 'compact' }))
        }}
      >
        {FLEET.density.compact}
      </Button>
      <Button size="s" look="ghost" onClick={answer}>
        {FLEET.density.later}
      </Button>
    </p>
  )
}
