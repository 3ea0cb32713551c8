import { useRef, type PointerEvent, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { TierRing } from '../../parts/tier-ring.tsx'
import { PARTS } from '../../parts/copy.ts'
import { useBridge } from '../../client/bridge.ts'
import { beatThread } from '../../commands/actions/beat.tsx'
import { useMinute } from '../../kit/time.ts'
import { tierProgress, type TierProgress } from '../../parts/tier-progress.ts'

/** So long a press opens the menu instead of running the tier. */
const LONG_PRESS_MS = 500

interface TierChipsProps {
  thread: ThreadView
  tab: number
  isTight: boolean // rings alone
  onMenu: (thread: ThreadView, at: DOMRect, tier: Tier) => void
}

const PHASE_LOOK: Partial<Record<TierProgress['phase'], string>> = {
  late: 'font-semibold text-alert',
  running: 'font-semibold text-accent',
}

/**
 * Q, H and D, each with a ring that fills towards due. A click runs the tier; a long press, or the menu
 * key, offers to put it off.
 */
export function TierChips({ thread, tab, isTight, onMenu }: TierChipsProps): ReactNode {
  const app = useBridge()
  const now = useMinute()
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; isLong: boolean } | null>(null)
  const release = (): void => clearTimeout(press.current?.timer)
  const hold = (event: PointerEvent<HTMLButtonElement>, tier: Tier): void => {
    const chip = event.currentTarget
    release()
    const held = {
      isLong: false,
      timer: setTimeout(() => {
        held.isLong = true
        onMenu(thread, chip.getBoundingClientRect(), tier)
      }, LONG_PRESS_MS),
    }
    press.current = event.button === 0 ? held : null
    if (event.button !== 0) clearTimeout(held.timer)
  }
  return TIERS.map((tier) => {
    const progress = tierProgress(thread, tier, now)
    return (
      <button
        key={tier}
        type="button"
        data-tier={tier}
        title={PARTS.tier.chip(progress.text)}
        tabIndex={tab}
        aria-label={PARTS.tier.runNow(progress.text, TIER_WORD[tier])}
        className={
          'flex h-7 items-center gap-1 rounded-control px-0.5 text-11 hover:bg-neutral-tint ' +
          `${PHASE_LOOK[progress.phase] ?? 'text-ink-3'}`
        }
        onPointerDown={(event) => hold(event, tier)}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onMenu(thread, event.currentTarget.getBoundingClientRect(), tier)
        }}
        onClick={(event) => {
          event.stopPropagation()
          // The pointer that held it let go: that was the menu's.
          if (press.current?.isLong === true && event.detail > 0) return void (press.current = null)
          beatThread(app, thread, tier)
        }}
      >
        <TierRing progress={progress} />
        {!isTight && <span aria-hidden>{tier[0]?.toUpperCase()}</span>}
      </button>
    )
  })
}
