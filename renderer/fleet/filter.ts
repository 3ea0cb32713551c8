import type { ThreadView } from '../../shared/snapshot.ts'
import { GRACE_MS } from '../../shared/thread-state.ts'
import { needsYou } from '../../shared/verdict.ts'

export const FLEET_FILTERS = ['all', 'needs-you', 'overdue', 'running', 'paused'] as const
export type FleetFilter = (typeof FLEET_FILTERS)[number]

export const FILTER_WORD: Record<FleetFilter, string> = { all: 'All', 'needs-you': 'Needs you', overdue: 'Overdue', running: 'Running', paused: 'Paused' }

/** The same definitions as the verdict counts with, so that a chip never disagrees with the sentence above it. */
const PASSES: Record<FleetFilter, (t: ThreadView) => boolean> = {
  all: () => true,
  'needs-you': (t) => needsYou(t.state) || t.openAlerts > 0,
  overdue: (t) => t.lateMs > GRACE_MS || t.state === 'overdue',
  running: (t) => t.running !== null,
  paused: (t) => t.state === 'paused' || t.state === 'off',
}

export const passes = (t: ThreadView, filter: FleetFilter): boolean => PASSES[filter](t)

/** Every word must stand somewhere in name, path, branch, number, flags or the reason for the state. */
export function matches(t: ThreadView, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const haystack = [t.name, t.repoPath, t.git?.branch, `#${t.number}`, t.because, ...(t.doc?.flags ?? [])].join('\n').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

export function countByFilter(threads: Iterable<ThreadView>): Record<FleetFilter, number> {
  const counts: Record<FleetFilter, number> = { all: 0, 'needs-you': 0, overdue: 0, running: 0, paused: 0 }
  for (const t of threads) for (const filter of FLEET_FILTERS) if (passes(t, filter)) counts[filter]++
  return counts
}
