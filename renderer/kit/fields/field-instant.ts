import type { Instant } from '../../../shared/base/time.ts'

/** When the clock here shows what a field holds. null: it holds nothing, or no time. */
export function fieldInstant(value: string): Instant | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(at) ? null : at
}
