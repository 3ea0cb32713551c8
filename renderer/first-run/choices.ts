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
  set(choices: Partial<Pick<Choices, 'worker' | 'pace' | 'added'>>): void
}
export const useChoices = create<Choices>((set) => ({
  worker: 'local',
  pace: 'normal',
  added: [],
  set: (choices) => set(choices),
}))

export const useFinder = createFinder()
