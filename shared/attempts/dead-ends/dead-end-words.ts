import { firstOf } from '../../base/amounts.ts'
import { oneLine } from '../../base/one-line.ts'
import type { KnownDeadEnd, Voice } from './dead-end.ts'

/** Whether it binds, in words that stand alone. */
export const DEAD_END_STATE: Readonly<Record<KnownDeadEnd['state'], string>> = {
  binding: 'holds',
  claimed: 'one voice, not proven',
  disputed: 'disputed',
  stale: 'expired',
}

/** The ones that matter first, and of these the newest. */
export const byWeight = (deadEnds: readonly KnownDeadEnd[]): readonly KnownDeadEnd[] =>
  STATES.flatMap((state) =>
    deadEnds.filter((deadEnd) => deadEnd.state === state).toSorted((a, b) => b.number - a.number),
  )
const STATES: readonly KnownDeadEnd['state'][] = ['binding', 'claimed', 'disputed', 'stale']

/** "dead end 3 (by attempts 4, 7; disputed by a person): Vectors do not work". */
export function deadEndLine({ number, claim, voices }: KnownDeadEnd): string {
  const disputes = voices.filter(({ kind }) => kind === 'dispute')
  const against = disputes.length === 0 ? '' : `; disputed ${byWords(disputes)}`
  return `dead end ${number} (${byWords(voices.filter(({ kind }) => kind === 'support'))}${against}): ${oneLine(claim)}`
}

const EVIDENCE_SHOWN = 6
function byWords(voices: readonly Voice[]): string {
  const attempts = [...new Set(voices.flatMap(({ evidence }) => evidence))].map(String)
  const word = attempts.length === 1 ? 'attempt' : 'attempts'
  const named = attempts.length === 0 ? [] : [`${word} ${firstOf(attempts, EVIDENCE_SHOWN)}`]
  const persons = voices.some(({ by }) => by === null) ? ['a person'] : []
  const all = [...named, ...persons]
  return all.length === 0 ? 'without a voice for it' : `by ${all.join(' and ')}`
}
