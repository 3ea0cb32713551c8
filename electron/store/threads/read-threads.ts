import type { ThreadId } from '../../../shared/base/ids.ts'
import { NEVER_RUN, type TierState } from '../../../shared/schedule/tier.ts'
import { withConfig, type Thread } from '../../../shared/threads/thread.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { THREADS, TIER_STATE } from './tables.ts'

const THREAD = THREADS.pick(
  'id',
  'number',
  'name',
  'repoPath',
  'role',
  'agent',
  'session',
  'gate',
  'suggestions',
  'reflects',
  'sharesList',
  'intervalMs',
  'activeHours',
  'dailyAt',
  'trustedAt',
  'pause',
  'phaseMs',
  'nextDueAt',
  'scheduleProblem',
  'failures',
  'createdAt',
  'sources',
  'delivery',
  'activeAt',
  'tags',
  'pinned',
  'removeAt',
  'config',
)
/** Of so many threads their own rows are read; of more, all of them at once. */
const FEW_ROWS = 8

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** As they stand now, by number. */
export function readThreads(
  { list }: Connection,
  tail: string,
  ...values: readonly SqlValue[]
): readonly Thread[] {
  const rows = list(THREAD, tail, ...values)
  const states = new Map<ThreadId, Mutable<TierState>>()
  const tiers =
    rows.length <= FEW_ROWS
      ? rows.flatMap((row) => list(TIER_STATE, 'WHERE thread_id = ?', row.id))
      : list(TIER_STATE, '')
  for (const { threadId, tier, lastDoneAt, mirrored, snoozedUntil } of tiers) {
    let state = states.get(threadId)
    if (state === undefined) states.set(threadId, (state = { ...NEVER_RUN }))
    state[tier] = { lastDoneAt, mirrored, snoozedUntil }
  }
  return rows.map((row) =>
    withConfig({
      ...row,
      ownAgent: row.agent,
      // Nothing of one that is being removed is read or run any more.
      trustedAt: row.removeAt === null ? row.trustedAt : null,
      tiers: states.get(row.id) ?? NEVER_RUN,
    }),
  )
}

/** As it was read last, unless something touched it since. */
export function cachedThread(connection: Connection, id: ThreadId): Thread | null {
  return (
    connection.cache.threads.byId.get(id) ??
    remember(connection, readThreads(connection, 'WHERE id = ?', id))[0] ??
    null
  )
}

/** All of them; of many threads one moves at a time, and only that one is read again. */
export function cachedThreads(connection: Connection): readonly Thread[] {
  const { threads } = connection.cache
  if (threads.all === null || threads.stale.size > FEW_ROWS) {
    threads.stale.clear()
    threads.all = remember(connection, readThreads(connection, 'ORDER BY number'))
  } else if (threads.stale.size > 0) threads.all = mended(connection, threads.all)
  return threads.all
}

function mended(connection: Connection, all: readonly Thread[]): readonly Thread[] {
  const { stale } = connection.cache.threads
  const moved = new Set(stale)
  stale.clear()
  const fresh = new Map([...moved].flatMap((id) => cachedThread(connection, id) ?? []).map((t) => [t.id, t]))
  const kept = all.flatMap((t) => (moved.has(t.id) ? (fresh.get(t.id) ?? []) : t))
  for (const t of kept) fresh.delete(t.id)
  return fresh.size === 0 ? kept : [...kept, ...fresh.values()].sort((a, b) => a.number - b.number)
}

function remember({ cache }: Connection, threads: readonly Thread[]): readonly Thread[] {
  for (const thread of threads) cache.threads.byId.set(thread.id, thread)
  return threads
}
