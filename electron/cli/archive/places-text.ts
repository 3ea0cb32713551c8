import type { Place } from '../../store/archive/secrets.ts'
import { plain } from '../kit/text.ts'

/** What nobody would know by the name under which it is kept. */
const KNOWN: Readonly<Record<string, string>> = { webhook_token: 'the token of the local door for events' }

/** "agent.env.KEY of thread thr_1", at most twelve of them. */
export const placesText = (places: readonly Place[]): string =>
  `${places
    .slice(0, 12)
    .map((p) => plain(placeText(p)))
    .join(', ')}${places.length > 12 ? ` and ${places.length - 12} more` : ''}`

function placeText({ table, row, what }: Place): string {
  // a table of keys and values has both under one name
  if (row === what) return KNOWN[what] ?? `${what} of the app`
  return `${what} of ${table.replaceAll('_', ' ').replace(/s$/, '')} ${row}`
}
