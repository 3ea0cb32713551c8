import { withheldBecause } from '../suspect/withheld.ts'
import type { ListedText, SuggestionOffer } from './life.ts'
import { nameWords } from './name-words.ts'

/** Whose advice it is, in the middle of a sentence. A name that looks like an attack is left out. */
export function offerWords({ name, by }: Pick<SuggestionOffer, 'name' | 'by'>): string {
  const machine = withheldBecause(name) === null ? nameWords(name) : 'another machine'
  return `${by === 'master' ? 'the master' : 'you'} on ${machine}`
}

/** Of an edit: in whose place its line stands once it is accepted, behind that line. */
export const replacesWords = ({ text, tier }: ListedText): string => `in place of ${text} (${tier})`

/** Words of somebody at another machine, as nothing of Threadbeat's own: what stands behind the marks is not theirs. */
export const quotedWords = (words: string): string => `“${words.replaceAll(/["“”„‟«»]/g, '’')}”`
