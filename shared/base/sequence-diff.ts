/**
 * For each element of `a` the index of its partner in `b`, or -1: a longest common order of equal tokens,
 * near enough. Tokens that are unique on both sides are matched first (patience), the gaps between them
 * with Myers' shortest edit script. A gap so different that the script would grow quadratic is left
 * unmatched.
 */
export function matchSequences(a: readonly string[], b: readonly string[]): Int32Array {
  const numbers = new Map<string, number>()
  const numbered = (tokens: readonly string[]): Int32Array =>
    Int32Array.from(tokens, (token) => {
      const known = numbers.get(token)
      if (known !== undefined) return known
      numbers.set(token, numbers.size)
      return numbers.size - 1
    })
  const matcher = new Matcher(numbered(a), numbered(b), numbers.size)
  matcher.match(0, a.length, 0, b.length)
  return matcher.partner
}

const MAX_EDITS = 2000

class Matcher {
  readonly partner: Int32Array
  private readonly countA: Int32Array
  private readonly countB: Int32Array
  private readonly whereB: Int32Array

  constructor(
    private readonly a: Int32Array,
    private readonly b: Int32Array,
    tokens: number,
  ) {
    this.partner = new Int32Array(a.length).fill(-1)
    this.countA = new Int32Array(tokens)
    this.countB = new Int32Array(tokens)
    this.whereB = new Int32Array(tokens)
  }

  match(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    for (const at of [...this.anchors(aFrom, aTo, bFrom, bTo), aTo]) {
      const to = at === aTo ? bTo : (this.whereB[this.a[at] ?? 0] ?? bTo)
      if (at < aTo) this.partner[at] = to
      this.gap(aFrom, at, bFrom, to)
      aFrom = at + 1
      bFrom = to + 1
    }
  }

  private gap(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    const { a, b, partner } = this
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) partner[aFrom++] = bFrom++
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) partner[--aTo] = --bTo
    if (aFrom < aTo && bFrom < bTo) this.shortestScript(aFrom, aTo, bFrom, bTo)
  }

  /**
   * Indices in `a` of tokens unique on both sides, the longest run of them that has the same order in `b`.
   */
  private anchors(aFrom: number, aTo: number, bFrom: number, bTo: number): number[] {
    const { a, b, countA, countB, whereB } = this
    for (let i = aFrom; i < aTo; i++) countA[a[i] ?? 0]!++
    for (let j = bFrom; j < bTo; j++) {
      countB[b[j] ?? 0]!++
      whereB[b[j] ?? 0] = j
    }
    const piles: number[] = [] // index in a of the top of each pile, by growing position in b
    const before = new Map<number, number>()
    for (let i = aFrom; i < aTo; i++) {
      const token = a[i] ?? 0
      if (countA[token] !== 1 || countB[token] !== 1) continue
      const at = whereB[token] ?? 0
      let low = 0
      let high = piles.length
      while (low < high) {
        const mid = (low + high) >> 1
        if ((whereB[a[piles[mid] ?? 0] ?? 0] ?? 0) < at) low = mid + 1
        else high = mid
      }
      if (low > 0) before.set(i, piles[low - 1] ?? 0)
      piles[low] = i
    }
    for (let i = aFrom; i < aTo; i++) countA[a[i] ?? 0] = 0
    for (let j = bFrom; j < bTo; j++) countB[b[j] ?? 0] = 0
    const run: number[] = []
    for (let at = piles.at(-1); at !== undefined; at = before.get(at)) run.push(at)
    return run.reverse()
  }

  /** Myers 1986, forward only; the furthest points of every round are kept to walk back. */
  private shortestScript(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    const { a, b, partner } = this
    const n = aTo - aFrom
    const m = bTo - bFrom
    const limit = Math.min(n + m, MAX_EDITS)
    const rounds: Int32Array[] = []
    const furthest = new Int32Array(2 * limit + 3)
    const mid = limit + 1
    for (let d = 0; d <= limit; d++) {
      rounds.push(furthest.slice(mid - d - 1, mid + d + 2))
      for (let k = -d; k <= d; k += 2) {
        let x =
          k === -d || (k !== d && (furthest[mid + k - 1] ?? 0) < (furthest[mid + k + 1] ?? 0))
            ? (furthest[mid + k + 1] ?? 0)
            : (furthest[mid + k - 1] ?? 0) + 1
        let y = x - k
        while (x < n && y < m && a[aFrom + x] === b[bFrom + y]) {
          x++
          y++
        }
        furthest[mid + k] = x
        if (x < n || y < m) continue
        for (let round = d; round > 0; round--) {
          const saved = rounds[round] ?? furthest
          const at = (diagonal: number): number => saved[diagonal + round + 1] ?? 0
          const diagonal = x - y
          const down = diagonal === -round || (diagonal !== round && at(diagonal - 1) < at(diagonal + 1))
          const fromX = down ? at(diagonal + 1) : at(diagonal - 1)
          const fromY = fromX - (down ? diagonal + 1 : diagonal - 1)
          const startX = down ? fromX : fromX + 1
          while (x > startX) partner[aFrom + --x] = bFrom + --y
          x = fromX
          y = fromY
        }
        while (x > 0 && y > 0) partner[aFrom + --x] = bFrom + --y
        return
      }
    }
  }
}
