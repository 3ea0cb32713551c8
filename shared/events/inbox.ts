import { stripHidden } from '../base/hidden-text.ts'
import { err, ok, type Result } from '../base/result.ts'
import { COMMAND_NAME_CHARS, eventProblem, type EndedCommand, type EventSource } from './system-event.ts'
import { messageOf } from '../base/error-message.ts'

/** What a script may drop into the inbox folder: JSON `{to: number or name, text, from?, source?}`. */
export interface InboxMessage {
  // from the file's name, once: `heartbeat_*.json` wakes, `event_*.json` tells a fact, everything else is a
  // message
  readonly kind: 'message' | 'heartbeat' | 'event'
  readonly to: number | string // of an event also an absolute folder: the thread around it
  /** Where git ran a hook: the thread of exactly this folder comes before `to`. null: no hook, or not said. */
  readonly folder: string | null
  readonly text: string
  readonly source: EventSource // of an event
  readonly wake: 'now' | 'next' // of an event
  readonly urgent: boolean // of an event
  readonly command: EndedCommand | null // of an event of the source `command`
  readonly marker: string | undefined // of the run in whose children an event's sender stood
  readonly ref: string | null // of an event that was also handed over the socket, perhaps
  readonly from: string // never a person or a thread: those speak through the app
}
/**
 * What an event file may say of where its fact comes from; the command line leaves such files while the app
 * is closed.
 */
const EVENT_FILE_SOURCES = ['cli', 'command', 'hook'] as const
const FROM_CHARS = 100
/** Drawn by chance for one event, so that it counts once by whatever ways it comes: 32 hexadecimal digits. */
export const EVENT_REF = /^[0-9a-f]{32}$/

/**
 * The class is read from the file's name alone; a `source` inside that disagrees is an error, so that
 * neither can lie.
 */
export function readInboxFile(name: string, content: string | null): Result<InboxMessage, string> {
  const kind = (['heartbeat', 'event'] as const).find((one) => name.startsWith(`${one}_`)) ?? 'message'
  if (content === null)
    return err('it is no file that can be read (a link, a pipe or a folder, say), or is larger than 1 MB')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return err(`not JSON: ${messageOf(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err('the file must hold one JSON object {to, text, from?, source?}')
  const fields = value as Record<string, unknown>
  const problem = problemOf(kind, fields)
  if (problem !== null) return err(problem)
  const { to, folder, text, from, source, wake, urgent, marker, command, ref } = fields
  return ok({
    kind,
    to: to as number | string,
    folder: kind === 'event' && source === 'hook' && typeof folder === 'string' ? folder : null,
    text: text as string,
    source: EVENT_FILE_SOURCES.find((s) => s === source) ?? 'inbox',
    wake: wake === 'now' ? 'now' : 'next',
    urgent: urgent === true,
    command: source === 'command' ? ((command as EndedCommand | undefined) ?? null) : null,
    marker: typeof marker === 'string' ? marker : undefined,
    ref: typeof ref === 'string' && EVENT_REF.test(ref) ? ref : null,
    from: stripHidden(typeof from === 'string' ? from : 'inbox').trim(),
  })
}

/** null: the fields can be taken. */
function problemOf(kind: InboxMessage['kind'], fields: Record<string, unknown>): string | null {
  const { to, text, from } = fields
  if (!(typeof to === 'number' && Number.isInteger(to) && to > 0) && !(typeof to === 'string' && to !== ''))
    return `"to" must be a thread's number or name, got ${JSON.stringify(to)}`
  if (typeof text !== 'string' || text === '' || text.length > 100_000)
    return '"text" must be 1 to 100000 characters'
  return (from === undefined ? null : senderProblem(from)) ?? eventFieldsProblem(kind, text, fields)
}

function senderProblem(from: unknown): string | null {
  if (typeof from !== 'string') return `"from" must be text, got ${JSON.stringify(from)}`
  if (from.trim() === '' || from.length > FROM_CHARS) return `"from" must be 1 to ${FROM_CHARS} characters`
  return isReserved(from)
    ? `"from" is ${JSON.stringify(from)}: a person and threads cannot be posed as; give the name of the script`
    : null
}

function eventFieldsProblem(
  kind: InboxMessage['kind'],
  text: string,
  { source, wake, urgent, command }: Record<string, unknown>,
): string | null {
  if (source !== undefined && typeof source !== 'string')
    return `"source" must be text, got ${JSON.stringify(source)}`
  const unfit = kind === 'event' ? eventProblem(text) : null
  if (unfit !== null) return unfit
  if (wake !== undefined && wake !== 'now' && wake !== 'next')
    return `"wake" must be "now" or "next", got ${JSON.stringify(wake)}`
  if (urgent !== undefined && typeof urgent !== 'boolean')
    return `"urgent" must be true or false, got ${JSON.stringify(urgent)}`
  if (command !== undefined && !isEndedCommand(command))
    return (
      `"command" must be {name, hasFailed} with a name of 1 to ${COMMAND_NAME_CHARS} characters, ` +
      `got ${JSON.stringify(command).slice(0, FROM_CHARS)}`
    )
  return kind !== 'event' && source !== undefined && (source === 'heartbeat') !== (kind === 'heartbeat')
    ? `"source" is "${source}", but the file's name makes it a ${kind}`
    : null
}

function isEndedCommand(value: unknown): value is EndedCommand {
  if (typeof value !== 'object' || value === null) return false
  const { name, hasFailed } = value as Record<string, unknown>
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= COMMAND_NAME_CHARS
  return isName && typeof hasFailed === 'boolean'
}

/**
 * What a reader would take for a person ("user", shown as "You") or for a thread's number, also in
 * disguise.
 */
const isReserved = (from: string): boolean =>
  /^(?:user|you|(?:thread\s*)?#?\p{Nd}*)$/u.test(stripHidden(from).normalize('NFKC').trim().toLowerCase())
