import { ChevronDown, HeartPulse, Pause, Play, Tag, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { menuEntry } from '../commands/command.ts'
import { MANY } from '../commands/many-commands.ts'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { OVER_FLEET } from './dialogs/copy.ts'
import { BudgetDialog } from './dialogs/budget-dialog.tsx'
import { RunnerDialog } from './dialogs/runner-dialog.tsx'
import { useSelection } from './selection.ts'

const { bulk, budget } = OVER_FLEET

/** One thing for all chosen threads; stands at the foot of the window as long as any is chosen. */
export function BulkBar(): ReactNode {
  const ids = useSelection((s) => s.ids)
  const all = useLive((live) => live.threads)
  const [open, setOpen] = useState<'runner' | 'budget' | null>(null)
  const threads = [...ids].flatMap((id) => all.get(id) ?? [])
  if (threads.length === 0) return null
  const close = (): void => setOpen(null)
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
        <BeatAndPause threads={threads} />
        <Change threads={threads} onOpen={setOpen} />
      </div>
      <BudgetDialog threads={open === 'budget' ? threads : null} onClose={close} />
      <RunnerDialog threads={open === 'runner' ? threads : null} onClose={close} />
    </>
  )
}

function BeatAndPause({ threads }: { threads: readonly ThreadView[] }): ReactNode {
  const app = useBridge()
  const [due, ...tiers] = MANY.beat.map((command) => menuEntry(app, command, threads))
  const pauses = MANY.pause.map((command) => menuEntry(app, command, threads))
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="s" look="primary">
            <HeartPulse size={13} /> {bulk.beat} <ChevronDown size={12} />
          </Button>
        }
        entries={due === undefined ? [] : [due, null, ...tiers]}
      />
      {pauses.some((entry) => entry.disabled !== true) && (
        <Menu
          align="start"
          trigger={
            <Button size="s">
              <Pause size={13} /> {bulk.pause}
            </Button>
          }
          entries={pauses}
        />
      )}
      {MANY.resume.enabled?.(app, threads) === true && (
        <Button size="s" onClick={() => void MANY.resume.run(app, threads)}>
          <Play size={13} /> {MANY.resume.title}
        </Button>
      )}
    </>
  )
}

function Change({
  threads,
  onOpen,
}: {
  threads: readonly ThreadView[]
  onOpen: (dialog: 'runner' | 'budget') => void
}): ReactNode {
  const app = useBridge()
  const clear = useSelection((s) => s.clear)
  return (
    <>
      <Button size="s" onClick={() => void MANY.tags.run(app, threads)}>
        <Tag size={13} /> {MANY.tags.title}
      </Button>
      <Button size="s" onClick={() => onOpen('runner')}>
        {bulk.runner}
      </Button>
      <Button size="s" onClick={() => onOpen('budget')}>
        {budget.button}
      </Button>
      <Button
        size="s"
        className="text-urgent"
        onClick={() => void MANY.remove.run(app, threads).then((isDone) => isDone && clear())}
      >
        {MANY.remove.title}
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
    </>
  )
}
