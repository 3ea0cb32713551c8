import { matchSequences } from '../../base/sequence-diff.ts'

/**
 * One replacement in the text: `from` and `to` count from its start, in UTF-16 units, and lie in the text
 * as it was.
 */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Replacements that make one list of lines the other; inside a line only what differs. */
export function lineChanges(before: readonly string[], after: readonly string[]): readonly TextChange[] {
  const partner = matchSequences(before, after)
  const changes: TextChange[] = []
  let at = 0 // in the text before
  let j = 0
  let from = 0
  let removed = ''
  const flush = (upTo: number): void => {
    const insert = after.slice(j, upTo).join('')
    j = upTo
    if (removed !== insert) changes.push(trimmed(from, removed, insert))
    removed = ''
  }
  for (const [i, line] of before.entries()) {
    const to = partner[i] ?? -1
    if (to >= j) {
      flush(to)
      j = to + 1
      from = at + line.length
    } else removed += line
    at += line.length
  }
  flush(after.length)
  return changes
}

function trimmed(from: number, removed: string, insert: string): TextChange {
  let head = 0
  while (head < removed.length && head < insert.length && removed[head] === insert[head]) head++
  let tail = 0
  while (
    tail < removed.length - head &&
    tail < insert.length - head &&
    removed[removed.length - 1 - tail] === insert[insert.length - 1 - tail]
  )
    tail++
  return {
    from: from + head,
    to: from + removed.length - tail,
    insert: insert.slice(head, insert.length - tail),
  }
}

/** Each at its place in the text as it was; in order, and none over another. */
export const applyChanges = (text: string, changes: readonly TextChange[]): string =>
  changes.reduceRight((after, { from, to, insert }) => after.slice(0, from) + insert + after.slice(to), text)
