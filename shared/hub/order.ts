import type { AlertId, RunId, ThreadId } from '../base/ids.ts'
import { err, ok, type Result } from '../base/result.ts'
import { LAST_INSTANT, type Instant } from '../base/time.ts'
import { OFFER_CHARS, type ListedText, type SuggestionOffer } from '../pollination/lines/life.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import type { Mail, MailVerb } from './mail.ts'

/** A line that another machine suggests to a thread here. */
export interface Offer {
  readonly verb: 'offer-suggestion'
  readonly thread: ThreadId
  readonly tier: Tier
  readonly text: string // one line
  readonly why: string | null // in the words of who offers it, one line
  readonly from: SuggestionOffer['by']
}

/** A line of a list here, as another machine would have it. */
export interface Edit extends Omit<Offer, 'verb'> {
  readonly verb: 'propose-edit'
  readonly replaces: ListedText // as that machine read it
}

/** What another machine decides about a suggestion here; of the line as it was read there, and of no other. */
export interface Decision {
  readonly verb: 'decide-suggestion'
  readonly thread: ThreadId
  readonly suggestion: number
  readonly say: (typeof DECISIONS)[number]
  readonly tier: Tier
  readonly text: string
  readonly reason: string | null // of a no, one line
}
/** What mail about a suggestion of its recipient is known by. */
export const aboutSuggestion = (number: number): string => `sug_${number}`
const OFFERERS: readonly SuggestionOffer['by'][] = ['master', 'person']
const DECISIONS = ['accept', 'decline'] as const

/** Mail that was read. */
export type Order =
  | { readonly verb: 'wake'; readonly thread: ThreadId; readonly tier: Tier | null }
  | { readonly verb: 'stop'; readonly run: RunId }
  | { readonly verb: 'acknowledge'; readonly alerts: readonly AlertId[]; readonly note: string | null }
  | { readonly verb: 'snooze'; readonly alerts: readonly AlertId[]; readonly until: Instant | 'change' }
  | { readonly verb: 'mute'; readonly thread: ThreadId; readonly until: Instant | null }
  | {
      readonly verb: 'pause'
      readonly thread: ThreadId | null // null: everything
      readonly until: Instant | null
      readonly reason: string
    }
  | { readonly verb: 'resume'; readonly thread: ThreadId | null }
  | { readonly verb: 'fetch-run'; readonly run: RunId }
  | Offer
  | Edit
  | Decision

export const MOST_ALERTS = 500
const NOTE_CHARS = 2000
export const REASON_CHARS = 200
const TEXT_CHARS = 1000

export const isExpired = ({ expiresAt }: Pick<Mail, 'expiresAt'>, hubNow: Instant): boolean =>
  expiresAt <= hubNow

/** `until` is by the hub's clock on the way, so that a machine whose clock is off is asked for what was meant. */
export function untilMoved(args: Mail['args'], byMs: number): Mail['args'] {
  const { until } = args
  return isInstant(until) && until + byMs >= 0 ? { ...args, until: Math.round(until + byMs) } : args
}

/** An error is a sentence for the sender: it names the field, what it may be and what came. */
export function readOrder({ verb, args }: Pick<Mail, 'verb' | 'args'>): Result<Order, string> {
  try {
    return ok(orderOf(verb, fieldsOf(verb, args)))
  } catch (error) {
    if (error instanceof Refusal) return err(error.message)
    throw error
  }
}

function orderOf(verb: MailVerb, args: ReturnType<typeof fieldsOf>): Order {
  switch (verb) {
    case 'wake':
      return { verb, thread: args.threadId('thread'), tier: args.tier('tier') }
    case 'stop':
      return { verb, run: args.runId('run') }
    case 'acknowledge':
      return { verb, alerts: args.alerts('alerts'), note: args.text('note', NOTE_CHARS) }
    case 'snooze':
      return { verb, alerts: args.alerts('alerts'), until: args.untilOrChange('until') }
    case 'mute':
      return { verb, thread: args.threadId('thread'), until: args.until('until') }
    case 'pause':
      return {
        verb,
        thread: args.thread('thread'),
        until: args.until('until'),
        reason: args.text('reason', REASON_CHARS) ?? '',
      }
    case 'resume':
      return { verb, thread: args.thread('thread') }
    case 'fetch-run':
      return { verb, run: args.runId('run') }
    case 'offer-suggestion':
      return { verb, ...offerOf(args) }
    case 'propose-edit':
      return { verb, ...offerOf(args), replaces: replacedOf(args) }
    case 'decide-suggestion':
      return {
        verb,
        thread: args.threadId('thread'),
        suggestion: args.number('suggestion'),
        say: args.oneOf('say', DECISIONS),
        tier: args.oneOf('tier', TIERS),
        text: args.line('text', TEXT_CHARS) ?? args.fail('text', 'a line with words'),
        reason: args.line('reason', REASON_CHARS),
      }
    default:
      throw new Refusal(`This version of Threadbeat does not take "${String(verb)}" from another machine.`)
  }
}

const offerOf = (args: ReturnType<typeof fieldsOf>): Omit<Offer, 'verb'> => ({
  thread: args.threadId('thread'),
  tier: args.oneOf('tier', TIERS),
  text: args.line('text', OFFER_CHARS.text) ?? args.fail('text', 'a line with words'),
  why: args.line('why', OFFER_CHARS.why),
  from: args.oneOf('from', OFFERERS),
})

const replacedOf = (args: ReturnType<typeof fieldsOf>): ListedText => ({
  tier: args.oneOf('wasTier', TIERS),
  text: args.line('wasText', TEXT_CHARS) ?? args.fail('wasText', 'a line with words'),
})

class Refusal extends Error {}

export const isId = (value: unknown, prefix: string): value is string =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && /^\w{3}_[\w-]{1,100}$/.test(value)
export const isInstant = (value: unknown): value is Instant =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LAST_INSTANT

/** What is nested is not looked into: written out, it could be deeper than the stack. */
function gotWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value)
}

/** What came from outside, field by field; whatever is not as it must be is a refusal, thrown. */
function fieldsOf(verb: string, args: Readonly<Record<string, unknown>>) {
  const fail = (field: string, wanted: string): never => {
    const value: unknown = args[field]
    throw new Refusal(`"${verb}" needs ${field} as ${wanted}, got ${gotWords(value)}.`)
  }
  const idOf = <T extends string>(field: string, prefix: string): T => {
    const value = args[field]
    return isId(value, prefix) ? (value as T) : fail(field, `an id that begins with ${prefix}_`)
  }
  return {
    threadId: (field: string) => idOf<ThreadId>(field, 'thr'),
    runId: (field: string) => idOf<RunId>(field, 'run'),
    thread: (field: string) => (args[field] === null ? null : idOf<ThreadId>(field, 'thr')),
    alerts(field: string): readonly AlertId[] {
      const value = args[field]
      const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST_ALERTS
      if (!isList || !value.every((id) => isId(id, 'alt')))
        return fail(field, `a list of 1 to ${MOST_ALERTS} ids that begin with alt_`)
      return value as unknown as readonly AlertId[]
    },
    tier(field: string): Tier | null {
      const value = args[field] ?? null
      if (value === null) return null
      return TIERS.find((tier) => tier === value) ?? fail(field, `one of ${TIERS.join(', ')}, or null`)
    },
    text(field: string, most: number): string | null {
      const value = args[field] ?? null
      if (value === null || value === '') return null
      const isShort = typeof value === 'string' && value.length <= most
      return isShort ? value : fail(field, `a text of at most ${most} characters`)
    },
    line(field: string, most: number): string | null {
      const value = this.text(field, most)
      return value !== null && /[\r\n]/.test(value) ? fail(field, 'one line') : value?.trim() || null
    },
    oneOf<T extends string>(field: string, words: readonly T[]): T {
      return words.find((word) => word === args[field]) ?? fail(field, `one of ${words.join(', ')}`)
    },
    number(field: string): number {
      const value = args[field]
      const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value > 0
      return isNumber ? value : fail(field, 'a whole number from 1')
    },
    fail,
    until(field: string): Instant | null {
      const value = args[field]
      if (value === null) return null
      return isInstant(value) ? value : fail(field, 'milliseconds since 1970, or null')
    },
    untilOrChange(field: string): Instant | 'change' {
      const value = args[field]
      if (value === 'change') return value
      return isInstant(value) ? value : fail(field, 'milliseconds since 1970, or "change"')
    },
  }
}
