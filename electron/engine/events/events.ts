import type { EventTicket } from '../../../shared/contract/beats.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { EventSource } from '../../../shared/events/system-event.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Slots } from '../schedule/slots.ts'
import { activityNoter, type NoteActivity } from './activity.ts'
import { createFacts, type Facts, type NewEvent } from './facts.ts'
import { waker, type Wake } from './wakes.ts'

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

/**
 * Something happened: a fact for the next prompt, a wish for a beat soon, a sign of life, or several of these
 * at once.
 */
export interface Events {
  /**
   * The fact is on disk, and with it the wake, when this returns. Assumes a text without a problem
   * (eventProblem).
   */
  add(id: ThreadId, event: NewEvent): EventTicket
  /** The same fact for several threads, at once: all of them are told, or none. */
  addToAll(ids: readonly ThreadId[], event: NewEvent): void
  readonly passOnUnread: Facts['passOnUnread']
  /** Called when a fact became an alert. */
  onNews(listener: () => void): void
  readonly wake: Wake
  readonly noteActivity: NoteActivity
  /** The thread whose run bears or bore this mark, as its children carry it; null: nobody's. */
  ownerOf(marker: string | undefined): ThreadId | null
}

interface EventParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'threads' | 'queue' | 'runs' | 'events' | 'alerts' | 'together'>
  readonly slots: Slots
  readonly pulse: Pulse
}

export function createEvents({ ports, store, slots, pulse }: EventParts): Events {
  const listeners = new Set<() => void>()
  const facts = createFacts({
    ports,
    store,
    onNews: () => {
      for (const listener of [...listeners]) listener()
    },
  })
  const wake = waker(ports, store, pulse, facts.write)
  const noteActivity = activityNoter(ports, store, slots, pulse)

  function add(id: ThreadId, event: NewEvent): EventTicket {
    // Whether it is told or not: somebody is at work there.
    if (event.own !== true && ACTIVITY.includes(event.source)) noteActivity(id)
    return facts.write(id, event, () => {
      wake(id, event.urgent === true ? 'urgent' : REASON[event.source])
    })
  }
  return {
    add,
    addToAll(ids, event) {
      store.together(() => {
        for (const id of ids) add(id, event)
      })
    },
    passOnUnread: facts.passOnUnread,
    onNews: (listener) => void listeners.add(listener),
    wake,
    noteActivity,
    ownerOf: (marker) => (marker === undefined ? null : store.runs.threadOfMarker(marker)),
  }
}
