import { randomFrom } from '../../../shared/base/seeded/random.ts'

export interface Bounds {
  /** What is aimed at; infinite: nothing, the figure is the floor of others. */
  readonly goal: number
  /** More than this is a step back, and the benchmark fails. */
  readonly most: number
}
/** One line of the table of `bench:light`. */
export interface Figure extends Bounds {
  readonly name: string
  readonly value: number
  /** '': a ratio. */
  readonly unit: string
  /** What it was made from: both sides, how often, how far apart. */
  readonly from: string
  /** Of a ratio: that of each pair. */
  readonly ratios?: readonly number[]
}

export const median = (of: readonly number[]): number => {
  const sorted = [...of].sort((a, b) => a - b)
  const at = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2
}

export interface Turns {
  readonly ours: readonly number[]
  readonly bare: readonly number[]
}

/** Both in turn, who is first changing each time; the first turn of each warms up and does not count. */
export async function inTurns(
  pairs: number,
  { ours, bare }: Record<keyof Turns, () => number | Promise<number>>,
): Promise<Turns> {
  const all = { ours: [] as number[], bare: [] as number[] }
  for (let i = 0; i <= pairs; i++) {
    const [first, second] = i % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
    for (const which of [first, second]) {
      const taken = await (which === 'ours' ? ours() : bare())
      if (i > 0) all[which].push(taken)
    }
  }
  return all
}

export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The median of the ratios of all pairs. */
export function ratio(name: string, { ours, bare }: Turns, bounds: Bounds): Figure {
  const ratios = ours.map((value, i) => value / bare[i]!)
  const [low, high] = spread(ratios)
  return {
    name,
    value: median(ratios),
    unit: '',
    ...bounds,
    from:
      `${short(median(ours))} and ${short(median(bare))} ms, ${ours.length} pairs, ` +
      `95 % of the median in ${low.toFixed(2)}–${high.toFixed(2)}`,
    ratios,
  }
}

const RESAMPLES = 1000

/** Where the median lies in 95 of 100 samples drawn from these, with replacement. */
function spread(of: readonly number[]): readonly [number, number] {
  const next = randomFrom(1) // the same of the same times
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(of.map(() => of[Math.floor(next() * of.length)]!)),
  ).sort((a, b) => a - b)
  return [medians[Math.floor(RESAMPLES * 0.025)]!, medians[Math.floor(RESAMPLES * 0.975)]!]
}

/** Three digits of what is small, none behind the point of what is not. */
const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

const bound = (value: number): string => (value === Infinity ? '–' : short(value)).padStart(6)

export function line({ name, value, unit, goal, most, from }: Figure): string {
  const held = value > goal ? 'missed' : 'met'
  const aimed = goal === Infinity ? 'floor' : held
  const verdict = value > most ? 'TOO MUCH' : aimed
  return (
    `${name.padEnd(58)} ${`${short(value)} ${unit}`.trim().padStart(10)}  goal ${bound(goal)}  ` +
    `at most ${bound(most)}  ${verdict.padEnd(8)}  ${from}`
  )
}

/** A part of the table. `folder`: an empty one, for what it makes. */
export type Section = (folder: string) => Promise<readonly Figure[]>
