import { Popover } from '@base-ui/react/popover'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { later } from '../../client/later.tsx'
import { Chip } from '../../kit/chip.tsx'
import { FLEET } from '../copy.ts'

const FlagsPopup = later(async () => (await import('./flags-popup.tsx')).FlagsPopup)

/** The first flag where it can be read. It opens on a click: each with a way to resolve it, and to its line. */
export function FlagList({
  thread,
  flags,
  tab,
}: {
  thread: ThreadView
  flags: readonly string[]
  tab: number
}): ReactNode {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={500}
        tabIndex={tab}
        onClick={(e) => e.stopPropagation()}
        aria-label={FLEET.cell.flags(flags.length, thread.name, flags[0] ?? '')}
        className="flex h-(--target) max-w-full min-w-0 items-center gap-1.5 rounded-control hover:text-ink"
      >
        <Chip tone={thread.state === 'urgent' ? 'urgent' : 'neutral'}>
          <Flag size={10} className="mr-1" aria-hidden />
          {flags.length}
        </Chip>
        <bdi className="truncate text-12 text-ink-2">
          {thread.state === 'acknowledged' ? FLEET.status.acknowledged(flags[0] ?? '') : flags[0]}
        </bdi>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-40 outline-none">
          <Popover.Popup
            className="popup w-112 max-w-[calc(100vw-32px)] rounded-card border border-line bg-surface p-2 text-13 shadow-popover outline-none"
            onClick={(e) => e.stopPropagation()}
            onKeyDown={(e) => e.key !== 'Escape' && e.stopPropagation()}
          >
            <FlagsPopup thread={thread} flags={flags} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
