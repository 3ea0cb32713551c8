import { SECTION_TITLE, type SectionName } from '../sections.ts'

/** Letters that may be wrong, missing or too many. */
const MISSPELT = 3

/** The section that a heading of none of ours was probably meant to be; null: none. */
export function nearSection(title: string): SectionName | null {
  const words = title
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
  if (words.length < 4) return null
  const [near] = (Object.keys(SECTION_TITLE) as SectionName[])
    .map((name) => {
      const title = SECTION_TITLE[name].toLowerCase()
      return { name, far: Math.min(distance(words, title), distance(inOrder(words), inOrder(title))) }
    })
    .sort((a, b) => a.far - b.far)
  return near === undefined || near.far > MISSPELT ? null : near.name
}

/** "Flags, urgent" is meant as "Urgent Flags". */
const inOrder = (words: string): string => words.split(' ').toSorted().join(' ')

/** Levenshtein; Infinity where their lengths alone are too far apart. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MISSPELT) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
