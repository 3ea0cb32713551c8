import { Popover } from '@base-ui/react/popover'
import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { later } from '../client/later.tsx'
import { Button } from '../kit/button.tsx'
import { FLEET } from './copy.ts'
import { GROUPING_WORD, type FleetQuery } from './query/query.ts'

const Choices = later(async () => (await import('./arrange-choices.tsx')).ArrangeChoices)

/** Grouping, height of the rows, and which columns stand in which order. */
export function Arrange({
  query,
  change,
}: {
  query: FleetQuery
  change: (change: Partial<FleetQuery>) => void
}): ReactNode {
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <Button size="s" look="ghost">
            <SlidersHorizontal size={13} /> {FLEET.arrange}
            {query.group !== 'none' && `: ${GROUPING_WORD[query.group].toLowerCase()}`}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-40 outline-none">
          <Popover.Popup className="popup max-h-(--available-height) w-72 overflow-y-auto rounded-card border border-line bg-surface p-3 text-13 shadow-popover outline-none">
            <Popover.Title className="sr-only">{FLEET.arrange}</Popover.Title>
            <Choices query={query} change={change} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
