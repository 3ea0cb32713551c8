import type { EventTicket } from '../../../shared/contract/beats.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { withoutNul } from '../../../shared/base/hidden-text.ts'
import type { EventId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { commandKey, newsOfFact, withEarlier } from '../../../shared/alerts/fact-news.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import { readsPrompts, recipientOf } from '../../../shared/events/recipient.ts'
import {
  isAmbientSource,
  wakesBy,
  type EventDraft,
  type SystemEvent,
} from '../../../shared/events/system-event.ts'
import { switchOf, type Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** A fact for a thread's next prompt. */
export interface NewEvent extends EventDraft {
  readonly wake: 'now' | 'next'
  readonly urgent?: boolean | undefined
  /** What a run of this very thread did: told in a later prompt, and never a reason to wake it. */
  readonly own?: boolean | undefined
  /** Whose it is where no prompt is made. `person`: the caller tells them. Absent: as recipientOf says. */
  readonly withoutPrompt?: 'person' | 'nobody' | undefined
  /**
   * What `threadbeat exec` ran, of a `command` that its own process told: the alert of its failure offers to
   * run it again. Never from a file, a webhook or a tool.
   */
  readonly again?: KeptCommand | undefined
  /** When it happened. Absent, or a time to come: now. */
  readonly at?: Instant | undefined
}

export interface Facts {
  /**
   * The fact is on disk when this returns, if the thread's switch for its source lets it pass; `wake` is called
   * in the same transaction, if the fact asks for a wake and may have one. Where no prompt is made, whom it is
   * for is told then (ARCHITECTURE I7).
   */
  write(id: ThreadId, event: NewEvent, wake?: () => void): EventTicket
  /** What waits for a prompt of a thread that makes none any more goes to the person. */
  passOnUnread(): void
}

interface FactParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'threads' | 'events' | 'alerts' | 'together'>
  /** News for the person stands in the history. */
  readonly onNews: () => void
}

/** A notice that stands for several facts holds all of them. */
function newsFor(
  id: ThreadId,
  news: ReturnType<typeof newsOfFact>,
  { alerts }: Pick<Store, 'alerts'>,
): ReturnType<typeof newsOfFact> {
  if (news.severity !== 'notice') return news
  return { ...news, text: withEarlier(news.text, alerts.unansweredText(id, news.key)) }
}

type ToTell = Parameters<typeof newsOfFact>[0]

interface MoreToTell {
  readonly times?: number
  readonly again?: KeptCommand | null | undefined
}

const { redact } = createRedactor()

const STATE = { prompt: 'waiting', person: 'told', nobody: 'listed' } as const

export function createFacts({ ports, store, onNews }: FactParts): Facts {
  const { clock, log } = ports

  function tellPerson(thread: Thread, fact: ToTell, isUrgent: boolean, more: MoreToTell = {}): void {
    const news = newsFor(thread.id, newsOfFact(fact, isUrgent), store)
    const raised = { ...news, times: more.times ?? 1, again: fact.command && (more.again ?? null) }
    if (store.alerts.raise(thread.id, raised, clock.now()) === 'new') onNews()
  }

  function write(id: ThreadId, event: NewEvent, wake?: () => void): EventTicket {
    const { source, trusted, own = false, urgent = false, command = null } = event
    const text = redact(withoutNul(event.text))
    const thread = store.threads.get(id)
    const allowed = thread === null ? 'off' : switchOf(thread, source)
    const at = Math.min(event.at ?? clock.now(), clock.now())
    if (thread === null || allowed === 'off')
      return { state: 'off', id: null, recipient: 'nobody', wakes: false }
    const wakes = wake !== undefined && !own && wakesBy(allowed, event.wake === 'now')
    const ambient = own || (event.ambient ?? isAmbientSource(source))
    const draft = { source, text, trusted, ambient, urgent, command }
    const meant = recipientOf(thread.agent, draft)
    const recipient = meant === 'prompt' ? meant : (event.withoutPrompt ?? meant)
    const added = store.together(() => {
      const ticket = store.events.add(id, draft, STATE[recipient], at)
      if (recipient === 'person' && event.withoutPrompt === undefined)
        tellPerson(thread, draft, urgent, { again: event.again })
      if (command?.hasFailed === false) store.alerts.resolve(id, [commandKey(command)], clock.now())
      if (wakes) wake()
      return ticket
    })
    log('debug', 'event.added', { threadId: id, source, state: added.state, recipient, wakes })
    return { ...added, recipient, wakes }
  }

  function passOn(thread: Thread): void {
    const { events, dropped } = store.events.waiting(thread.id)
    const states = new Map<EventId, 'told' | 'listed'>()
    const forPerson: SystemEvent[] = []
    for (const event of events) {
      const isForPerson = recipientOf(thread.agent, event) === 'person'
      if (isForPerson) forPerson.push(event)
      states.set(event.id, isForPerson ? 'told' : 'listed')
    }
    store.together(() => {
      store.events.passOn(thread.id, states)
      for (const event of forPerson) tellPerson(thread, event, event.urgent, { times: event.count })
      if (dropped > 0) tellPerson(thread, { source: 'app', text: droppedText(dropped), command: null }, false)
    })
    log('info', 'event.passed_on', { threadId: thread.id, told: forPerson.length, dropped })
  }

  return {
    write,
    passOnUnread() {
      for (const id of store.events.threadsWaitedFor()) {
        const thread = store.threads.get(id)
        if (thread !== null && !readsPrompts(thread.agent)) passOn(thread)
      }
    },
  }
}

const droppedText = (dropped: number): string =>
  `${plural(dropped, 'older fact')} made room for newer ones before an agent read ${dropped === 1 ? 'it' : 'them'}.`
