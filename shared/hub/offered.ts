import { cut } from '../base/hidden-text.ts'
import { oneLine } from '../base/one-line.ts'
import type { Instant } from '../base/time.ts'
import { SUGGESTION_STATES, type ListedText, type SuggestionState } from '../pollination/lines/life.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import type { RemoteAdvice } from './status.ts'
import { readReplaced } from './suggested.ts'

/** A suggestion that was offered from here, as its own machine told last how it stands. */
export interface OfferedSuggestion {
  readonly machine: string // id
  readonly number: number // what it is called there
  readonly thread: string // its name
  readonly tier: Tier
  readonly text: string
  readonly replaces: ListedText | null // of an edit: the line that it changes there; null: it is a new line
  readonly state: SuggestionState
  readonly reason: string // of who decided; '': none was given
  readonly toldAt: Instant // by the clock of the teller
}
/** With the name of its machine. */
export interface OfferedThere extends OfferedSuggestion {
  readonly machineName: string
}

const NAME_CHARS = 200
const TEXT_CHARS = 1000

/** Field by field; null: what must be known of it is not there. */
export function readOffered({ machine, kind, at, body }: RemoteAdvice): OfferedSuggestion | null {
  const { number, threadName, text, reason } = body
  const state = SUGGESTION_STATES.find((one) => one === body['state'])
  const tier = TIERS.find((one) => one === body['tier'])
  const isNumbered = typeof number === 'number' && Number.isSafeInteger(number) && number > 0
  if (kind !== 'suggestion' || state === undefined || tier === undefined || !isNumbered) return null
  if (typeof text !== 'string' || typeof threadName !== 'string') return null
  return {
    machine,
    number,
    thread: cut(oneLine(threadName), NAME_CHARS),
    tier,
    text: cut(oneLine(text), TEXT_CHARS),
    replaces: readReplaced(body['replaces']),
    state,
    reason: typeof reason === 'string' ? cut(oneLine(reason), TEXT_CHARS) : '',
    toldAt: at,
  }
}
