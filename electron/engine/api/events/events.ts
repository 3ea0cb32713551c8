import type { EndedCommandInput, EventInput } from '../../../../shared/contract/calls/inputs.ts'
import type { EventReceipt } from '../../../../shared/contract/beats.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { eventProblem } from '../../../../shared/events/system-event.ts'
import type { NewEvent } from '../../events/facts.ts'
import { nameOfRef, once } from '../../events/once.ts'
import { sessionNews } from '../../events/session-news.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** Something happened, as somebody else tells it. */
export function eventHandlers(parts: CoreParts) {
  const { store } = parts
  const { threadOr } = lookup(store)
  return {
    add: os.events.add.handler(({ input, errors }) => addEvent(input, parts, errors)),
    addAll: os.events.addAll.handler(({ input, errors }) =>
      store.together(() => input.events.map((event) => addEvent(event, parts, errors))),
    ),
    ended: os.events.ended.handler(({ input, errors }) => addEnd(input, parts, errors)),
    dismiss: os.events.dismiss.handler(({ input, errors }) => {
      if (!store.events.dismiss(input.id))
        throw errors.CONFLICT({ message: 'This event does not wait any more: a run has taken it.' })
      return null
    }),
    timeline: os.events.timeline.handler(({ input, errors }) =>
      store.events.timeline(threadOr(input.id, errors).id, input.before, input.limit),
    ),
  }
}

type Errors = Pick<ApiErrors, 'NOT_FOUND' | 'INVALID'>

function addEvent(
  { to, text, source, wake, urgent, trusted, marker }: EventInput,
  parts: CoreParts,
  errors: Errors,
): EventReceipt {
  // What comes out of a run, also one that is over, is nobody's own word.
  const isOwnWord = marker === undefined
  const fact = { source, text, trusted: trusted && isOwnWord, wake, urgent: urgent && isOwnWord }
  return addFact({ to, marker }, fact, parts, errors)
}

/** Of what ran inside of a run, an agent's perhaps, nothing is kept that a person could be asked to run. */
function addEnd(
  { to, text, command, again, wake, marker, ref }: EndedCommandInput,
  parts: CoreParts,
  errors: Errors,
): EventReceipt {
  const kept = marker === undefined ? again : undefined
  const fact: NewEvent = { source: 'command', text, command, again: kept, trusted: false, wake }
  const add = (): EventReceipt => addFact({ to, marker }, fact, parts, errors)
  return ref === undefined ? add() : (once(parts.store, nameOfRef(ref), add) ?? TAKEN_BEFORE)
}

/** Its sender has given up by then, and left it as a file. */
const TAKEN_BEFORE: EventReceipt = {
  state: 'folded',
  id: null,
  recipient: 'nobody',
  wakes: false,
  hold: null,
}

function addFact(
  { to, marker }: Pick<EventInput, 'to' | 'marker'>,
  fact: NewEvent,
  { ports, store, engine }: CoreParts,
  errors: Errors,
): EventReceipt {
  const thread = lookup(store).threadOr(to, errors)
  const problem = eventProblem(fact.text)
  if (problem !== null) throw errors.INVALID({ message: `For "${thread.name}": ${problem}.` })
  const own = engine.events.ownerOf(marker) === thread.id
  const ticket = engine.events.add(thread.id, { ...fact, own })
  return {
    ...ticket,
    hold: ticket.wakes ? holdOfBeat(thread.id, { ports, store, engine }) : null,
  }
}

/** Wakes wait a moment for others, and for the one before: no reason to speak of. */
const SOON_MS = MINUTE

function holdOfBeat(id: ThreadId, { ports, store, engine }: Pick<CoreParts, 'ports' | 'store' | 'engine'>) {
  const beat = store.queue.waiting().find((item) => item.threadId === id && item.kind === 'heartbeat')
  if (beat === undefined) return null
  const hold = engine.holds()(beat)
  return hold === 'not_before' && beat.notBefore - ports.clock.now() < SOON_MS ? null : hold
}

/** A wish that a thread beats soon, and an agent of the person's own at work in it. */
export function wakeHandlers({ ports, store, engine }: CoreParts) {
  const { threadOr } = lookup(store)
  return {
    wake: os.wake.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      if (engine.events.ownerOf(input.marker) === thread.id)
        throw errors.INVALID({ message: `A run of "${thread.name}" does not wake its own thread.` })
      const enqueued = engine.wake(thread.id, input.urgent && input.marker === undefined ? 'urgent' : 'event')
      engine.tick()
      return {
        itemId: enqueued.itemId,
        runId: store.runs.ofItem(enqueued.itemId)?.id ?? null,
        state: enqueued.merged ? ('merged' as const) : ('queued' as const),
        hold: holdOfBeat(thread.id, { ports, store, engine }),
      }
    }),
    /** As long as the caller holds on, a person's own agent is at work. */
    attach: os.attach.handler(async function* ({ input, signal, errors }) {
      const thread = threadOr(input.id, errors)
      engine.events.add(thread.id, sessionNews(thread, 'begun'))
      try {
        yield null
        await new Promise<void>((resolve) =>
          signal?.aborted === true
            ? resolve()
            : signal?.addEventListener('abort', () => resolve(), { once: true }),
        )
      } finally {
        engine.events.add(thread.id, sessionNews(thread, 'ended'))
      }
    }),
  }
}
