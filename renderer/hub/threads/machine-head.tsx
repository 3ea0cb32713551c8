import type { CSSProperties, ReactNode } from 'react'
import type { OtherMachine } from '../../../shared/hub/others/others.ts'
import { GROUP_HEIGHT } from '../../fleet/rows/group-row.tsx'
import { HUB } from '../copy.ts'
import { MachineIcon, StateWords } from '../machine-state.tsx'

/** The head of a machine's threads: its name, its state in words, how many. */
export const MachineHead = ({
  machine,
  shown,
  index,
  style,
}: {
  machine: OtherMachine
  shown: number
  index: number
  style: CSSProperties
}): ReactNode => (
  <div
    role="row"
    aria-rowindex={index + 1}
    data-machine={machine.id}
    style={{ height: GROUP_HEIGHT, ...style }}
    className="border-b border-line bg-sunken px-3 text-12"
  >
    <div role="gridcell" className="flex h-full items-center gap-2">
      <MachineIcon machine={machine} />
      <span className="min-w-0 truncate text-13 font-medium">{machine.name}</span>
      <span className="shrink-0">
        <StateWords machine={machine} />
      </span>
      <span className="ml-auto shrink-0 text-ink-3">{HUB.threadsOf(shown, machine.threads)}</span>
    </div>
  </div>
)
