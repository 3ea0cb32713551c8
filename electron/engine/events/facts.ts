import type { EventTicket } from '../../../shared/contract/beats.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { isAmbientSource, type EventDraft } from '../../../shared/events/system-event.ts'
import { switchOf } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** A fact for a thread's next prompt. */
export interface NewEvent extends EventDraft {
  readonly wake: 'now' | 'next'
  readonly urgent?: boolean | undefined
  /** What a run of this very thread did: told in a later prompt, and never a reason to wake it. */
  readonly own?: boolean | undefined
}

/**
 * The fact is on disk when this returns, if the thread's switch for its source lets it pass; `wake` is called
 * in the same transaction, if the fact asks for a wake and may have one.
 */
export type WriteFact = (id: ThreadId, event: NewEvent, wake?: () => void) => EventTicket

export const factWriter =
  (
    { clock, log }: Pick<Ports, 'clock' | 'log'>,
    store: Pick<Store, 'threads' | 'events' | 'together'>,
  ): WriteFact =>
  (id, { source, text, trusted, ambient, own = false, wake: asks }, wake) => {
    const thread = store.threads.get(id)
    const allowed = thread === null ? 'off' : switchOf(thread, source)
    if (allowed === 'off') return { state: 'off', id: null, wakes: false }
    const wakes = wake !== undefined && !own && allowed === 'now' && asks === 'now'
    const draft = { source, text, trusted, ambient: own || (ambient ?? isAmbientSource(source)) }
    const added = store.together(() => {
      const ticket = store.events.add(id, draft, clock.now())
      if (wakes) wake()
      return ticket
    })
    log('debug', 'event.added', { threadId: id, source, state: added.state, wakes })
    return { ...added, wakes }
  }
