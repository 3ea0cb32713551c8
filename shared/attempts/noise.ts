import { isBetter, type Direction } from './gain.ts'

/** How much measurements of the same thing differ, from all that were repeated so far. */
export interface Noise {
  readonly squares: number // sum of squared distances from the mean of each group
  readonly freedom: number // measurements beyond the first of each group
}
export const NO_NOISE: Noise = { squares: 0, freedom: 0 }

export const meanOf = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / scores.length

/** After one more group of measurements of the same thing. */
export function withGroup({ squares, freedom }: Noise, scores: readonly number[]): Noise {
  if (scores.length < 2) return { squares, freedom }
  const mean = meanOf(scores)
  const more = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
  return { squares: squares + more, freedom: freedom + scores.length - 1 }
}

/** Standard deviations between two means of which one chance in a thousand is not more. Few measurements know less. */
const WIDTHS: readonly (readonly [freedom: number, width: number])[] = [
  [1, 30],
  [2, 10],
  [3, 7],
  [5, 5],
  [10, 4],
]
const LEAST_WIDTH = 3.5

/** What two means may differ by without any gain; 0: the measurements agreed. */
export function noiseFloor(noise: Noise | null): number {
  if (noise === null || noise.freedom === 0) return 0
  const width = WIDTHS.find(([freedom]) => noise.freedom <= freedom)?.[1] ?? LEAST_WIDTH
  return width * Math.sqrt(noise.squares / noise.freedom)
}

/** How often a candidate for the best is measured in all. */
const MOST_MEASURED = 3

/** Whether one more measurement is wanted: the mean so far would be the best, and it is not certain. */
export const measureAgain = (
  scores: readonly number[],
  best: number | null,
  direction: Direction,
  noise: Noise | null,
): boolean => {
  if (noise === null) return scores.length < 2 // the first runs say how much the metric varies
  if (scores.length >= MOST_MEASURED) return false
  // Measurements that always agreed are asked to once more.
  if (noise.squares === 0 && scores.length > 1 && scores.every((score) => score === scores[0])) return false
  return best === null || isBetter(meanOf(scores), best, direction)
}

const JUMP_STEPS = 5
const STEPS_KNOWN = 3

/** The gain is so far beyond the usual real step that a person should look. `steps`: scores of real steps in order. */
export function isJump(score: number, steps: readonly number[], direction: Direction): boolean {
  const last = steps.at(-1)
  if (last === undefined || !isBetter(score, last, direction)) return false
  const gains = steps.slice(1).map((step, i) => Math.abs(step - steps[i]!))
  if (gains.length < STEPS_KNOWN) return false
  const sorted = gains.toSorted((a, b) => a - b)
  return Math.abs(score - last) > JUMP_STEPS * sorted[Math.floor(sorted.length / 2)]!
}
