import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { standingOf, type Standing } from '../../../shared/views/verdict.ts'
import { FLEET } from '../copy.ts'

export const FLEET_FILTERS = [
  'all',
  'needs-you',
  'overdue',
  'running',
  'quiet',
  'new',
  'paused',
  'manual',
] as const
export type FleetFilter = (typeof FLEET_FILTERS)[number]

export const FILTER_WORD: Record<FleetFilter, string> = FLEET.filters

/**
 * What the verdict counts, by the verdict's own measure: a chip never disagrees with the sentence above it.
 */
const STANDS: Record<Exclude<FleetFilter, 'all' | 'running'>, readonly Standing[]> = {
  'needs-you': ['needs'],
  overdue: ['late', 'budget'],
  quiet: ['quiet'],
  new: ['never'],
  paused: ['paused'],
  manual: ['off'],
}

export const passes = (t: ThreadView, filter: FleetFilter): boolean => {
  if (filter === 'all') return true
  if (filter === 'running') return t.running !== null
  return STANDS[filter].includes(standingOf(t))
}

export const FACETS = ['flags', 'dirty', 'over'] as const
export type Facet = (typeof FACETS)[number]
export const FACET_WORD: Record<Facet, string> = FLEET.facets
const HAS: Record<Facet, (t: ThreadView) => boolean> = {
  flags: (t) => (t.doc?.flags.length ?? 0) > 0,
  dirty: (t) => t.git !== null && (t.git.changed > 0 || t.git.operation !== null),
  over: (t) => t.last?.skipReason === 'over_budget',
}

/** What is asked for; everything must hold. */
export interface Wanted {
  readonly state: FleetFilter
  readonly tags: readonly string[]
  readonly runner: string | null // as it is called; null: any
  readonly has: readonly Facet[]
  readonly q: string
}
export const wants = (t: ThreadView, w: Wanted): boolean =>
  passes(t, w.state) &&
  w.tags.every((tag) => t.tags.includes(tag)) &&
  (w.runner === null || runnerName(t.agent) === w.runner) &&
  w.has.every((facet) => HAS[facet](t)) &&
  matches(t, w.q)

/**
 * Every word must stand somewhere in name, path, tags, branch, number, flags or the reason for the state.
 */
export function matches(t: ThreadView, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const haystack = haystackOf(t)
  return words.every((word) => haystack.includes(word))
}

/** An unchanged thread keeps its object, and with it the text to search in. */
const haystacks = new WeakMap<ThreadView, string>()
function haystackOf(t: ThreadView): string {
  let text = haystacks.get(t)
  if (text === undefined)
    haystacks.set(
      t,
      (text = [
        t.name,
        t.repoPath,
        ...t.tags,
        t.git?.branch,
        `#${t.number}`,
        t.because,
        ...(t.doc?.flags ?? []),
      ]
        .join('\n')
        .toLowerCase()),
    )
  return text
}

export interface FleetCounts {
  readonly states: Record<FleetFilter, number>
  readonly facets: Record<Facet, number>
  /** By name, most threads first. */
  readonly tags: readonly (readonly [string, number])[]
  readonly runners: readonly (readonly [string, number])[]
}
export function countFleet(threads: Iterable<ThreadView>): FleetCounts {
  const states = Object.fromEntries(FLEET_FILTERS.map((f) => [f, 0])) as Record<FleetFilter, number>
  const facets = Object.fromEntries(FACETS.map((f) => [f, 0])) as Record<Facet, number>
  const tags = new Map<string, number>()
  const runners = new Map<string, number>()
  for (const t of threads) {
    for (const filter of FLEET_FILTERS) if (passes(t, filter)) states[filter]++
    for (const facet of FACETS) if (HAS[facet](t)) facets[facet]++
    for (const tag of t.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    const runner = runnerName(t.agent)
    runners.set(runner, (runners.get(runner) ?? 0) + 1)
  }
  const sorted = (counts: Map<string, number>): [string, number][] =>
    [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
  return { states, facets, tags: sorted(tags), runners: sorted(runners) }
}
