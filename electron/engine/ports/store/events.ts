import type { EventId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { TimelinePage } from '../../../../shared/contract/beats.ts'
import type { GitState } from '../../../../shared/events/git-events.ts'
import type { EventDraft, SystemEvent } from '../../../../shared/events/system-event.ts'

export interface EventsRoom {
  /**
   * On disk when it returns. `folded`: the newest of this state says the same. Beyond the newest 20 that wait
   * the oldest make room and are counted.
   */
  add(
    threadId: ThreadId,
    draft: EventDraft & { readonly ambient: boolean },
    state: 'waiting' | 'told' | 'listed',
    now: Instant,
  ): { readonly id: EventId; readonly state: 'queued' | 'folded' }
  /** Of those that are worth a prompt of their own. */
  waitingCount(threadId: ThreadId): number
  /** Threads for which events wait. */
  threadsWaitedFor(): readonly ThreadId[]
  /** Those that waited for a prompt are not waiting any more; of those that made room nobody counts any more. */
  passOn(threadId: ThreadId, states: ReadonlyMap<EventId, 'told' | 'listed'>): void
  /** Waiting ones, oldest first, and how many older ones made room. */
  waiting(threadId: ThreadId): { readonly events: readonly SystemEvent[]; readonly dropped: number }
  /** false: it does not wait any more. */
  dismiss(id: EventId): boolean
  /** Ambient events that nobody was told in time. */
  expire(before: Instant): void
  timeline(threadId: ThreadId, before: string | undefined, limit: number): TimelinePage
  gitState(threadId: ThreadId): GitState | null
  playbookSeen(threadId: ThreadId): string | null
  noteSeen(threadId: ThreadId, seen: { readonly git?: GitState; readonly playbook?: string }): void
}
