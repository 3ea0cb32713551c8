import type { Alert } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { THREAD_STATES, type ThreadView } from '../../../shared/views/thread-view.ts'
import { COLUMNS } from './columns.ts'
import type { FleetQuery } from './query.ts'

const RANK = new Map(THREAD_STATES.map((state, rank) => [state, rank]))
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const rankOf = (t: Pick<ThreadView, 'state'>): number => RANK.get(t.state) ?? 0

/**
 * Attention first: the worse state, pinned ones first in it, then the older trouble, then the name, so that
 * quiet rows never wander.
 */
export function attentionOrder(threads: Iterable<ThreadView>, alerts: readonly Alert[]): ThreadId[] {
  const since = new Map<ThreadId, number>()
  for (const alert of alerts)
    since.set(alert.threadId, Math.min(alert.raisedAt, since.get(alert.threadId) ?? Infinity))
  const trouble = (t: ThreadView): number => since.get(t.id) ?? Infinity
  return [...threads]
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        Number(b.pinned) - Number(a.pinned) ||
        compare(trouble(a), trouble(b)) ||
        b.lateMs - a.lateMs ||
        byName.compare(a.name, b.name) ||
        a.number - b.number,
    )
    .map((t) => t.id)
}
const compare = (a: number, b: number): number => {
  if (a === b) return 0
  if (a < b) return -1
  return 1
}

/** By a column, if one is asked for; equal ones by name. */
export function fleetOrder(
  threads: Iterable<ThreadView>,
  alerts: readonly Alert[],
  sort: FleetQuery['sort'],
): ThreadId[] {
  const by = sort === null ? null : COLUMNS[sort.by].compare
  if (sort === null || by === null) return attentionOrder(threads, alerts)
  const way = sort.down ? -1 : 1
  return [...threads]
    .sort((a, b) => way * by(a, b) || byName.compare(a.name, b.name) || a.number - b.number)
    .map((t) => t.id)
}

/**
 * While someone points at the table its rows stay where they are: gone ones leave, new ones join at the
 * end.
 */
export function heldOrder(held: readonly ThreadId[], fresh: readonly ThreadId[]): ThreadId[] {
  const present = new Set(fresh)
  const known = new Set(held)
  return [...held.filter((id) => present.has(id)), ...fresh.filter((id) => !known.has(id))]
}
