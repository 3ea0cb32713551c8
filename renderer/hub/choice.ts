import { useMemo } from 'react'
import type { OtherMachine, OtherMachines } from '../../shared/hub/others/others.ts'
import { useOthers } from '../client/live.ts'
import { useUi } from '../client/ui-state.ts'

/** Machines besides this one that a page shows. */
interface OfOthers {
  readonly others: OtherMachines
  readonly machines: readonly OtherMachine[]
}
/** Whose threads, alerts and history the pages show. `all`: this machine's first. */
export type Shown = { readonly is: 'here' } | ShownOthers
export type ShownOthers =
  | (OfOthers & { readonly is: 'all' })
  | (OfOthers & { readonly is: 'one'; readonly machine: OtherMachine })

const HERE: Shown = { is: 'here' }

/** A machine that is gone is shown no more. */
function shownOf(others: OtherMachines | null, chosen: string): Shown {
  if (others === null) return HERE
  if (chosen === 'all') return { is: 'all', others, machines: others.machines }
  const machine = others.machines.find(({ id }) => id === chosen)
  return machine === undefined ? HERE : { is: 'one', machine, others, machines: [machine] }
}

/** The same object as long as nothing of it changes. */
export function useShown(): Shown {
  const others = useOthers()
  const chosen = useUi((s) => s.machine)
  return useMemo(() => shownOf(others, chosen), [others, chosen])
}

/** What it told may still be so: it is there, and so is the hub. */
export const isCurrent = ({ state }: OtherMachine, { link }: OtherMachines): boolean =>
  state === 'live' && link === 'connected'
