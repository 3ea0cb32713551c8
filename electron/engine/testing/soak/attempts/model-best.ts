import type { Tried } from './model-state.ts'
import { GAIN, NOISE } from './steps.ts'

/** The best of what nobody struck, and the last real step, as if only that had ever been tried. Lower is better. */
export function bestOf(tried: readonly Tried[]): {
  readonly best: number | null
  readonly step: number | null
} {
  let best: number | null = null
  let step: number | null = null
  for (const { score, class: of, isStruck } of tried) {
    if (of !== 'real' || isStruck || score === null) continue
    if (best !== null && best - score <= NOISE) continue
    best = score
    if (step === null || step - score > GAIN) step = score
  }
  return { best, step }
}
