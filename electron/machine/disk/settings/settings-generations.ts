import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { SettingValues } from './settings-text.ts'
import { readOwnTextSync } from '../regular-file.ts'

export type SettingsAuthor = 'app' | 'hand' | 'restore'
/** One state of the settings as it once counted. */
export interface Generation {
  readonly id: string
  readonly at: number
  readonly by: SettingsAuthor
  readonly values: SettingValues
  readonly hand: readonly string[] // keys that a person wrote into the file, not the app
}

export const GENERATIONS_KEPT = 10

/** Names of generations, newest first. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .sort((a, b) => Number(b.split('.')[0]) - Number(a.split('.')[0]))
  } catch {
    return []
  }
}

/** null: no generation, or a damaged one. */
export function readGeneration(file: string): Generation | null {
  try {
    const { at, by, hand, values } = JSON.parse(readOwnTextSync(file)) as Partial<Generation>
    if (typeof at !== 'number' || typeof values !== 'object' || values === null || !Array.isArray(hand))
      return null
    return { id: path.basename(file, '.json'), at, by: by ?? 'app', values, hand: hand.map(String) }
  } catch {
    return null
  }
}
