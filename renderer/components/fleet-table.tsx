import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/ids.ts'
import { STRIP_LENGTH, type ThreadView } from '../../shared/snapshot.ts'
import { TIERS } from '../../shared/tier.ts'
import { plural, TIER_WORD } from '../../shared/words.ts'
import { useActions } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { countByFilter, FILTER_WORD, FLEET_FILTERS, matches, passes } from '../fleet/filter.ts'
import { attentionOrder } from '../fleet/order.ts'
import { tierProgress } from '../fleet/tier-progress.ts'
import { useFleet, useLive } from '../live.ts'
import { useScroller } from '../scroller.ts'
import { useMinute } from '../time.ts'
import { useUi } from '../ui-state.ts'
import { isTyping } from '../keys.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FleetRow, GIT_COLUMN, ROW_GRID, ROW_HEIGHT, rowKey } from './fleet-row.tsx'
import { Empty, SectionTitle } from './parts.tsx'
import { TierRing } from './tier-ring.tsx'
import { useHeldOrder } from './use-held-order.ts'

export function FleetTable(): ReactNode {
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const { filter, search, setFilter, setSearch } = useUi()
  const words = useDeferredValue(search)
  const fresh = useMemo(() => attentionOrder(threads.values(), alerts), [threads, alerts])
  const { order, holders } = useHeldOrder(fresh)
  const shown = useMemo(
    () => order.filter((id) => {
      const thread = threads.get(id)
      return thread !== undefined && passes(thread, filter) && matches(thread, words)
    }),
    [order, threads, filter, words],
  )
  const [choosing, setChoosing] = useState<ThreadView | null>(null)

  return (
    <section aria-labelledby="fleet-title">
      <SectionTitle id="fleet-title" count={plural(threads.size, 'thread')}>Fleet</SectionTitle>
      <FleetToolbar counts={useMemo(() => countByFilter(threads.values()), [threads])} />
      {shown.length === 0 ? (
        <div className="card rounded-card border border-line bg-surface">
          <Empty
            title={`No threads match ${[filter !== 'all' && FILTER_WORD[filter], search !== '' && `“${search}”`].filter(Boolean).join(' + ')}.`}
            actions={<Button onClick={() => { setFilter('all'); setSearch('') }}>Clear filters</Button>}
          />
        </div>
      ) : (
        <div {...holders}><Rows ids={shown} onChooseTier={setChoosing} /></div>
      )}
      <TierChooser thread={choosing} onClose={() => setChoosing(null)} />
    </section>
  )
}

function FleetToolbar({ counts }: { counts: ReturnType<typeof countByFilter> }): ReactNode {
  const { filter, search, setFilter, setSearch } = useUi()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
      <label className="relative w-55">
        <Search size={14} className="absolute top-[7px] left-2.5 text-ink-3" aria-hidden />
        <input
          ref={input} value={search} onChange={(e) => setSearch(e.target.value)} placeholder="Filter threads" aria-label="Filter threads" spellCheck={false}
          className="h-7 w-full rounded-control border border-line bg-surface pr-7 pl-8 text-12 placeholder:text-ink-3 hover:border-line-strong"
          onKeyDown={(e) => {
            if (e.key !== 'Escape') return
            setSearch('')
            input.current?.blur()
          }}
        />
        <kbd aria-hidden className="absolute top-[5px] right-2.5 font-mono text-11 text-ink-3">/</kbd>
      </label>
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        {FLEET_FILTERS.map((f) => (
          <button
            key={f} type="button" aria-pressed={filter === f} onClick={() => setFilter(f)}
            className={`h-6 rounded-full border px-2.5 text-12 transition-colors duration-120 ${filter === f ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line bg-surface text-ink-2 hover:border-line-strong'}`}
          >
            {FILTER_WORD[f]} <span className={filter === f ? 'opacity-75' : 'text-ink-3'}>{counts[f]}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

const HEADINGS = ['Thread', `Last ${STRIP_LENGTH} beats`, 'Tiers', 'Last', 'Next', 'Flags', 'Git'] as const

function Rows({ ids, onChooseTier }: { ids: readonly ThreadId[]; onChooseTier: (thread: ThreadView) => void }): ReactNode {
  const { live } = useBridge()
  const actions = useActions()
  const scroller = useScroller()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const [active, setActive] = useState<{ id: ThreadId | null; takeFocus: boolean }>({ id: null, takeFocus: false })
  const activeIndex = Math.max(0, active.id === null ? 0 : ids.indexOf(active.id))

  // The table begins below the cards, which come and go.
  useLayoutEffect(() => {
    const page = scroller?.firstElementChild
    if (scroller === null || page == null || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() => {
      if (list.current !== null) setOffset(Math.round(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop))
    })
    watch.observe(page)
    return () => watch.disconnect()
  }, [scroller])
  // eslint-disable-next-line react-hooks/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: ids.length, getScrollElement: () => scroller, estimateSize: () => ROW_HEIGHT, overscan: 10, scrollMargin: offset,
    getItemKey: (i) => ids[i] ?? i,
    initialRect: { width: 1000, height: 900 },
  })

  const go = useCallback((index: number): void => {
    const id = ids[Math.min(ids.length - 1, Math.max(0, index))]
    if (id === undefined) return
    rows.scrollToIndex(ids.indexOf(id), { align: 'auto' })
    setActive({ id, takeFocus: true })
  }, [ids, rows])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const to = { j: activeIndex + 1, k: activeIndex - 1, ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1, Home: 0, End: ids.length - 1, PageDown: activeIndex + 10, PageUp: activeIndex - 10 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      return go(to)
    }
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    const thread = live.getState().threads.get(ids[activeIndex] as ThreadId)
    const open = (live.getState().fleet?.alerts ?? []).filter((a) => a.threadId === thread?.id)
    if (thread !== undefined && rowKey(event.key, event.shiftKey, thread, actions, onChooseTier, open)) event.preventDefault()
  }

  // J and K bring the keyboard into the table from anywhere on the page.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if ((event.key !== 'j' && event.key !== 'k') || isTyping(event) || list.current?.contains(document.activeElement)) return
      event.preventDefault()
      go(activeIndex)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [go, activeIndex])

  const onActivate = useCallback((id: ThreadId) => setActive((now) => (now.id === id ? now : { id, takeFocus: false })), [])
  return (
    <div role="grid" aria-label="Fleet" aria-rowcount={ids.length + 1} onKeyDown={onKeyDown} className="card overflow-clip rounded-card border border-line bg-surface">
      <div role="row" aria-rowindex={1} className={`${ROW_GRID} sticky top-0 z-10 h-8 border-b border-line bg-surface text-11 font-medium text-ink-3`}>
        <span role="columnheader"><span className="sr-only">State</span></span>
        {HEADINGS.map((h) => <span role="columnheader" key={h} className={h === 'Git' ? GIT_COLUMN : ''}>{h}</span>)}
        <span role="columnheader"><span className="sr-only">Beat</span></span>
      </div>
      <div ref={list} role="rowgroup" className="relative -mb-px" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const id = ids[item.index] as ThreadId
          return (
            <FleetRow
              key={id} id={id} index={item.index} bars={STRIP_LENGTH} isActive={item.index === activeIndex} takeFocus={active.takeFocus} actions={actions}
              onActivate={onActivate} onChooseTier={onChooseTier}
              top={item.start - offset}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Shift+B: which tier to beat. */
function TierChooser({ thread, onClose }: { thread: ThreadView | null; onClose: () => void }): ReactNode {
  const actions = useActions()
  const now = useMinute()
  return (
    <Dialog open={thread !== null} onClose={onClose} title={`Beat ${thread?.name ?? ''}`} description="A higher tier includes the lower ones." width={380}>
      {thread !== null && (
        <ul className="flex flex-col gap-1">
          {TIERS.map((tier) => {
            const progress = tierProgress(thread, tier, now)
            return (
              <li key={tier}>
                <button
                  type="button" className="flex w-full items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-hover"
                  onClick={() => { actions.beat(thread, tier); onClose() }}
                >
                  <TierRing progress={progress} />
                  <span className="flex-1"><span className="font-medium">{TIER_WORD[tier]}</span><span className="block text-12 text-ink-3">{progress.text.split(': ')[1]}</span></span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
