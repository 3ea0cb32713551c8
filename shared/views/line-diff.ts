import { matchSequences } from '../base/sequence-diff.ts'

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/**
 * Every line of both texts: "+ " new, "- " gone, " " as it was. null: there is no file. Meant for files of
 * a few hundred lines.
 */
export function lineDiff(before: string | null, after: string): string {
  const a = linesOf(before ?? '')
  const b = linesOf(after)
  const partner = matchSequences(a, b)
  const out: string[] = []
  let j = 0
  for (const [i, line] of a.entries()) {
    const to = partner[i] ?? -1
    if (to < j) {
      out.push(`- ${line}`)
      continue
    }
    while (j < to) out.push(`+ ${b[j++] ?? ''}`)
    out.push(`  ${line}`)
    j++
  }
  while (j < b.length) out.push(`+ ${b[j++] ?? ''}`)
  return out.join('\n')
}
