/**
 * Where a text stands in another, left to right and apart; by its letters, never as a pattern. At most
 * `limit` places.
 */
export function findPlaces(
  text: string,
  wanted: string,
  matchCase: boolean,
  limit = 10_000,
): readonly { readonly from: number; readonly to: number }[] {
  if (wanted === '') return []
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu')
  const places = []
  for (const match of text.matchAll(pattern)) {
    if (places.length >= limit) break
    places.push({ from: match.index, to: match.index + match[0].length })
  }
  return places
}

export const replacePlaces = (
  text: string,
  wanted: string,
  replacement: string,
  matchCase: boolean,
): string =>
  findPlaces(text, wanted, matchCase, Infinity).reduceRight(
    (after, { from, to }) => after.slice(0, from) + replacement + after.slice(to),
    text,
  )
