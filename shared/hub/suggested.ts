import { cut } from '../base/hidden-text.ts'
import type { ThreadId } from '../base/ids.ts'
import { oneLine } from '../base/one-line.ts'
import type { ListedText } from '../pollination/lines/life.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import { aboutSuggestion, isId } from './order.ts'
import type { RemoteAdvice } from './status.ts'

/** A suggestion that is open at another machine, as that told last. */
export interface RemoteSuggestion {
  readonly machine: string // id
  readonly id: string // by which it is asked about: `aboutSuggestion`
  readonly number: number // what it is called there
  readonly thread: ThreadId
  readonly name: string // of the thread
  readonly tier: Tier
  readonly text: string // the whole line: whoever accepts it accepts this
  readonly because: string
  /** It came from a machine, so it can be accepted at its own machine alone. */
  readonly isOffered: boolean
  /** An edit: the line that it changes there. null: it is a new line. */
  readonly replaces: ListedText | null
}

const NAME_CHARS = 200
const TEXT_CHARS = 1000

/** The line that an edit changes, as it is told; null: it is no edit. */
export function readReplaced(value: unknown): ListedText | null {
  const { tier, text } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const known = TIERS.find((one) => one === tier)
  return known === undefined || typeof text !== 'string'
    ? null
    : { tier: known, text: cut(oneLine(text), TEXT_CHARS) }
}

/** Field by field; null: it is not open any more, or what must be known of it is not there. */
export function readSuggested({ machine, kind, body }: RemoteAdvice): RemoteSuggestion | null {
  const { number, thread, threadName, text, because } = body
  const tier = TIERS.find((one) => one === body['tier'])
  const isNumbered = typeof number === 'number' && Number.isSafeInteger(number) && number > 0
  if (kind !== 'suggestion' || body['state'] !== 'proposed' || tier === undefined || !isNumbered) return null
  if (!isId(thread, 'thr') || typeof threadName !== 'string') return null
  // What was cut, or reads otherwise here than there, is nothing that a person could accept.
  if (typeof text !== 'string' || text === '' || text.length > TEXT_CHARS || oneLine(text) !== text)
    return null
  return {
    machine,
    id: aboutSuggestion(number),
    number,
    thread: thread as ThreadId,
    name: cut(oneLine(threadName), NAME_CHARS),
    tier,
    text,
    because: typeof because === 'string' ? cut(oneLine(because), TEXT_CHARS) : '',
    isOffered: typeof body['offeredBy'] === 'string',
    replaces: readReplaced(body['replaces']),
  }
}
