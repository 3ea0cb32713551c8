import type { LiveMessage } from '../views/live.ts'

/**
 * What the window is told goes over its channel as one text. The contract's library looks at every value of a message
 * and writes down where dates and the like stand, ten times as long as JSON takes for it; in these there are none. For
 * both ends of a channel.
 */
export const LIVE_TEXT = {
  type: 21, // up to 20 they are the library's own
  condition: isLiveMessage,
  serialize: (message: LiveMessage): string => JSON.stringify(message satisfies Plain<LiveMessage>),
  deserialize(text: unknown): unknown {
    if (typeof text !== 'string') throw new TypeError('what the window is told must come as a text')
    return JSON.parse(text)
  },
}

/** What JSON gives back as it was: a message with anything else in it is a compile error. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends
        | bigint
        | symbol
        | Date
        | ((...args: never) => unknown)
        | ReadonlyMap<unknown, unknown>
        | ReadonlySet<unknown>
    ? never
    : { readonly [K in keyof T]: Plain<T[K]> }

/** Asked of every value that goes over the channel. */
function isLiveMessage(value: unknown): value is LiveMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return (value.kind === 'snapshot' && 'snapshot' in value) || (value.kind === 'delta' && 'changed' in value)
}
