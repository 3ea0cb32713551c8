import { type History, WINDOW } from '../../../shared/pollination/state.ts'
import type { StatesFile } from './states-file.ts'

/** A date needs so many repositories to be a fleet. */
const LEAST_REPOSITORIES = 8

/** One repository at one date, and what became of it. */
export interface Window {
  readonly name: string
  /** Index of the date. */
  readonly at: number
  readonly have: ReadonlySet<string>
  /** What it has 18 months later and did not have. */
  readonly added: ReadonlySet<string>
  /** What it had within the 18 months before and has no more. */
  readonly removed: ReadonlySet<string>
}

const checksAt = (history: History, at: number): readonly string[] => history[at]?.checks ?? []

/** The windows in which a repository added at least one check, by date, then in the order of the file. */
export function windowsOf({ dates, fleet }: StatesFile): readonly Window[] {
  const windows: Window[] = []
  for (let at = 0; at + WINDOW < dates.length; at++) {
    const alive = [...fleet].filter(([, history]) => history[at] != null)
    if (alive.length < LEAST_REPOSITORIES) continue
    for (const [name, history] of alive) {
      const have = new Set(checksAt(history, at))
      const added = new Set(checksAt(history, at + WINDOW).filter((check) => !have.has(check)))
      if (added.size === 0) continue
      const before = history.slice(Math.max(0, at - WINDOW), at).flatMap((state) => state?.checks ?? [])
      windows.push({ name, at, have, added, removed: new Set(before.filter((check) => !have.has(check))) })
    }
  }
  return windows
}
