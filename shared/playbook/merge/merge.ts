import { parse } from '../doc.ts'
import { endingOf } from '../lines.ts'
import { mergeUnit, onlyTicked } from './unit-merge.ts'
import { Side, unitsOf, type Unit } from './units.ts'

/** Two changes of the same thing. Both are in the merged text; a person may want to drop one. */
interface MergeConflict {
  readonly kind: 'same_line' | 'removed_and_changed' | 'moved_twice'
  readonly line: number // in the merged text, from 1
  readonly mine: string // '': removed
  readonly theirs: string
}

interface Merged {
  readonly text: string
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Three-way merge of HEARTBEAT.md. Lines are matched by what they are: a task by tier and words, so that
 * one side may tick or move it while the other edits around it; flags, work items, stamps and headings
 * likewise; anything else by its text. The result is the union of both edits: what either side added is in
 * it; what either side removed is gone, unless the other changed it.
 */
export function merge3(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: [] }
  if (base === mine) return { text: theirs, conflicts: [] }
  return new Merge(unitsOf(base), unitsOf(mine), unitsOf(theirs)).result(parse(mine).eol)
}

class Merge {
  private readonly mine: Side
  private readonly theirs: Side
  private readonly inBase: ReadonlyMap<string, Unit>
  private readonly placed = new Set<string>()
  private readonly movedTwice = new Set<Unit>()
  private readonly lines: string[] = []
  private readonly conflicts: MergeConflict[] = []

  constructor(
    private readonly base: readonly Unit[],
    mine: readonly Unit[],
    theirs: readonly Unit[],
  ) {
    this.inBase = new Map(base.filter((u) => u.kind !== 'line').map((u) => [u.token, u]))
    this.mine = new Side(base, mine)
    this.theirs = new Side(base, theirs)
  }

  result(eol: string): Merged {
    this.base.forEach((unit, p) => {
      this.placeAdded(p)
      this.placeKept(unit, p)
    })
    this.placeAdded(this.base.length)
    return { text: joined(this.lines, eol), conflicts: this.conflicts }
  }

  /**
   * Both sides' additions at one place: equal ones once, a replacement before a mere addition, mine before
   * theirs.
   */
  private placeAdded(p: number): void {
    const mine = this.mine.added[p] ?? []
    const theirs = this.theirs.added[p] ?? []
    const shorter = Math.min(mine.length, theirs.length)
    let head = 0
    while (head < shorter && sameLines(mine[head], theirs[head])) head++
    let tail = 0
    while (tail < shorter - head && sameLines(mine.at(-1 - tail), theirs.at(-1 - tail))) tail++
    const onlyMine = mine.slice(head, mine.length - tail)
    const onlyTheirs = theirs.slice(head, theirs.length - tail)

    for (const unit of mine.slice(0, head)) this.place(unit, this.mine)
    if (this.replacedByBoth(p, onlyMine, onlyTheirs))
      this.conflict('same_line', textOf(onlyMine), textOf(onlyTheirs))
    const mineFirst = this.mine.replaces(p) || !this.theirs.replaces(p)
    if (mineFirst) for (const unit of onlyMine) this.place(unit, this.mine)
    for (const unit of onlyTheirs) this.place(unit, this.theirs)
    if (!mineFirst) for (const unit of onlyMine) this.place(unit, this.mine)
    for (const unit of mine.slice(mine.length - tail)) this.place(unit, this.mine)
  }

  private replacedByBoth(p: number, mine: readonly Unit[], theirs: readonly Unit[]): boolean {
    const before = this.base[p - 1]
    if (before === undefined || !this.mine.replaces(p) || !this.theirs.replaces(p)) return false
    if (this.mine.now(before) !== null || this.theirs.now(before) !== null) return false // it only moved
    return (
      mine.some((u) => this.mine.origin(u, this.inBase) === null) &&
      theirs.some((u) => this.theirs.origin(u, this.inBase) === null)
    )
  }

  /** A unit that `side` put here: new, or from elsewhere in the base. */
  private place(unit: Unit, side: Side): void {
    if (unit.kind === 'line') return this.push(unit.lines)
    if (this.placed.has(unit.token)) return
    const other = side === this.mine ? this.theirs : this.mine
    const origin = side.origin(unit, this.inBase)
    const counterpart = origin === null ? other.twin(unit.token) : other.now(origin)
    if (counterpart === null) {
      // The other side removed it. A new order alone does not bring it back; another tier or other words
      // do.
      if (origin !== null && origin.token === unit.token && onlyTicked(origin, unit)) return
      if (origin !== null) this.removedAndChanged(unit, side)
      return this.merge(unit, null, unit, unit)
    }
    if (
      origin !== null &&
      unit.token !== counterpart.token &&
      unit.token !== origin.token &&
      counterpart.token !== origin.token
    ) {
      if (!this.movedTwice.has(origin))
        this.conflict(
          'moved_twice',
          textOf([side === this.mine ? unit : counterpart]),
          textOf([side === this.mine ? counterpart : unit]),
        )
      this.movedTwice.add(origin)
    }
    this.merge(unit, origin, side === this.mine ? unit : counterpart, side === this.mine ? counterpart : unit)
  }

  /** A base unit where it stood, unless a side removed it or moved it elsewhere. */
  private placeKept(unit: Unit, p: number): void {
    const mine = this.mine.inPlace(p)
    const theirs = this.theirs.inPlace(p)
    if (mine !== null && theirs !== null) return this.merge(unit, unit, mine, theirs)
    const kept = mine ?? theirs
    if (kept === null || unit.kind === 'line') return
    const side = mine === null ? this.theirs : this.mine
    const other = mine === null ? this.mine : this.theirs
    if (other.now(unit) !== null || onlyTicked(unit, kept)) return
    this.removedAndChanged(kept, side)
    this.merge(unit, null, kept, kept)
  }

  private merge(unit: Unit, base: Unit | null, mine: Unit, theirs: Unit): void {
    if (unit.kind !== 'line') {
      if (this.placed.has(unit.token)) return
      this.placed.add(unit.token)
    }
    const merged = mergeUnit(unit.kind, base?.lines ?? null, mine.lines, theirs.lines)
    if (merged.conflict) this.conflict('same_line', textOf([mine]), textOf([theirs]))
    this.push(merged.lines)
  }

  private removedAndChanged(unit: Unit, by: Side): void {
    this.conflict(
      'removed_and_changed',
      by === this.mine ? textOf([unit]) : '',
      by === this.mine ? '' : textOf([unit]),
    )
  }
  private conflict(kind: MergeConflict['kind'], mine: string, theirs: string): void {
    this.conflicts.push({ kind, line: this.lines.length + 1, mine, theirs })
  }
  private push(lines: readonly string[]): void {
    for (const line of lines) this.lines.push(line)
  }
}

const sameLines = (a: Unit | undefined, b: Unit | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, i) => line === b.lines[i])
const textOf = (units: readonly Unit[]): string => units.flatMap((u) => u.lines).join('')

/**
 * Lines that never stood below each other: one without an ending gets one, and "\r" before "\n" must not
 * become one ending.
 */
const joined = (lines: readonly string[], eol: string): string =>
  lines
    .map((line, i) => {
      const below = lines[i + 1]
      if (below === undefined) return line
      if (endingOf(line) === '') return line + eol
      return endingOf(line) === '\r' && below.startsWith('\n') ? `${line.slice(0, -1)}\n` : line
    })
    .join('')
