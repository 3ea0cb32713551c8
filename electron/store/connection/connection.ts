import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { WriteRefused } from '../../../shared/base/faults.ts'
import type { Ids } from '../../engine/ports/ports.ts'
import type { ThreadFacts, Touched } from '../../engine/ports/records.ts'
import type { QueueRoom } from '../../engine/ports/store/queue.ts'
import type { Database } from './driver.ts'
import { isDiskError } from './sqlite-error.ts'
import { statementsOf, type Statements } from './statements.ts'
import { atomically } from './transaction.ts'
import { damageWatch, watched } from './watched.ts'

/** What the rooms share: statements, transactions, and what is remembered of threads that nobody touched. */
export interface Connection extends Statements {
  readonly ids: Ids
  readonly cache: Cache
  /**
   * One transaction, inside an outer one if there is one; what was touched is announced after the outermost
   * has committed.
   */
  together<T>(work: () => T): T
  /**
   * The same for one that writes, and says of what; one that says nothing has written what no thread and
   * none of the facts holds.
   */
  verb<T>(work: (touch: Touch) => T): T
  /** Why the last write was refused; null: it was taken. */
  writeProblem(): string | null
  refuseWrites(why: string): void
}
/** `fact`: only something was told to the thread, which stands in none of its own rows. */
export type Touch = (id: ThreadId | 'all', what?: 'fact') => void
export type WaitingBeat = NonNullable<ReturnType<QueueRoom['waitingBeat']>>

interface Cache {
  /**
   * Threads as they stand, read once until something touches them: everything asks for them at every turn.
   */
  readonly threads: {
    readonly byId: Map<ThreadId, Thread>
    all: readonly Thread[] | null // by number; null: to be read
    readonly stale: Set<ThreadId>
  }
  /** What is derived from the records of a thread, until something touches those. */
  readonly facts: Map<ThreadId, ThreadFacts>
  /**
   * The waiting heartbeat of each thread as far as it is known, so that wakes that add nothing cost
   * nothing.
   */
  readonly beats: Map<ThreadId, WaitingBeat | null>
  /** Tiers of running runs that stand in no row yet, see RunsRoom.plan. */
  readonly planned: Map<RunId, readonly Tier[]>
  /** Counts changes of what agents have used up, so that nobody sums it up again for nothing. */
  spentVersion: number
}

interface Listener {
  committed(touched: Touched): void
  /** A write was refused, or all are from now on; see writeProblem. */
  refused(): void
  /** The file turned out to be damaged; told once. */
  damaged(message: string): void
}

export function connect(db: Database, ids: Ids, listener: Listener): Connection {
  const cache: Cache = {
    threads: { byId: new Map(), all: null, stale: new Set() },
    facts: new Map(),
    beats: new Map(),
    planned: new Map(),
    spentVersion: 0,
  }
  let touched: Set<ThreadId> | null = null // null: no transaction is open
  let everything = false
  let refused: string | null = null
  let isSealed = false
  const seal = (why: string): void => {
    refused = why
    isSealed = true
    listener.refused()
  }
  let isDamaged = false
  const watch = damageWatch(({ message }) => {
    if (isDamaged) return
    isDamaged = true
    seal(message)
    listener.damaged(message)
  })

  const statements = statementsOf(watched(db, watch))

  function together<T>(work: () => T): T {
    if (touched !== null) return work()
    if (isSealed) throw new WriteRefused(new Error(refused!))
    const mine = (touched = new Set<ThreadId>())
    everything = false
    let value
    try {
      value = watch(() => atomically(db, work))
    } catch (error) {
      forgetRolledBack(cache, statements)
      if (!isDiskError(error)) throw error // the work itself failed
      refused = error.message
      listener.refused()
      throw new WriteRefused(error)
    } finally {
      touched = null
    }
    if (everything || mine.size > 0) {
      refused = null
      listener.committed(everything ? 'all' : mine)
    }
    return value
  }

  return {
    ...statements,
    ids,
    cache,
    together,
    verb: (work) =>
      together(() =>
        work((id, what) => {
          if (what !== 'fact') forget(cache, id)
          if (id === 'all') everything = true
          else touched?.add(id)
        }),
      ),
    writeProblem: () => refused,
    refuseWrites: seal,
  }
}

function forgetRolledBack(cache: Cache, { forgetReads }: Statements): void {
  cache.beats.clear()
  forgetReads()
  forget(cache, 'all')
}

function forget({ threads, facts }: Cache, id: ThreadId | 'all'): void {
  if (id === 'all') {
    threads.all = null
    threads.byId.clear()
    facts.clear()
  } else {
    threads.byId.delete(id)
    threads.stale.add(id)
    facts.delete(id)
  }
}
