import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { WINDOW, type FleetHistory } from '../../../shared/pollination/state.ts'
import type { Window } from './windows.ts'

/** Suggests at most three checks, the best first, from what was known at the date. */
type Recommender = (fleet: FleetHistory, window: Window) => readonly string[]

const MOST = 3
type Counts = Map<string, number>

/** The likeliest that the repository lacks; what is equal stays in the order in which it was counted. */
const best = (counts: Counts, { have }: Window): string[] =>
  [...counts]
    .filter(([check]) => !have.has(check))
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([check]) => check)

function add(counts: Counts, checks: Iterable<string>, weight: number): void {
  for (const check of checks) counts.set(check, (counts.get(check) ?? 0) + weight)
}

function countsOf(fleet: FleetHistory): Counts {
  const counts: Counts = new Map()
  for (const history of fleet.values()) add(counts, history.at(-1)?.checks ?? [], 1)
  return counts
}

/** What most have. */
const popularity: Recommender = (fleet, window) => best(countsOf(fleet), window)

/** What most have, and what was taken up in the 18 months before counts once more. */
const momentum: Recommender = (fleet, window) => {
  const counts = countsOf(fleet)
  for (const history of fleet.values()) {
    const then = history.at(-1 - WINDOW)
    if (then == null) continue
    const had = new Set(then.checks)
    add(
      counts,
      (history.at(-1)?.checks ?? []).filter((check) => !had.has(check)),
      1,
    )
  }
  return best(counts, window)
}

const NEIGHBOURS = 5

/** What most of the five most similar repositories have, by the checks they share; then what most have. */
const neighbours: Recommender = (fleet, window) => {
  const others = [...fleet]
    .filter(([name, history]) => name !== window.name && history.at(-1) != null)
    .map(([, history]) => ({ checks: new Set(history.at(-1)?.checks), likeness: 0 }))
  for (const other of others) {
    const shared = [...other.checks].filter((check) => window.have.has(check)).length
    other.likeness = shared / Math.max(1, other.checks.size + window.have.size - shared)
  }
  others.sort((a, b) => b.likeness - a.likeness)
  const counts: Counts = new Map()
  for (const [i, { checks, likeness }] of others.entries())
    add(counts, checks, i < NEIGHBOURS ? 1 + likeness : 0.001)
  return best(counts, window)
}

/** Any of those that somebody in the fleet has; the same for the same seed. */
const random =
  (seed: number): Recommender =>
  (fleet, { name, at, have }) => {
    const next = randomFrom(seed + at * 1009 + [...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7))
    const left = [...countsOf(fleet).keys()].filter((check) => !have.has(check))
    const picked: string[] = []
    while (picked.length < MOST && left.length > 0)
      picked.push(...left.splice(Math.floor(next() * left.length), 1))
    return picked
  }

/** Knows what will be added. */
const oracle: Recommender = (_, { added }) => [...added].slice(0, MOST)

/** What the comparer is compared with, popularity first. */
export const baselines = (seed: number): ReadonlyMap<string, Recommender> =>
  new Map([
    ['popularity', popularity],
    ['nearest neighbours', neighbours],
    ['popularity and momentum', momentum],
    ['random', random(seed)],
    ['oracle', oracle],
  ])
