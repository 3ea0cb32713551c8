import { plural } from '../../base/amounts.ts'
import { WORTH_DAYS } from './life.ts'

interface Outcome {
  readonly stands: boolean
  readonly raised: number
  readonly confirmed: number
  readonly worstMs: number | null
  readonly needs: 'approval' | 'agent' | 'beat' | null
  readonly mayRetire: boolean
}

const NEEDS = {
  approval: 'has not run yet; its command runs once you approve it',
  agent: 'has not been checked: it needs an agent, and its thread has local checks',
  beat: 'has not been checked yet',
} as const

/** What became of a line that was taken up, as half a sentence. */
export function outcomeWords({ stands, raised, confirmed, worstMs, needs, mayRetire }: Outcome): string {
  if (!stands) return 'the line was changed, moved or taken out since; it is not suggested again'
  if (needs !== null) return NEEDS[needs]
  const found =
    raised === 0
      ? `found nothing ${mayRetire ? `in ${WORTH_DAYS} days` : 'so far'}`
      : `found something ${plural(raised, 'time')}, ${confirmed} of them confirmed`
  return worstMs === null ? found : `${found}; takes up to ${seconds(worstMs)} s`
}

const seconds = (ms: number): string => (ms < 10_000 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)))
