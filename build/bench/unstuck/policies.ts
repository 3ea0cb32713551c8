import { BUILT_INS, type Action } from '../../../shared/attempts/action.ts'
import type { MinGain } from '../../../shared/attempts/gain.ts'

/** How an agent is asked to change its approach. */
export interface Policy {
  readonly name: string
  readonly actions: readonly Action[]
  readonly minGain: MinGain
  /** Asked by somebody who knows the walls. */
  readonly isOracle: boolean
  /** A single note binds others. */
  readonly notesBind: boolean
}
const without = (name: string): readonly Action[] => BUILT_INS.filter((action) => action.name !== name)
const OURS: Policy = {
  name: 'ours',
  actions: BUILT_INS,
  minGain: { kind: 'auto' },
  isOracle: false,
  notesBind: false,
}
export const POLICIES: readonly Policy[] = [
  { ...OURS, name: 'never redirect', actions: without('pivot') },
  { ...OURS, name: 'strict rule', minGain: { kind: 'absolute', by: 0 }, notesBind: true },
  OURS,
  { ...OURS, name: 'oracle', actions: without('pivot'), isOracle: true },
]
export const ABLATIONS: readonly Policy[] = BUILT_INS.map(({ name }) => ({
  ...OURS,
  name: `without ${name}`,
  actions: without(name),
}))
