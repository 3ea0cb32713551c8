import type { Cap } from '../../shared/settings/settings.ts'
import { CAPS_COPY as COPY } from './copy.ts'

/** The limit as it was typed, "$2,50" too, or what is wrong with it. */
export function readLimit(
  text: string,
  unit: Cap['unit'],
): { readonly limit: number } | { readonly problem: string } {
  const limit = Number(text.replace(',', '.').replace(/^\$/, ''))
  if (text.trim() === '' || !Number.isFinite(limit) || limit < 0 || limit > 1e12)
    return { problem: COPY.notAmount(text) }
  if (unit !== 'usd' && !Number.isInteger(limit)) return { problem: COPY.notWhole[unit](text) }
  return { limit }
}
