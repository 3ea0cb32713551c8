import { plural } from '../../base/amounts.ts'

interface Outcome {
  readonly stands: boolean
  readonly raised: number
  readonly confirmed: number
  readonly worstMs: number | null
  readonly mayRetire: boolean
}

/** What became of a line that was taken up, as half a sentence. */
export function outcomeWords({ stands, raised, confirmed, worstMs, mayRetire }: Outcome): string {
  if (!stands) return 'the line was changed or taken out since'
  const found =
    raised === 0
      ? `found nothing ${mayRetire ? 'in 60 days' : 'so far'}`
      : `found something ${plural(raised, 'time')}, ${confirmed} of them confirmed`
  return worstMs === null ? found : `${found}; takes up to ${seconds(worstMs)} s`
}

const seconds = (ms: number): string => (ms < 10_000 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)))
