import { median } from '../light/figure.ts'

/** How often the median of a second run lies in the interval of the first, where nothing has changed. */
const SHARE = 0.98

/**
 * Between which of these values the median of as many others, taken in the same way, lies in 98 of 100 runs, whatever
 * their distribution: by their order alone. null: too few for that.
 */
export function intervalOf(values: readonly number[]): readonly [number, number] | null {
  const sorted = values.toSorted((a, b) => a - b)
  const outside = outsideOf(sorted.length)
  return outside === null ? null : [sorted[outside]!, sorted.at(-1 - outside)!]
}

/** How many values at each end may be left out. null: not even none. */
function outsideOf(n: number): number | null {
  if (n === 0) return null
  const middle = Math.ceil(n / 2)
  // The probability, as a logarithm, that the other median lies below all values; then between the first two, …
  let chance = 0
  for (let j = 0; j < middle; j++) chance += Math.log((n - j) / (2 * n - j))
  let below = 0
  for (let i = 0; i < middle; i++) {
    below += Math.exp(chance)
    if (2 * below > 1 - SHARE) return i === 0 ? null : i - 1
    chance += Math.log(((i + middle) / (i + 1)) * ((n - i) / (2 * n - i - middle)))
  }
  return middle - 1
}

const PARTS = 21

/**
 * The median of each of 21 parts that follow one another: of many values taken in one go neighbours resemble each
 * other, and each of them alone would count for too much. As they are where there are fewer.
 */
export function inParts(values: readonly number[]): readonly number[] {
  if (values.length <= PARTS) return values
  const start = (part: number): number => Math.floor((part * values.length) / PARTS)
  return Array.from({ length: PARTS }, (_, part) => median(values.slice(start(part), start(part + 1))))
}
