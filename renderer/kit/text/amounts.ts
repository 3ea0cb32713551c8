import { money } from '../../../shared/base/amounts.ts'

/** Numbers of what agents use up, short enough to stand in a line. */
/** Of one run, where a cent is much. */
export const runCost = (usd: number): string => (usd < 1 ? `$${usd.toFixed(4)}` : money(usd))
export const count = (n: number): string => Math.round(n).toLocaleString('en-US')
/** 1284600 → "1.28 M" */
export function short(n: number): string {
  if (n < 1000) return String(Math.round(n))
  if (n < 999_500) return `${n < 10_000 ? (n / 1000).toFixed(1) : Math.round(n / 1000)} k`
  return `${(n / 1e6).toFixed(n < 1e7 ? 2 : 1)} M`
}
export const bytes = (n: number): string => {
  if (n < 1000) return `${n} B`
  if (n < 1e6) return `${(n / 1000).toFixed(1)} kB`
  return `${(n / 1e6).toFixed(1)} MB`
}
