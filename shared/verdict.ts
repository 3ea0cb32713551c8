import { GRACE_MS } from './thread-state.ts'
import type { Pause } from './thread.ts'
import type { ThreadState, ThreadView, Verdict } from './snapshot.ts'

const NEEDS_YOU: readonly ThreadState[] = ['urgent', 'broken', 'blocked', 'alert', 'unproven']
export const needsYou = (state: ThreadState): boolean => NEEDS_YOU.includes(state)

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** A proven OK that is still in time, and nothing known to be wrong. */
const hasFreshOk = (t: ThreadView): boolean =>
  (t.state === 'quiet' || t.state === 'running' || t.state === 'waiting') &&
  t.lateMs <= GRACE_MS && t.openAlerts === 0 && t.acknowledgedAlerts === 0 && t.last !== null &&
  (t.last.outcome === 'quiet' || t.last.outcome === 'unchanged')

/**
 * The one sentence. "All quiet" only when every thread that is on has a fresh, proven OK; whatever is late, never ran, paused or
 * off is counted aloud.
 */
export function verdictOf(threads: readonly ThreadView[], pause: Pause | null, halted: boolean): Verdict {
  const loud = threads.filter((t) => t.indicator)
  const count = (...states: readonly ThreadState[]): number => (states.some(needsYou) ? loud : threads).filter((t) => states.includes(t.state)).length
  const needYou = loud.filter((t) => needsYou(t.state) || t.openAlerts > 0).length
  const hushed = threads.filter((t) => !t.indicator && (needsYou(t.state) || t.openAlerts > 0)).length
  const quiet = threads.filter(hasFreshOk).length
  const budget = threads.filter((t) => t.last?.skipReason === 'over_budget' && t.state === 'overdue').length
  const late = threads.filter((t) => !(t.last?.skipReason === 'over_budget' && t.state === 'overdue') && (t.lateMs > GRACE_MS || t.state === 'overdue') && !needsYou(t.state)).length
  const never = threads.filter((t) => t.last === null && t.state !== 'off' && t.state !== 'paused' && !needsYou(t.state)).length
  const paused = count('paused')
  const off = count('off')
  const idle = threads.filter((t) => t.state === 'quiet' && t.last?.outcome === 'skipped').length
  const known = threads.filter((t) => t.acknowledgedAlerts > 0 && t.openAlerts === 0).length

  // An alert that was resolved by hand, say: neither quiet nor in need until the next beat has looked.
  const unsettled = threads.length - needYou - quiet - late - budget - never - known - idle - paused - off - hushed

  const rest: string[] = []
  if (quiet > 0) rest.push(`${quiet} quiet.`)
  if (late > 0) rest.push(`${late} not checked on time.`)
  if (budget > 0) rest.push(`${budget} stopped by the budget.`)
  if (never > 0) rest.push(`${never} never checked yet.`)
  if (idle > 0) rest.push(`${idle} with nothing to check.`)
  if (unsettled > 0) rest.push(`${unsettled} to be checked again.`)
  if (known > 0) rest.push(`${known} acknowledged or snoozed.`)
  if (hushed > 0) rest.push(`${hushed} with news, but the indicator off.`)
  if (paused > 0) rest.push(`${paused} paused.`)
  if (off > 0) rest.push(`${off} off.`)

  const base = { needYou, quiet, late }
  if (halted) return { ...base, tone: 'broken', headline: 'The scheduler is failing.', rest: 'No heartbeat starts until it works again; the log says why.' }
  if (threads.length === 0) return { ...base, tone: 'empty', headline: 'No threads yet.', rest: 'Add a repository and Threadbeat checks its pulse.' }
  const tone = count('urgent') > 0 ? 'urgent' : count('broken') > 0 ? 'broken' : needYou > 0 ? 'alert' : count('running') > 0 ? 'running' : 'calm'
  if (needYou > 0) return { ...base, tone: pause !== null && tone === 'running' ? 'paused' : tone, headline: `${plural(needYou, 'thread needs', 'threads need')} you.`, rest: rest.join(' ') }
  if (pause !== null) return { ...base, tone: 'paused', headline: 'Everything is paused.', rest: rest.join(' ') }
  if (quiet === threads.length) return { ...base, tone, headline: 'All quiet.', rest: plural(quiet, 'thread checked', 'threads checked') + ' on time.' }
  return { ...base, tone, headline: 'Nothing needs you.', rest: rest.join(' ') }
}
