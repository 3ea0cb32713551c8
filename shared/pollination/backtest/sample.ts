/**
 * Which of `count` commits are tried, and in which order: the newest, the oldest, then always the middle of the widest
 * gap, so that those tried are spread evenly whenever time runs out.
 */
export function sampleOrder(count: number, atMost: number): readonly number[] {
  if (count <= 0 || atMost <= 0) return []
  const chosen = count === 1 ? [0] : [0, count - 1]
  while (chosen.length < Math.min(count, atMost)) {
    const sorted = chosen.toSorted((a, b) => a - b)
    let widest = 0
    for (let i = 1; i + 1 < sorted.length; i++) if (gapAfter(sorted, i) > gapAfter(sorted, widest)) widest = i
    chosen.push(sorted[widest]! + Math.floor(gapAfter(sorted, widest) / 2))
  }
  return chosen.slice(0, atMost)
}

const gapAfter = (sorted: readonly number[], i: number): number => sorted[i + 1]! - sorted[i]!
