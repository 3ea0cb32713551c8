import type { SuggestionRecord } from './life.ts'

/** What was decided, in the words of the page and of the command line. */
export const DECIDED_WORDS: Readonly<Record<SuggestionRecord['state'], string>> = {
  proposed: 'open',
  accepted: 'accepted',
  adapted: 'accepted, changed',
  declined: 'declined',
  expired: 'expired',
  retired: 'retired',
}
export const BY_ITS_AGENT = 'by its agent'

type Decided = Pick<SuggestionRecord, 'number' | 'threadName' | 'state' | 'by' | 'text' | 'reason'>

/** Whether a record holds all words that were typed, in whatever order; none: it does. */
export function holdsWords({ number, threadName, state, by, text, reason }: Decided, typed: string): boolean {
  const own = [number, threadName, DECIDED_WORDS[state], by === 'agent' ? BY_ITS_AGENT : '', text, reason]
  const all = own.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
