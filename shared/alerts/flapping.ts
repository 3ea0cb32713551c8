import type { Strip } from '../runs/strip.ts'

const LOOKED_AT = 6
const FLIPS = 3
/** So many equal results in a row show that it has settled. */
const SETTLED = 3
const ENDED_WELL: readonly string[] = ['quiet', 'unchanged']
const NEEDS: readonly string[] = ['urgent', 'broken', 'blocked', 'alert', 'unproven']

/** It goes to and fro: three changes within the last six beats, until three equal ones in a row. */
export function isFlapping({ outcome }: Pick<Strip, 'outcome'>): boolean {
  const results = outcome
    .filter((o) => ENDED_WELL.includes(o) || NEEDS.includes(o))
    .map((o) => NEEDS.includes(o))
    .slice(-LOOKED_AT)
  const flips = results.filter((needs, i) => i > 0 && needs !== results[i - 1]).length
  const last = results.slice(-SETTLED)
  return flips >= FLIPS && !(last.length === SETTLED && last.every((needs) => needs === last[0]))
}
