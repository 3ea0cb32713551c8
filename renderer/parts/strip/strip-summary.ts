import { OUTCOME_RANK } from '../../../shared/runs/run.ts'
import type { Strip } from '../../../shared/runs/strip.ts'
import { OUTCOME_WORD, type SlotFate } from '../../../shared/runs/outcome-words.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { PARTS } from '../copy.ts'

const PLURAL: Partial<Record<SlotFate, string>> = { alert: 'alerts', blocked: PARTS.needPermission }
const ORDER: readonly SlotFate[] = [...OUTCOME_RANK, 'running', 'waiting', 'merged']

/** What someone hears instead of seeing the bars: "32 beats: 28 quiet, 3 alerts, 1 missed". */
export function stripSummary(strip: Pick<Strip, 'outcome'>): string {
  if (strip.outcome.length === 0) return PARTS.noBeats
  const counts = new Map<SlotFate, number>()
  for (const outcome of strip.outcome) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const parts = ORDER.filter((o) => counts.has(o))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || ORDER.indexOf(a) - ORDER.indexOf(b))
    .map((o) => {
      const n = counts.get(o) ?? 0
      return `${n} ${n > 1 && PLURAL[o] !== undefined ? PLURAL[o] : OUTCOME_WORD[o].toLowerCase()}`
    })
  return `${plural(strip.outcome.length, 'beat')}: ${parts.join(', ')}`
}
