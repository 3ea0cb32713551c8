import { stripHidden } from '../base/hidden-text.ts'
import type { EventId, RunId, ThreadId } from '../base/ids.ts'
import { DAY, formatZoned, type Instant } from '../base/time.ts'

/** Where a fact comes from. Each can be switched for each thread. */
export const EVENT_SOURCES = [
  'git',
  'playbook',
  'command',
  'hook',
  'cli',
  'inbox',
  'job',
  'webhook',
  'system',
  'runner',
  'delivery',
  'session',
  'app',
] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

/**
 * `off`: not taken; `next`: stands in the next prompt, wakes nobody, and no agent is started for it alone;
 * `asked`: wakes the thread where its sender asks for it, else waits for the next beat; `now`: each wakes the
 * thread.
 */
export const SOURCE_SWITCHES = ['off', 'next', 'asked', 'now'] as const
export type SourceSwitch = (typeof SOURCE_SWITCHES)[number]

export const SOURCE_DEFAULT: Record<EventSource, SourceSwitch> = {
  git: 'next',
  playbook: 'next',
  command: 'asked',
  hook: 'next',
  cli: 'asked',
  inbox: 'asked',
  job: 'asked',
  webhook: 'asked',
  system: 'next',
  runner: 'next',
  delivery: 'next',
  session: 'next',
  app: 'next',
}

/**
 * Facts that are worth a prompt of their own, against what is told only where a prompt is made anyhow: the
 * machine woke, a runner came back, what a run of this thread did itself. Decided by source and class
 * alone, never by the words of a text.
 */
const AMBIENT_SOURCES: readonly EventSource[] = ['system', 'runner', 'delivery', 'session', 'app']
export const isAmbientSource = (source: EventSource): boolean => AMBIENT_SOURCES.includes(source)

/** Those whose senders can ask for a beat, or say that there is time. */
const ASKING_SOURCES: readonly EventSource[] = ['command', 'cli', 'inbox', 'job', 'webhook']
/** The positions that mean something for this source: what is only told along with others wakes nobody. */
export const switchesOf = (source: EventSource): readonly SourceSwitch[] =>
  SOURCE_SWITCHES.filter(
    (to) => (to !== 'now' || !isAmbientSource(source)) && (to !== 'asked' || ASKING_SOURCES.includes(source)),
  )
/** Whether a fact is a reason to wake its thread. `asks`: its sender wants a beat. */
export const wakesBy = (to: SourceSwitch, asks: boolean): boolean => to === 'now' || (to === 'asked' && asks)

/** Whether an agent is started for a fact, where Threadbeat works the list by itself as far as it can. */
export const isWorthAgent = ({ ambient }: Pick<SystemEvent, 'ambient'>, to: SourceSwitch): boolean =>
  !ambient && to !== 'next'

/** A fact for a thread's next prompt. */
export interface SystemEvent {
  readonly id: EventId
  readonly threadId: ThreadId
  readonly source: EventSource
  readonly ambient: boolean // told with others, never the reason for a run
  readonly text: string
  readonly trusted: boolean // false: may hold words of somebody else; marked in the prompt
  readonly urgent: boolean // its sender says that a person has to know at once
  readonly at: Instant
  readonly lastAt: Instant // of the newest that was folded into it
  readonly count: number // how many times the same came in a row
  /**
   * `waiting`: for a run; `shown`: in the prompt of one that runs; `consumed`: a run that contained it
   * ended well; `expired`: ambient and old, or taken back by a person; `told`: no prompt is made there, so
   * an alert told the person; `listed`: no prompt is made there, and nobody was told.
   */
  readonly state: 'waiting' | 'shown' | 'consumed' | 'expired' | 'told' | 'listed'
  readonly runId: RunId | null // that shows or consumed it; null: none
  readonly command: EndedCommand | null // null: it tells of no command's end
}

/** What `threadbeat exec` ran. */
export interface EndedCommand {
  readonly name: string // as a person calls it; the same name is the same command
  readonly hasFailed: boolean // false also where the person at the keyboard ended it
}
export const COMMAND_NAME_CHARS = 200

/** Only what is told along with others grows old: of that it is not known whether a person took it back. */
export const isTakenBack = ({ state, ambient }: SystemEvent): boolean => state === 'expired' && !ambient

/** Facts in one message. */
export const MAX_EVENTS_AT_ONCE = 200
/** Newest facts kept for a thread; of older ones only their number. */
export const EVENTS_KEPT = 20
/** Newest facts kept of those that wait for no prompt; up to a hundred more before room is made. */
export const EVENTS_LISTED = 1000
export const EVENT_CHARS = 4000
/** What is only told along with others is not worth telling after this time. */
export const AMBIENT_KEPT_MS = DAY

export interface EventDraft {
  readonly source: EventSource
  readonly text: string
  readonly trusted: boolean
  readonly ambient?: boolean | undefined // absent: as its source
  readonly urgent?: boolean | undefined // absent: false
  readonly command?: EndedCommand | null | undefined
}

/** null: it may be taken. Otherwise what is wrong with it, for whoever sent it. */
export function eventProblem(text: string): string | null {
  if (text.trim() === '') return 'the text of an event must not be empty'
  return text.length > EVENT_CHARS
    ? `the text of an event may have ${EVENT_CHARS} characters, got ${text.length}`
    : null
}

/** What waits for one thread, oldest first. */
export interface EventQueue<E extends EventLike = EventLike> {
  readonly events: readonly E[]
  readonly dropped: number // older ones that made room
}
export interface EventLike {
  readonly text: string
  readonly source: EventSource
  readonly trusted: boolean
  readonly ambient: boolean
  readonly urgent?: boolean | undefined // absent: false
}

/** Whether the newest waiting event already says it: then it is counted instead of queued. */
export const isRepeated = (newest: EventLike | null, next: EventLike): boolean =>
  newest !== null &&
  newest.text === next.text &&
  newest.source === next.source &&
  newest.trusted === next.trusted &&
  newest.ambient === next.ambient &&
  (newest.urgent ?? false) === (next.urgent ?? false)

/**
 * The queue after one more: folded into the newest, or behind it, the oldest making room. Blank text is
 * refused.
 */
export function admitEvent<E extends EventLike>(
  queue: EventQueue<E>,
  event: E,
): { readonly queue: EventQueue<E>; readonly result: 'queued' | 'folded' | 'refused' } {
  if (event.text.trim() === '') return { queue, result: 'refused' }
  if (isRepeated(queue.events.at(-1) ?? null, event)) return { queue, result: 'folded' }
  const events = [...queue.events, event]
  const over = Math.max(0, events.length - EVENTS_KEPT)
  return { queue: { events: events.slice(over), dropped: queue.dropped + over }, result: 'queued' }
}

/** Every kind of line end, so that no line of a text can pass for another one. */
const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/

/**
 * `System: [time] text`; each further line carries the prefix alone, so that a text cannot leave its block.
 */
export function eventLines(
  event: Pick<SystemEvent, 'text' | 'trusted' | 'at' | 'lastAt' | 'count'>,
  timeZone: string,
): readonly string[] {
  const prefix = event.trusted ? 'System: ' : 'System (untrusted): '
  const lines = event.text
    .trim()
    .split(LINE_END)
    .map(
      (line, i) => `${prefix}${i === 0 ? `[${formatZoned(event.at, timeZone)}] ` : ''}${stripHidden(line)}`,
    )
  return event.count > 1
    ? [...lines, `System: (${event.count} times in a row, last [${formatZoned(event.lastAt, timeZone)}])`]
    : lines
}

/** The lines for a prompt, oldest first, with a count of those that made room; null: nothing to show. */
export function renderEvents(
  events: readonly Pick<SystemEvent, 'text' | 'trusted' | 'at' | 'lastAt' | 'count'>[],
  dropped: number,
  timeZone: string,
): readonly string[] | null {
  const shown = events.filter((e) => e.text.trim() !== '').flatMap((e) => eventLines(e, timeZone))
  if (dropped > 0)
    shown.unshift(
      `System: (${dropped} older ${dropped === 1 ? 'event was' : 'events were'} dropped: only the ` +
        `newest ${EVENTS_KEPT} are kept)`,
    )
  return shown.length === 0 ? null : shown
}
