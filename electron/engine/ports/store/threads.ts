import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { NewThread, ThreadFacts, ThreadPatch, ThreadTally } from '../records.ts'

export interface ThreadsRoom {
  list(): readonly Thread[]
  /** Threads with a due time at or before `now`, or a pause that has ended. */
  due(now: Instant): readonly Thread[]
  nextDueAt(): Instant | null
  get(id: ThreadId): Thread | null
  /** File identity of the repository that was trusted; null: none was seen since. */
  repositoryId(id: ThreadId): string | null
  add(thread: NewThread): Thread | 'exists'
  /** It is the master from now on, and no other is; null: none is. */
  setMaster(id: ThreadId | null): void
  change(id: ThreadId, change: ThreadPatch): void
  remove(id: ThreadId): void
  /** `until` null: wakes it. */
  snoozeTier(id: ThreadId, tier: Tier, until: Instant | null): void
  facts(threadId: ThreadId): ThreadFacts
  /** Before those of many threads are asked for: a few statements read them, instead of several for each thread. */
  readFacts(): void
  /** As of `now`, by one statement; of one thread, or of each. */
  tallies(of: ThreadId | 'all', now: Instant): ReadonlyMap<ThreadId, ThreadTally>
}
