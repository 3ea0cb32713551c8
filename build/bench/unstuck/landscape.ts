import { readFileSync } from 'node:fs'
import type { Direction } from '../../../shared/attempts/gain.ts'

/** Where a scripted agent looks for better scores. */
export interface Landscape {
  readonly name: string
  readonly direction: Direction
  readonly target: number // a true score that counts as reached
  readonly runs: number // at most, for each seed
  readonly noiseSd: number // of each measured score
  readonly families: readonly {
    readonly id: string
    readonly start: number
    readonly wall: number
    readonly rate: number
    readonly jitter: number
  }[]
  readonly creep: number // relative gain of every run
  readonly wrongNote: { readonly family: string; readonly claim: string } | null
  readonly meterEdits: { readonly p: number; readonly gain: number } | null
}

/** Throws where a file is no landscape. */
export function readLandscape(file: string): Landscape {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Landscape
  if (!Array.isArray(read.families) || read.families.length === 0) throw new Error(`${file} has no families`)
  if (read.direction !== 'lower' && read.direction !== 'higher')
    throw new Error(`${file}: the direction is lower or higher, not ${String(read.direction)}`)
  return read
}

export const isBetterOrSame = (score: number, than: number, direction: Direction): boolean =>
  direction === 'lower' ? score <= than : score >= than

/** Where nothing but whole numbers is said, the metric counts whole things. */
export const isWhole = ({ families, noiseSd, creep }: Landscape): boolean =>
  noiseSd === 0 &&
  creep === 0 &&
  families.every(({ start, wall }) => Number.isInteger(start) && Number.isInteger(wall))
