import { Menu as Base } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { useBridge } from '../../client/bridge.ts'
import { useThread } from '../../client/live.ts'
import { threadMenu, tierMenu, type ThreadMenuEntry } from '../../commands/thread-menu.ts'
import { Kbd } from '../../kit/button.tsx'

export interface MenuAt {
  readonly id: ThreadId
  readonly at: DOMRect
  readonly tier?: Tier // only what concerns this one
}

const POPUP =
  'popup max-h-(--available-height) min-w-60 overflow-y-auto rounded-card border border-line ' +
  'bg-surface p-1 shadow-popover outline-none'
const itemClass = (danger?: boolean): string =>
  'flex min-h-(--target) items-center gap-3 rounded-control px-2.5 py-0.5 text-13 outline-none ' +
  'data-[disabled]:opacity-50 data-[highlighted]:bg-hover ' +
  `${danger === true ? 'text-urgent' : 'text-ink'}`

/** One menu for all rows: at the pointer, at the button, or at the row. `open` null: closed. */
export function RowMenu({ open, onClose }: { open: MenuAt | null; onClose: () => void }): ReactNode {
  return (
    <Base.Root open={open !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
          anchor={open === null ? null : { getBoundingClientRect: () => open.at }}
          side="bottom"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <Base.Popup
            className={POPUP}
            finalFocus={() =>
              document.querySelector<HTMLElement>(`[data-thread="${open?.id ?? ''}"]`) ?? true
            }
          >
            {open !== null && <Entries id={open.id} tier={open.tier} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entries({ id, tier }: { id: ThreadId; tier: Tier | undefined }): ReactNode {
  const app = useBridge()
  const thread = useThread(id)
  const openers = useQuery({ ...app.api.shell.openers.queryOptions({ input: { id } }), staleTime: 0 })
  if (thread === undefined) return null
  const groups =
    tier === undefined ? threadMenu(app, thread, openers.data ?? []) : [tierMenu(app, thread, tier)]
  return groups.map((group: readonly ThreadMenuEntry[], i) => (
    <Base.Group key={i} aria-label={thread.name}>
      {i > 0 && <Base.Separator className="my-1 h-px bg-line" />}
      {group.map((entry) =>
        entry.others === undefined || entry.others.length === 0 ? (
          <Item key={entry.label} entry={entry} />
        ) : (
          <Several key={entry.label} entry={entry} others={entry.others} />
        ),
      )}
    </Base.Group>
  ))
}

const Item = ({ entry }: { entry: ThreadMenuEntry }): ReactNode => (
  <Base.Item disabled={entry.disabled ?? false} onClick={entry.run} className={itemClass(entry.danger)}>
    <span className="flex-1">{entry.label}</span>
    {entry.keys !== undefined && <Kbd keys={entry.keys} className="text-ink-2" />}
  </Base.Item>
)

/** The one used last, and the others behind it. */
const Several = ({
  entry,
  others,
}: {
  entry: ThreadMenuEntry
  others: NonNullable<ThreadMenuEntry['others']>
}): ReactNode => (
  <Base.SubmenuRoot>
    <Base.SubmenuTrigger
      onClick={entry.isOnlyOthers === true ? undefined : entry.run}
      className={itemClass()}
    >
      <span className="flex-1">{entry.label}</span>
      {entry.keys !== undefined && <Kbd keys={entry.keys} className="text-ink-2" />}
      <ChevronRight size={13} aria-hidden className="-mr-1.5 text-ink-3" />
    </Base.SubmenuTrigger>
    <Base.Portal>
      <Base.Positioner className="z-40 outline-none" sideOffset={2}>
        <Base.Popup className={POPUP}>
          {(entry.isOnlyOthers === true ? others : [{ label: entry.label, run: entry.run }, ...others]).map(
            (o) => (
              <Base.Item key={o.label} onClick={o.run} className={itemClass()}>
                {o.label}
              </Base.Item>
            ),
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.SubmenuRoot>
)
