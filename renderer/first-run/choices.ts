import { create } from 'zustand'
import type { CliName } from '../../shared/agents/agent-names.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { createFinder } from './finding/finder.ts'

export const PACES = { gentle: 30 * MINUTE, normal: 8 * MINUTE, manual: 0 } as const
export type PaceName = keyof typeof PACES

/** What was chosen on the way; kept while the window lives, so that going back and forth loses nothing. */
interface Choices {
  readonly worker: 'local' | CliName
  readonly pace: PaceName
  /** What this first run added. */
  readonly added: readonly ThreadId[]
  /** The pace that these have; null: nothing was added. */
  readonly addedAt: PaceName | null
  set(choices: Partial<Omit<Choices, 'set'>>): void
}
export const useChoices = create<Choices>((set) => ({
  worker: 'local',
  pace: 'normal',
  added: [],
  addedAt: null,
  set: (choices) => set(choices),
}))

export const useFinder = createFinder()
