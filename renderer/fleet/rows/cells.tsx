import { RunningTime } from '../../parts/running-time.tsx'
import { useQuery } from '@tanstack/react-query'
import { Pin, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemId } from '../../../shared/base/ids.ts'
import type { SpendReport } from '../../../shared/contract/agents.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { money, plural } from '../../../shared/base/amounts.ts'
import { cancelItem } from '../../commands/actions/stop.ts'
import { Button } from '../../kit/button.tsx'
import { useBridge } from '../../client/bridge.ts'
import { BypassChip } from '../../parts/bypass.tsx'
import { GitGlance } from '../../parts/git-glance.tsx'
import { COMPACT_STRIP, TABLE_STRIP } from '../../parts/strip/strip-draw.ts'
import { Strip } from '../../parts/strip/strip.tsx'
import { FLEET } from '../copy.ts'
import { barPath, navigate } from '../../client/navigation.ts'
import { FolderPath } from '../../kit/text/folder-path.tsx'
import { fullTime, tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { useUi } from '../../client/ui-state.ts'
import type { ColumnKey, Layout } from '../query/columns.ts'
import { FlagList } from './flags-cell.tsx'
import { StatusCell } from './status-cell.tsx'
import { flagsOf } from './status.ts'
import { TierChips } from './tier-chips.tsx'

interface CellProps {
  column: ColumnKey
  thread: ThreadView
  layout: Layout
  tab: number
  onTierMenu: (thread: ThreadView, at: DOMRect, tier: Tier) => void
}

/** How the cell of a column is set; what stands in it is drawn by `Content`. */
const LOOK: Record<Exclude<ColumnKey, 'name'>, string> = {
  strip: '',
  tiers: 'flex gap-1',
  last: 'truncate pr-2 tabular-nums text-ink-2',
  next: 'truncate pr-2 tabular-nums text-ink-2',
  // One line of the two that it may need: what would stand in the second is not shown, and never scrolled to by what
  // walks the page.
  status:
    'flex h-(--target) min-w-0 flex-wrap items-center gap-x-2 overflow-clip pr-3 [&>*]:h-(--target) [&>*]:leading-(--target)',
  flags: 'min-w-0 truncate pr-2',
  git: 'flex min-w-0 pr-2',
  cost: 'truncate pr-2 text-12 tabular-nums text-ink-3',
  number: 'text-12 tabular-nums text-ink-3',
  runner: 'truncate pr-2 text-ink-2',
  pace: 'truncate pr-2 text-ink-2',
  path: 'min-w-0 pr-2 font-mono text-12 text-ink-3',
}

export function Cell(props: CellProps): ReactNode {
  const { column, thread, layout } = props
  if (column === 'name')
    return <NameCell thread={thread} isCompact={layout.isCompact} hasPath={layout.keys.includes('path')} />
  const look = column === 'strip' && thread.pause !== null ? 'opacity-60' : LOOK[column]
  return (
    <div role="gridcell" className={look} title={column === 'path' ? thread.repoPath : undefined}>
      <Content {...props} />
    </div>
  )
}

function Content({ column, thread, layout, tab, onTierMenu }: CellProps): ReactNode {
  switch (column) {
    case 'name':
      return null // a cell of its own
    case 'strip':
      return (
        <Strip
          at={thread.strip.at}
          outcome={thread.strip.outcome}
          runs={thread.strip.runs}
          name={thread.name}
          bars={layout.bars}
          shape={layout.isCompact ? COMPACT_STRIP : TABLE_STRIP}
          tabIndex={tab}
          onOpen={(index) => navigate(barPath(thread, index))}
        />
      )
    case 'tiers':
      return <TierChips thread={thread} tab={tab} isTight={layout.isTight} onMenu={onTierMenu} />
    case 'last':
      return <LastCell thread={thread} tab={tab} />
    case 'next':
      return <NextCell thread={thread} />
    case 'status':
      return <StatusCell thread={thread} tab={tab} />
    case 'flags':
      return flagsOf(thread).length > 0 && <FlagList thread={thread} flags={flagsOf(thread)} tab={tab} />
    case 'git':
      return thread.git !== null && <GitGlance git={thread.git} className="text-ink-2" />
    case 'cost':
      return <CostCell thread={thread} />
    case 'number':
      return thread.number
    case 'runner':
      return <>{runnerName(thread.agent)}</>
    case 'pace':
      return paceWords(thread)
    case 'path':
      return <FolderPath path={thread.repoPath} />
  }
}

function paceWords({ trusted, intervalMs, effectiveIntervalMs }: ThreadView): string {
  if (!trusted) return ''
  return intervalMs === 0 ? 'off' : formatDuration(effectiveIntervalMs)
}

function NameCell({
  thread,
  isCompact,
  hasPath,
}: {
  thread: ThreadView
  isCompact: boolean
  hasPath: boolean
}): ReactNode {
  return (
    <div role="gridcell" className="min-w-0 pr-3">
      <div className="flex items-center gap-1.5">
        {thread.pinned && <Pin size={11} aria-label="Pinned" className="shrink-0 fill-current text-ink-3" />}
        <span className="truncate font-medium" title={isCompact ? thread.repoPath : undefined}>
          {thread.name}
        </span>
        {thread.tags.slice(0, isCompact ? 1 : 2).map((tag) => (
          <span
            key={tag}
            title={FLEET.cell.tag(tag)}
            className="max-w-20 shrink-0 truncate rounded-full border border-line px-1.5 text-11 leading-4 text-ink-3"
          >
            {tag}
          </span>
        ))}
        {thread.tags.length > (isCompact ? 1 : 2) && (
          <span title={thread.tags.join(', ')} className="text-11 text-ink-3">
            +{thread.tags.length - (isCompact ? 1 : 2)}
          </span>
        )}
        <BypassChip thread={thread} />
      </div>
      {!isCompact && !hasPath && (
        <div className="font-mono text-11 text-ink-3" title={thread.repoPath}>
          <FolderPath path={thread.repoPath} />
        </div>
      )}
    </div>
  )
}

/** A beat by hand that waits is taken back where it is seen. */
function Queued({ name, itemId, tab }: { name: string; itemId: ItemId; tab: number }): ReactNode {
  const app = useBridge()
  return (
    <span className="flex items-center gap-0.5 text-accent">
      {FLEET.cell.queued}
      <Button
        look="ghost"
        size="icon"
        className="!size-6"
        aria-label={FLEET.cell.cancel(name)}
        title={FLEET.cell.cancel(name)}
        tabIndex={tab}
        onClick={(event) => {
          event.stopPropagation()
          cancelItem(app, itemId)
        }}
      >
        <X size={13} />
      </Button>
    </span>
  )
}

function LastCell({ thread, tab }: Pick<CellProps, 'thread' | 'tab'>): ReactNode {
  const isAsked = useUi((s) => s.asked.has(thread.id))
  const now = useMinute(thread.last?.finishedAt)
  if (thread.running !== null) return <RunningTime thread={thread} />
  const waiting = thread.waiting.find((w) => w.kind === 'heartbeat' && w.class === 'manual')
  if (waiting !== undefined) return <Queued name={thread.name} itemId={waiting.itemId} tab={tab} />
  if (isAsked) return <span className="text-accent">{FLEET.cell.queued}</span>
  if (thread.last === null) return <span className="text-ink-3">never</span>
  return (
    <span title={`${fullTime(thread.last.finishedAt)}: ${thread.last.summary}`}>
      {tableTime(thread.last.finishedAt, now)}
    </span>
  )
}

function NextCell({ thread }: { thread: ThreadView }): ReactNode {
  const now = useMinute()
  const isAtRest = thread.rests === 'paused' || thread.rests === 'off'
  if (thread.running !== null || isAtRest || thread.nextDueAt === null || !thread.trusted) return null
  if (thread.rests === 'quiet-hours')
    return <span title={thread.because}>{tableTime(thread.nextDueAt, now)}</span>
  const hold = thread.waiting.find((w) => w.kind === 'heartbeat')
  if (hold !== undefined)
    return (
      <span title={hold.hold === null ? FLEET.cell.next : HOLD_WORD[hold.hold]}>
        {hold.hold === 'runner_resting' ? 'resting' : 'waiting'}
      </span>
    )
  return thread.nextDueAt <= now ? (
    'now'
  ) : (
    <span title={titleTime(thread.nextDueAt)}>{tableTime(thread.nextDueAt, now)}</span>
  )
}

/** A column is narrow; the exact amount stands in its title. */
const cents = (usd: number): string => (usd < 0.01 ? '<$0.01' : money(usd))

/** One look-up serves all rows; a row renders again only when its own numbers moved. */
function CostCell({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const { data } = useQuery({
    ...api.agents.spend.queryOptions(),
    select: (report: SpendReport) => report.byThread.find((t) => t.threadId === thread.id) ?? null,
  })
  if (data == null || data.starts === 0) return null
  const text = data.usd > 0 ? cents(data.usd) : plural(data.starts, 'start')
  return (
    <span title={FLEET.cell.spent(data.starts, data.usd > 0 ? money(data.usd) : null, data.saved)}>
      {text}
    </span>
  )
}
