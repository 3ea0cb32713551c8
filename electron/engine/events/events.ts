import type { EventTicket } from '../../../shared/contract/beats.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import { isAmbientSource, type EventDraft, type EventSource } from '../../../shared/events/system-event.ts'
import { switchOf } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Enqueued } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

export interface NewEvent extends EventDraft {
  readonly wake: 'now' | 'next'
  readonly urgent?: boolean | undefined
  /** What a run of this very thread did: told in a later prompt, and never a reason to wake it. */
  readonly own?: boolean | undefined
}

const REASON: Record<EventSource, WakeReason> = {
  git: 'git',
  playbook: 'playbook',
  command: 'command',
  hook: 'hook',
  cli: 'event',
  inbox: 'inbox',
  job: 'job',
  webhook: 'webhook',
  system: 'event',
  runner: 'event',
  delivery: 'event',
  session: 'event',
  app: 'event',
}
/** Sources that show somebody at work in the repository. */
const ACTIVITY: readonly EventSource[] = ['git', 'playbook', 'command', 'hook', 'cli']

export interface Events {
  /**
   * The fact is on disk, and with it the wake, when this returns. Assumes a text without a problem
   * (eventProblem).
   */
  add(id: ThreadId, event: NewEvent): EventTicket
  /** The same fact for several threads, at once: all of them are told, or none. */
  addToAll(ids: readonly ThreadId[], event: NewEvent): void
  /** The thread whose run bears or bore this mark, as its children carry it; null: nobody's. */
  ownerOf(marker: string | undefined): ThreadId | null
}

export function createEvents(
  ports: Ports,
  store: Store,
  wake: (id: ThreadId, reason: WakeReason) => Enqueued,
  wakeUp: (id: ThreadId) => void,
): Events {
  const events: Events = {
    add(id, event) {
      const thread = store.threads.get(id)
      const allowed = thread === null ? 'off' : switchOf(thread, event.source)
      const own = event.own === true
      // Whether it is told or not: somebody is at work there.
      if (thread !== null && !own && ACTIVITY.includes(event.source)) wakeUp(id)
      if (thread === null || allowed === 'off') return { state: 'off', id: null, wakes: false }
      const ambient = own || (event.ambient ?? isAmbientSource(event.source))
      const wakes = !own && allowed === 'now' && event.wake === 'now'
      const added = store.together(() => {
        const made = store.events.add(
          id,
          { source: event.source, text: event.text, trusted: event.trusted, ambient },
          ports.clock.now(),
        )
        if (wakes) wake(id, event.urgent === true ? 'urgent' : REASON[event.source])
        return made
      })
      ports.log('debug', 'event.added', { threadId: id, source: event.source, state: added.state, wakes })
      return { ...added, wakes }
    },
    addToAll(ids, event) {
      store.together(() => {
        for (const id of ids) events.add(id, event)
      })
    },
    ownerOf: (marker) => (marker === undefined ? null : store.runs.threadOfMarker(marker)),
  }
  return events
}

/**
 * What a run did itself is no news that could wake it: a fetch by any run, everything by one that may
 * write.
 */
export const isOwnDoing = (
  kind: string,
  run: { readonly id: RunId } | null,
  profileOf: (id: RunId) => string | null,
): boolean => run !== null && (kind === 'fetch' || (profileOf(run.id) ?? 'look') !== 'look')
