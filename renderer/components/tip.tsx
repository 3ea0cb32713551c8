import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A hint for the pointer and for focus; whatever it says is also in the accessible name or in the row itself. */
export function Tip({ text, children }: { text: ReactNode; children: ReactElement }): ReactNode {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="popup max-w-80 rounded-control bg-inverse px-2 py-1 text-12 text-on-inverse shadow-popover">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
