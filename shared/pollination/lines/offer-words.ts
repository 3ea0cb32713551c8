import { withheldBecause } from '../suspect/withheld.ts'
import type { SuggestionOffer } from './life.ts'
import { nameWords } from './name-words.ts'

/** Whose advice it is, in the middle of a sentence. A name that looks like an attack is left out. */
export function offerWords({ name, by }: Pick<SuggestionOffer, 'name' | 'by'>): string {
  const machine = withheldBecause(name) === null ? nameWords(name) : 'another machine'
  return `${by === 'master' ? 'the master' : 'you'} on ${machine}`
}
