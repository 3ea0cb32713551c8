/** Which scores are better. */
export type Direction = 'lower' | 'higher'

/**
 * What counts as progress over the last real step. auto: more than the noise that was measured, and than
 * AUTO_SHARE of the last real step. absolute: more than `by`, in units of the metric; 0 is "strictly better".
 * percent: more than `by` % of the last real step.
 */
export type MinGain =
  | { readonly kind: 'auto' }
  | { readonly kind: 'absolute'; readonly by: number }
  | { readonly kind: 'percent'; readonly by: number }

/** "auto", "0.5" or "2%"; null: unreadable. */
export function readMinGain(text: string): MinGain | null {
  if (text.trim() === 'auto') return { kind: 'auto' }
  const [, by, percent] = /^(\d{1,20}(?:\.\d{1,20})?) ?(%?)$/.exec(text.trim()) ?? []
  if (by === undefined) return null
  return { kind: percent === '%' ? 'percent' : 'absolute', by: Number(by) }
}

/** As it is read. */
export const minGainText = (gain: MinGain): string =>
  gain.kind === 'auto' ? 'auto' : `${gain.by}${gain.kind === 'percent' ? '%' : ''}`

/** Gains that creep below it for ever are no progress, also where a metric has no noise. */
const AUTO_SHARE = 0.02

/** The score as a number that can be compared; null: the run failed. */
export const usableScore = (score: unknown): number | null =>
  typeof score === 'number' && Number.isFinite(score) ? score : null

export const isBetter = (score: number, than: number, direction: Direction): boolean =>
  direction === 'lower' ? score < than : score > than

/** noise: what two measurements of the same thing may differ by; null: it was not measured. Never negative. */
export function thresholdOf(minGain: MinGain, noise: number | null, step: number): number {
  switch (minGain.kind) {
    case 'auto':
      return Math.max(noise ?? 0, Math.abs(step) * AUTO_SHARE)
    case 'absolute':
      return Math.max(0, minGain.by)
    case 'percent':
      return Math.max(0, (Math.abs(step) / 100) * minGain.by)
  }
}

/** Better than the last real step by more than the threshold. Exact where the threshold is 0. */
export const isProgress = (score: number, step: number, direction: Direction, threshold: number): boolean =>
  isBetter(score, step, direction) && (threshold === 0 || Math.abs(score - step) > threshold)
