import { Laptop, Monitor, Server, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MachineClass } from '../../shared/hub/machine.ts'
import { stateColour, stateWords, stateWordsAsOf } from '../../shared/hub/machine-state.ts'
import type { OtherMachine } from '../../shared/hub/others/others.ts'
import { useOthers } from '../client/live.ts'
import { tableTime, titleTime, useMinute } from '../kit/time.ts'

const ICON: Readonly<Record<MachineClass, LucideIcon>> = {
  laptop: Laptop,
  workstation: Monitor,
  server: Server,
}
const COLOUR: Readonly<Record<ReturnType<typeof stateColour>, string>> = {
  none: 'text-ink-2',
  grey: 'text-ink-3',
  amber: 'text-alert',
  red: 'text-urgent',
}

export function MachineIcon({
  machine,
  size = 15,
}: {
  machine: Pick<OtherMachine, 'class'>
  size?: number
}): ReactNode {
  const Icon = ICON[machine.class]
  return <Icon aria-hidden size={size} strokeWidth={1.75} className="shrink-0" />
}

/** "asleep since 18:02", in the colour of the state; while the hub does not answer nobody knows more than it was. */
export function StateWords({ machine }: { machine: OtherMachine }): ReactNode {
  const now = useMinute(machine.heardAt)
  const others = useOthers()
  const shown = (at: number): string => tableTime(at, now)
  if (others?.link !== 'connected' && others?.heardAt != null)
    return <span className="text-ink-3">{stateWordsAsOf(machine, others.heardAt, shown)}</span>
  return (
    <span
      className={COLOUR[stateColour(machine)]}
      title={machine.since === null ? undefined : titleTime(machine.since)}
    >
      {stateWords(machine, shown)}
    </span>
  )
}
