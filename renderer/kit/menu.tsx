import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './button.tsx'

export interface MenuEntry {
  readonly label: string
  readonly hint?: string
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}

/** `null` draws a line between groups. */
export function Menu({
  trigger,
  entries,
  align = 'end',
}: {
  trigger: ReactElement
  entries: readonly (MenuEntry | null)[]
  align?: 'start' | 'end'
}): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-40 outline-none">
          <Base.Popup className="popup min-w-52 rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            {entries.map((entry, i) =>
              entry === null ? (
                <Base.Separator key={i} className="my-1 h-px bg-line" />
              ) : (
                <Base.Item
                  key={entry.label}
                  disabled={entry.disabled ?? false}
                  onClick={entry.run}
                  className={
                    'flex items-center gap-3 rounded-control px-2.5 py-1.5 text-13 outline-none ' +
                    'data-[disabled]:opacity-50 data-[highlighted]:bg-hover ' +
                    `${entry.danger ? 'text-urgent' : 'text-ink'}`
                  }
                >
                  <span className="flex-1">{entry.label}</span>
                  {entry.hint !== undefined && <span className="text-12 text-ink-3">{entry.hint}</span>}
                  {entry.keys !== undefined && <Kbd keys={entry.keys} className="text-ink-2" />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
