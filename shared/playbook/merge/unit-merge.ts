import { parseStamp } from '../stamp.ts'
import { bodyOf, type Unit, type UnitKind } from './units.ts'
import { matchSequences } from '../../base/sequence-diff.ts'

interface MergedLines {
  readonly lines: readonly string[]
  readonly conflict: boolean
}

/** One unit that both sides still have. `base` null: both added it. */
export function mergeUnit(
  kind: UnitKind,
  base: readonly string[] | null,
  mine: readonly string[],
  theirs: readonly string[],
): MergedLines {
  if (same(mine, theirs) || (base !== null && same(base, theirs))) return { lines: mine, conflict: false }
  if (base !== null && same(base, mine)) return { lines: theirs, conflict: false }
  const head = mergeHead(kind, base?.[0] ?? null, mine[0] ?? '', theirs[0] ?? '')
  const details = mergeDetails(base?.slice(1) ?? [], mine.slice(1), theirs.slice(1))
  return { lines: [...head.lines, ...details, ...head.below], conflict: head.conflict }
}

/**
 * Whether a unit differs from its base in nothing but the box: too little to bring back what the other side
 * removed.
 */
export function onlyTicked(base: Unit, now: Unit): boolean {
  const plain = (lines: readonly string[]): string =>
    lines.map((l, i) => (i === 0 ? bodyOf(l).replace(BOX, '$1[ ]') : bodyOf(l))).join('\n')
  return plain(base.lines) === plain(now.lines)
}

const BOX = /^([\s\uFEFF]*(?:(?:[-*+]|\d{1,9}[.)])\s*)?)\[([ \txX]?)\]/

interface MergedHead extends MergedLines {
  readonly below: readonly string[]
}

function mergeHead(kind: UnitKind, base: string | null, mine: string, theirs: string): MergedHead {
  const clean = (line: string): MergedHead => ({ lines: [line], below: [], conflict: false })
  if (mine === theirs || base === theirs) return clean(mine)
  if (base === mine) return clean(theirs)
  switch (kind) {
    case 'task': {
      // Tick and words are two things: one side may tick what the other rewrites.
      const box = (line: string): string | null => BOX.exec(line)?.[2]?.trim().toLowerCase() ?? null
      const bare = (line: string): string => line.replace(BOX, '$1[]')
      const mineTick = base === null ? box(mine) || box(theirs) : box(mine)
      const ticked = base === null || box(base) === box(theirs) ? mineTick : box(theirs)
      const isSame = bare(mine) === bare(theirs)
      const isTheirsOnly = base !== null && bare(base) === bare(mine)
      const isMineOnly = base !== null && bare(base) === bare(theirs)
      const changed = isTheirsOnly ? theirs : null
      const words = isSame || isMineOnly ? mine : changed
      if (words === null) break
      return clean(
        ticked === null
          ? words
          : words.replace(BOX, (_, before: string) => `${before}[${ticked === '' ? ' ' : 'x'}]`),
      )
    }
    case 'stamp': {
      // `(never)` is a person's wish and wins; otherwise the later time does. Of two that nobody can read
      // both stay.
      const [m, t] = [stampRank(mine), stampRank(theirs)]
      if (m === -Infinity && t === -Infinity) break
      return clean(t > m ? theirs : mine)
    }
    case 'work': {
      // Two lines with one id would disable the queue: the state that is further along stays, the other is
      // noted below it.
      const rank = (line: string): number =>
        ['pending', 'in-progress', 'failed', 'done'].findIndex((state) => line.includes(`[${state}]`))
      const [kept, noted] = rank(theirs) > rank(mine) ? [theirs, mine] : [mine, theirs]
      return { lines: [kept], below: [`  merged: ${noted.trimStart()}`], conflict: true }
    }
    case 'heading':
    case 'flag':
    case 'line':
      break
  }
  return { lines: [mine, theirs], below: [], conflict: true }
}

const stampRank = (line: string): number =>
  /never/i.test(line) ? Infinity : (parseStamp(bodyOf(line).replace(/^[^:]*:[*_`\s]*/, '')) ?? -Infinity)

/** The union of both edits; a line removed by either side is gone, a line added by either is there once. */
function mergeDetails(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  const m = insertions(base, mine)
  const t = insertions(base, theirs)
  const lines: string[] = []
  for (let p = 0; p <= base.length; p++) {
    const added = m.before[p] ?? []
    lines.push(...added, ...(t.before[p] ?? []).filter((line) => !added.includes(line)))
    if (p < base.length && m.kept[p] && t.kept[p]) lines.push(base[p] ?? '')
  }
  return lines
}

function insertions(
  base: readonly string[],
  side: readonly string[],
): { before: string[][]; kept: boolean[] } {
  const partner = matchSequences(base, side)
  const before: string[][] = Array.from({ length: base.length + 1 }, () => [])
  let next = 0
  for (let p = 0; p <= base.length; p++) {
    const at = p === base.length ? side.length : (partner[p] ?? -1)
    if (at === -1) continue
    before[p]?.push(...side.slice(next, at))
    next = at + 1
  }
  return { before, kept: Array.from(partner, (at) => at !== -1) }
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i])
