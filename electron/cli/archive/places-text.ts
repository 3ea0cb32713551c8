import type { Place } from '../../store/archive/secrets.ts'
import { plain } from '../kit/text.ts'

/** "threads thr_1 agent.env.KEY", at most twelve of them. */
export const placesText = (places: readonly Place[]): string =>
  `${places
    .slice(0, 12)
    .map((p) => plain(`${p.table} ${p.row} ${p.what}`))
    .join(', ')}${places.length > 12 ? ` and ${places.length - 12} more` : ''}`
