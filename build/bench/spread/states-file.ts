import { readFileSync } from 'node:fs'
import type { FleetHistory, History, RepositoryState } from '../../../shared/pollination/state.ts'

/** A file of states: real repositories over time. */
export interface StatesFile {
  /** `2019-03-01`, half a year apart, oldest first. */
  readonly dates: readonly string[]
  readonly fleet: ReadonlyMap<string, History>
}

/** Reads `{fleet: {"owner/name": {date: null | state}}}`; throws where it is something else. */
export function readStates(file: string): StatesFile {
  const { fleet } = JSON.parse(readFileSync(file, 'utf8')) as {
    fleet: Readonly<Record<string, Readonly<Record<string, RepositoryState | null>>>>
  }
  const dates = [...new Set(Object.values(fleet).flatMap((states) => Object.keys(states)))].sort()
  return {
    dates,
    fleet: new Map(
      Object.entries(fleet).map(([name, states]) => [name, dates.map((date) => states[date] ?? null)]),
    ),
  }
}

/** What was known at the date with this index, and nothing later. */
export const fleetAt = (fleet: ReadonlyMap<string, History>, at: number): FleetHistory =>
  new Map([...fleet].map(([name, history]) => [name, history.slice(0, at + 1)]))
