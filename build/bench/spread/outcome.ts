import { randomFrom } from '../../../shared/base/seeded/random.ts'
import type { Window } from './windows.ts'

/** What one recommender suggested in each window, in the order of the windows. */
export type Picks = readonly (readonly string[])[]

interface Outcome {
  /** Hits of three places in each window; a place left empty is a miss. */
  readonly precision: number
  /** The mean over the windows of what part of the additions was suggested. */
  readonly recall: number
  /** Hits of the suggestions really made; null: there were none. */
  readonly precisionMade: number | null
  readonly made: number
  /** Suggestions of what the repository had removed in the 18 months before. */
  readonly ofRemoved: number
}

const PLACES = 3
const hitsIn = ({ added }: Window, picked: readonly string[]): number =>
  picked.filter((check) => added.has(check)).length
const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)

/** `windows` may not be empty. */
export function outcomeOf(windows: readonly Window[], picks: Picks): Outcome {
  const hits = windows.map((window, i) => hitsIn(window, picks[i] ?? []))
  const made = sum(picks.map((picked) => picked.length))
  return {
    precision: sum(hits) / (PLACES * windows.length),
    recall: sum(hits.map((n, i) => n / (windows[i]?.added.size ?? 1))) / windows.length,
    precisionMade: made === 0 ? null : sum(hits) / made,
    made,
    ofRemoved: sum(
      windows.map(({ removed }, i) => (picks[i] ?? []).filter((check) => removed.has(check)).length),
    ),
  }
}

interface Ratio {
  readonly value: number
  /** 95 % of the ratios of samples of repositories, drawn with replacement, lie between. */
  readonly low: number
  readonly high: number
}

const RESAMPLES = 2000

/** Hits against the hits of `base`, with repositories as what is drawn: windows of one are no independent facts. */
export function ratioOf(windows: readonly Window[], picks: Picks, base: Picks, seed: number): Ratio {
  const by = new Map<string, { ours: number; base: number }>()
  for (const [i, window] of windows.entries()) {
    const each = by.get(window.name) ?? { ours: 0, base: 0 }
    each.ours += hitsIn(window, picks[i] ?? [])
    each.base += hitsIn(window, base[i] ?? [])
    by.set(window.name, each)
  }
  const repositories = [...by.values()]
  const of = (drawn: readonly { ours: number; base: number }[]): number =>
    sum(drawn.map((each) => each.ours)) / Math.max(1, sum(drawn.map((each) => each.base)))
  const next = randomFrom(seed)
  const ratios = Array.from({ length: RESAMPLES }, () =>
    of(repositories.map(() => repositories[Math.floor(next() * repositories.length)]!)),
  ).sort((a, b) => a - b)
  return {
    value: of(repositories),
    low: ratios[Math.floor(RESAMPLES * 0.025)]!,
    high: ratios[Math.floor(RESAMPLES * 0.975)]!,
  }
}
