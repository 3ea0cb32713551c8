import { Check, Ellipsis, HeartPulse } from 'lucide-react'
import { memo, useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { Button } from '../../kit/button.tsx'
import { StateGlyph } from '../../parts/glyph.tsx'
import { FLEET } from '../copy.ts'
import { COMMAND_COPY } from '../../commands/copy.ts'
import { useBridge } from '../../client/bridge.ts'
import { useThread } from '../../client/live.ts'
import { beatThread } from '../../commands/actions/beat.tsx'
import { navigate, threadPath } from '../../client/navigation.ts'
import { useUi } from '../../client/ui-state.ts'
import { Cell } from './cells.tsx'
import type { Layout } from '../query/columns.ts'
import { useSelection } from '../selection.ts'

/** What a row asks of its table; one object for all rows, so that none renders for another's sake. */
export interface RowHandlers {
  readonly activate: (id: ThreadId) => void
  /** A click that chooses instead of opening: with Shift a range, with Ctrl or ⌘ one more. */
  readonly choose: (id: ThreadId, isRange: boolean) => void
  /** `tier`: only of that one. */
  readonly menu: (thread: ThreadView, at: DOMRect, tier?: Tier) => void
}

interface FleetRowProps {
  id: ThreadId
  index: number // of all lines, headers of groups included
  layout: Layout
  isActive: boolean
  takeFocus: boolean
  handlers: RowHandlers
  top: number // inside of the scrolled list; a number, so that scrolling renders no row again
}

export const FleetRow = memo(function FleetRow({
  id,
  index,
  layout,
  isActive,
  takeFocus,
  handlers,
  top,
}: FleetRowProps): ReactNode {
  const thread = useThread(id)
  const isChosen = useSelection((s) => s.ids.has(id))
  const isChoosing = useSelection((s) => s.ids.size > 0)
  const row = useRowFocus(isActive && takeFocus)
  if (thread === undefined) return null
  const tab = isActive ? 0 : -1
  const onClick = (event: MouseEvent): void => {
    if (event.shiftKey || event.metaKey || event.ctrlKey) handlers.choose(id, event.shiftKey)
    else navigate(threadPath(id))
  }
  return (
    <div
      ref={row}
      role="row"
      data-thread={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={tab}
      aria-label={`${thread.name}: ${STATE_WORD[thread.state]}. ${thread.because}`}
      style={{
        height: layout.rowHeight,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: layout.template,
      }}
      onFocus={() => handlers.activate(id)}
      onClick={onClick}
      onMouseDown={(e) => e.shiftKey && e.preventDefault()}
      onContextMenu={(event) => {
        event.preventDefault()
        handlers.activate(id)
        handlers.menu(thread, new DOMRect(event.clientX, event.clientY, 0, 0))
      }}
      className={
        'absolute inset-x-0 top-0 grid [contain:strict] items-center border-b border-line text-13 ' +
        'motion-safe:transition-transform motion-safe:duration-200 ' +
        `hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] ${shade(isChosen, thread)}`
      }
    >
      <div role="gridcell" className="flex items-center justify-center gap-1">
        {isChoosing && <ChosenMark isChosen={isChosen} />}
        <span className="flex" title={thread.because}>
          <StateGlyph state={thread.state} />
        </span>
      </div>
      {layout.keys.map((key) => (
        <Cell key={key} column={key} thread={thread} layout={layout} tab={tab} onTierMenu={handlers.menu} />
      ))}
      <div role="gridcell" className="flex justify-center gap-1">
        <BeatButton thread={thread} tab={tab} />
        <MenuButton thread={thread} tab={tab} onMenu={handlers.menu} />
      </div>
    </div>
  )
})

/** Whoever is inside of the row already keeps the focus. */
function useRowFocus(wanted: boolean): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted && !row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true })
  }, [wanted])
  return row
}

function shade(isChosen: boolean, { running }: ThreadView): string {
  if (isChosen) return 'bg-accent-tint'
  return running === null ? '' : 'bg-accent-tint/40'
}

const ChosenMark = ({ isChosen }: { isChosen: boolean }): ReactNode => (
  <span
    aria-hidden
    className={
      'flex size-3.5 items-center justify-center rounded-[3px] border ' +
      `${isChosen ? 'border-accent bg-accent text-on-accent' : 'border-line-strong'}`
    }
  >
    {isChosen && <Check size={10} strokeWidth={3.5} />}
  </span>
)

function BeatButton({ thread, tab }: { thread: ThreadView; tab: number }): ReactNode {
  const app = useBridge()
  const isAsked = useUi((s) => s.asked.has(thread.id))
  const isRunning = thread.running !== null
  return (
    <Button
      look="ghost"
      size="icon"
      aria-label={isRunning ? FLEET.row.show(thread.name) : FLEET.row.beat(thread.name)}
      title={isRunning ? FLEET.row.running : FLEET.row.beatNow}
      tabIndex={tab}
      disabled={isAsked}
      className={isRunning ? 'text-accent' : ''}
      onClick={(event) => {
        event.stopPropagation()
        beatThread(app, thread)
      }}
    >
      <HeartPulse size={16} />
    </Button>
  )
}

const MenuButton = ({
  thread,
  tab,
  onMenu,
}: {
  thread: ThreadView
  tab: number
  onMenu: RowHandlers['menu']
}): ReactNode => (
  <Button
    look="ghost"
    size="icon"
    aria-haspopup="menu"
    aria-label={COMMAND_COPY.menu.more(thread.name)}
    title={FLEET.row.more}
    tabIndex={tab}
    onClick={(event) => {
      event.stopPropagation()
      onMenu(thread, event.currentTarget.getBoundingClientRect())
    }}
  >
    <Ellipsis size={16} />
  </Button>
)
