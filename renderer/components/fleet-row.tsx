import { HeartPulse } from 'lucide-react'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import type { Alert } from '../../shared/alert.ts'
import type { ThreadId } from '../../shared/ids.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { formatDuration } from '../../shared/time.ts'
import { TIERS, type Tier } from '../../shared/tier.ts'
import { HOLD_WORD, plural, STATE_WORD, TIER_WORD } from '../../shared/words.ts'
import type { Actions } from '../actions.tsx'
import { tierProgress } from '../fleet/tier-progress.ts'
import { useThread } from '../live.ts'
import { navigate, runPath, slotPath, threadPath } from '../navigation.ts'
import { shortPath } from '../shown-path.ts'
import { fullTime, tableTime, useMinute, useSecond } from '../time.ts'
import { useUi } from '../ui-state.ts'
import { Button } from './button.tsx'
import { BypassChip } from './bypass.tsx'
import { Chip } from './chip.tsx'
import { GitGlance } from './git-glance.tsx'
import { StateGlyph } from './glyph.tsx'
import { Strip } from './strip.tsx'
import { TierRing } from './tier-ring.tsx'

export const ROW_HEIGHT = 46
/** Header and rows share it; what is narrow goes first: git, then flags. */
export const ROW_GRID =
  'grid items-center grid-cols-[44px_minmax(120px,1.5fr)_206px_128px_104px_76px_minmax(84px,.8fr)_minmax(96px,1fr)_48px] ' +
  'max-[1080px]:grid-cols-[40px_minmax(120px,1.5fr)_206px_120px_104px_72px_84px_48px]'
export const GIT_COLUMN = 'max-[1080px]:hidden'

interface FleetRowProps {
  id: ThreadId
  index: number // for people who listen: row n of all
  bars: number
  isActive: boolean
  takeFocus: boolean
  actions: Actions
  onActivate: (id: ThreadId) => void
  onChooseTier: (thread: ThreadView) => void
  top: number // inside of the scrolled list; a number, so that scrolling renders no row again
}

export const FleetRow = memo(function FleetRow({ id, index, bars, isActive, takeFocus, actions, onActivate, top }: FleetRowProps): ReactNode {
  const thread = useThread(id)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive && takeFocus && !row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true })
  }, [isActive, takeFocus])
  if (thread === undefined) return null
  const tab = isActive ? 0 : -1
  return (
    <div
      ref={row} role="row" data-thread={id} aria-rowindex={index + 2} tabIndex={tab} aria-label={`${thread.name}: ${STATE_WORD[thread.state]}. ${thread.because}`}
      style={{ height: ROW_HEIGHT, top }} onFocus={() => onActivate(id)} onClick={() => navigate(threadPath(id))}
      className={`${ROW_GRID} absolute inset-x-0 border-b border-line text-13 hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] ${thread.running !== null ? 'bg-accent-tint/40' : ''}`}
    >
      <div role="gridcell" className="flex justify-center"><span className="flex" title={thread.because}><StateGlyph state={thread.state} /></span></div>
      <div role="gridcell" className="min-w-0 pr-3">
        <div className="flex items-center gap-1.5"><span className="truncate font-medium">{thread.name}</span><BypassChip thread={thread} /></div>
        <div className="truncate font-mono text-11 text-ink-3" title={thread.repoPath}>{shortPath(thread.repoPath)}</div>
      </div>
      <div role="gridcell" className={thread.pause !== null ? 'opacity-60' : ''}>
        <Strip at={thread.strip.at} outcome={thread.strip.outcome} name={thread.name} bars={bars} tabIndex={tab} onOpen={(at) => navigate(slotPath(id, at))} />
      </div>
      <div role="gridcell" className="flex gap-1"><Tiers thread={thread} tab={tab} onRun={(tier) => actions.beat(thread, tier)} /></div>
      <div role="gridcell" className="truncate pr-2 tabular-nums text-ink-2"><LastCell thread={thread} /></div>
      <div role="gridcell" className="truncate pr-2 tabular-nums text-ink-2"><NextCell thread={thread} /></div>
      <div role="gridcell" className="min-w-0 truncate pr-2 text-12 text-ink-3"><FlagsCell thread={thread} /></div>
      <div role="gridcell" className={`flex min-w-0 pr-2 ${GIT_COLUMN}`}><GitGlance git={thread.git} /></div>
      <div role="gridcell" className="flex justify-center"><BeatButton thread={thread} tab={tab} onBeat={() => actions.beat(thread)} /></div>
    </div>
  )
})

function Tiers({ thread, tab, onRun }: { thread: ThreadView; tab: number; onRun: (tier: Tier) => void }): ReactNode {
  const now = useMinute()
  return TIERS.map((tier) => {
    const progress = tierProgress(thread, tier, now)
    return (
      <button
        key={tier} type="button" title={`${progress.text}. Click to run it.`} tabIndex={tab} aria-label={`${progress.text}. Run ${TIER_WORD[tier].toLowerCase()} now`}
        className={`flex h-7 items-center gap-1 rounded-control px-0.5 text-11 hover:bg-neutral-tint ${progress.phase === 'late' ? 'font-semibold text-alert' : progress.phase === 'running' ? 'font-semibold text-accent' : 'text-ink-3'}`}
        onClick={(event) => {
          event.stopPropagation()
          onRun(tier)
        }}
      >
        <TierRing progress={progress} />
        <span aria-hidden>{tier[0]?.toUpperCase()}</span>
      </button>
    )
  })
}

/** "14 s of ~40 s" */
export function RunningTime({ thread }: { thread: ThreadView }): ReactNode {
  const now = useSecond(thread.running !== null)
  if (thread.running === null) return null
  const { startedAt, typicalMs, progress } = thread.running
  const elapsedMs = Math.max(0, now - startedAt)
  const done = progress !== null && progress.total > 0 ? progress.done / progress.total : typicalMs === null ? null : Math.min(0.95, elapsedMs / typicalMs)
  return (
    <span className="inline-flex shrink-0 flex-col gap-0.5 font-medium whitespace-nowrap tabular-nums text-accent">
      <span>{formatDuration(elapsedMs)}{typicalMs !== null && typicalMs >= 1000 && ` of ~${formatDuration(typicalMs)}`}</span>
      {done !== null && (
        <span aria-hidden className="h-[3px] w-full overflow-hidden rounded-full bg-accent-tint">
          <span className="block h-full rounded-full bg-accent transition-[width] duration-200" style={{ width: `${Math.round(done * 100)}%` }} />
        </span>
      )}
    </span>
  )
}

function LastCell({ thread }: { thread: ThreadView }): ReactNode {
  const isAsked = useUi((s) => s.asked.has(thread.id))
  const now = useMinute(thread.last?.finishedAt)
  if (thread.running !== null) return <RunningTime thread={thread} />
  if (isAsked || thread.waiting.some((w) => w.kind === 'heartbeat' && w.class === 'manual')) return <span className="text-accent">queued</span>
  if (thread.last === null) return <span className="text-ink-3">never</span>
  return <span title={`${fullTime(thread.last.finishedAt)}: ${thread.last.summary}`}>{tableTime(thread.last.finishedAt, now)}</span>
}

function NextCell({ thread }: { thread: ThreadView }): ReactNode {
  const now = useMinute()
  if (thread.running !== null || thread.pause !== null || thread.nextDueAt === null || !thread.trusted) return '–'
  const hold = thread.waiting.find((w) => w.kind === 'heartbeat')
  if (hold !== undefined) return <span title={hold.hold === null ? 'starts next' : HOLD_WORD[hold.hold]}>{hold.hold === 'runner_resting' ? 'resting' : 'waiting'}</span>
  return thread.nextDueAt <= now ? 'now' : <span title={fullTime(thread.nextDueAt)}>{tableTime(thread.nextDueAt, now)}</span>
}

function FlagsCell({ thread }: { thread: ThreadView }): ReactNode {
  const flags = thread.doc?.flags ?? []
  const now = useMinute()
  if (flags.length > 0) return <span title={flags.join('\n')}><Chip tone={thread.state === 'urgent' ? 'urgent' : 'neutral'}>{plural(flags.length, 'flag')}</Chip></span>
  if (!thread.trusted) return 'not trusted'
  if (thread.approvalsWanted > 0) return `${thread.approvalsWanted} to approve`
  if (thread.permissionsWanted > 0) return `${thread.permissionsWanted} to allow`
  if (thread.last?.skipReason === 'over_budget') return <span title={thread.because}>over budget</span>
  if (thread.pause !== null) return thread.pause.until === null ? 'paused' : `until ${tableTime(thread.pause.until, now)}`
  if (thread.state === 'off') return 'off'
  if (thread.waiting.length > 0 && thread.waiting.some((w) => w.kind === 'message')) return plural(thread.waiting.filter((w) => w.kind === 'message').length, 'message')
  if (thread.openAlerts > 0) return plural(thread.openAlerts, 'alert')
  return null
}

function BeatButton({ thread, tab, onBeat }: { thread: ThreadView; tab: number; onBeat: () => void }): ReactNode {
  const isAsked = useUi((s) => s.asked.has(thread.id))
  const label = thread.running !== null ? `Show the running beat of ${thread.name}` : `Beat ${thread.name} now`
  return (
    <Button
      look="ghost" size="icon" aria-label={label} title={thread.running !== null ? 'Running. Click to watch.' : 'Beat now (B): the highest tier that is due'} tabIndex={tab} disabled={isAsked} className={thread.running !== null ? 'text-accent' : ''}
      onClick={(event) => {
        event.stopPropagation()
        onBeat()
      }}
    >
      <HeartPulse size={16} />
    </Button>
  )
}

/** Keys of a row; true: taken. */
export function rowKey(key: string, shift: boolean, thread: ThreadView, actions: Actions, chooseTier: (thread: ThreadView) => void, alerts: readonly Alert[]): boolean {
  switch (key) {
    case 'Enter':
      navigate(threadPath(thread.id))
      return true
    case 'b':
    case 'B':
      if (shift) chooseTier(thread)
      else actions.beat(thread)
      return true
    case 'p':
      if (thread.pause === null) actions.pause(thread, 'open')
      else actions.resume(thread)
      return true
    case 'e':
      navigate(threadPath(thread.id, 'file'))
      return true
    case 'a':
      actions.acknowledge(alerts.map((a) => a.id))
      return true
    case 'o':
      if (thread.last !== null) navigate(runPath(thread.last.runId))
      return true
    default:
      return false
  }
}
