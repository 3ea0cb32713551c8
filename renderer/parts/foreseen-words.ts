import type { Foreseen } from '../../shared/contract/beats.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { PARTS } from './copy.ts'

/** What happens by itself at a time to come. */
export function kindWords(e: Pick<Foreseen, 'kind' | 'tier'>): string {
  if (e.kind === 'beat') return e.tier === null ? 'beat' : PARTS.foreseen.tierBeat(TIER_WORD[e.tier])
  return e.kind === 'job' ? 'Job' : PARTS.foreseen.timed
}
