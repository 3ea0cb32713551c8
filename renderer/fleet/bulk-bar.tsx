import { ChevronDown, HeartPulse, Pause, Play, Tag, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { TIERS } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { ACTIONS } from '../commands/action-copy.ts'
import { FLEET } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import type { Deeds } from '../commands/deeds.tsx'
import { RunnerDialog } from './runner-dialog.tsx'
import { useSelection } from './selection.ts'
import { TagsDialog } from '../parts/tags-dialog.tsx'

const { bulk } = FLEET

/** One thing for all chosen threads; stands at the foot of the window as long as any is chosen. */
export function BulkBar({ deeds }: { deeds: Deeds }): ReactNode {
  const ids = useSelection((s) => s.ids)
  const clear = useSelection((s) => s.clear)
  const all = useLive((live) => live.threads)
  const atATime = useFleet((fleet) => fleet.limits.heartbeats)
  const [asking, setAsking] = useState<'tags' | 'runner' | 'budget' | null>(null)
  const threads = [...ids].flatMap((id) => all.get(id) ?? [])
  if (threads.length === 0) return null
  const paused = threads.filter((t) => t.pause !== null)
  const going = threads.filter((t) => t.pause === null)
  return (
    <>
      <div
        role="toolbar"
        aria-label={bulk.label}
        className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-1.5 rounded-card border border-line bg-surface px-3 py-2 shadow-popover"
      >
        <span role="status" className="mr-1 text-13 font-medium">
          {bulk.count(threads.length)}
        </span>
        <Menu
          align="start"
          trigger={
            <Button size="s" look="primary">
              <HeartPulse size={13} /> {bulk.beat} <ChevronDown size={12} />
            </Button>
          }
          entries={[
            { label: bulk.due, run: () => void deeds.beatAll(threads, null, atATime) },
            null,
            ...TIERS.map((tier) => ({
              label: TIER_WORD[tier],
              run: () => void deeds.beatAll(threads, tier, atATime),
            })),
          ]}
        />
        {going.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button size="s">
                <Pause size={13} /> {bulk.pause}
              </Button>
            }
            entries={[
              { label: ACTIONS.pause.choices.hour, run: () => void deeds.pauseAll(going, 'hour') },
              { label: ACTIONS.pause.choices.tomorrow, run: () => void deeds.pauseAll(going, 'tomorrow') },
              { label: ACTIONS.pause.choices.open, run: () => void deeds.pauseAll(going, 'open') },
            ]}
          />
        )}
        {paused.length > 0 && (
          <Button size="s" onClick={() => void deeds.resumeAll(paused)}>
            <Play size={13} /> {bulk.resume}
          </Button>
        )}
        <Button size="s" onClick={() => setAsking('tags')}>
          <Tag size={13} /> {bulk.tag}
        </Button>
        <Button size="s" onClick={() => setAsking('runner')}>
          {bulk.runner}
        </Button>
        <Button size="s" onClick={() => setAsking('budget')}>
          {FLEET.budget.button}
        </Button>
        <Button
          size="s"
          className="text-urgent"
          onClick={() => void deeds.removeAll(threads).then((gone) => gone && clear())}
        >
          {bulk.remove}
        </Button>
        <Button
          size="icon"
          look="ghost"
          className="ml-auto"
          aria-label={bulk.clear}
          title={bulk.clearKey}
          onClick={clear}
        >
          <X size={14} />
        </Button>
      </div>
      <TagsDialog
        threads={asking === 'tags' ? threads : null}
        onClose={() => setAsking(null)}
        deeds={deeds}
      />
      <BudgetDialog threads={asking === 'budget' ? threads : null} onClose={() => setAsking(null)} />
      <RunnerDialog
        threads={asking === 'runner' ? threads : null}
        onClose={() => setAsking(null)}
        deeds={deeds}
      />
    </>
  )
}
