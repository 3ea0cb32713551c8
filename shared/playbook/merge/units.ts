import { normalise, parse } from '../doc.ts'
import { matchSequences } from '../../base/sequence-diff.ts'

export type UnitKind = 'line' | 'heading' | 'stamp' | 'flag' | 'task' | 'work'

/**
 * A piece of the file that merges as a whole: a task with its details, a heading, …; any other line is a
 * unit of its own.
 */
export interface Unit {
  readonly kind: UnitKind
  /** What it is, whatever its box or its state says. Unique in its file, but for plain lines. */
  readonly token: string
  /** The token without the tier: how a task is found again in another one. '' for all but tasks. */
  readonly words: string
  readonly lines: readonly string[] // with their endings
}

export function unitsOf(text: string): readonly Unit[] {
  const doc = parse(text)
  const known = new Map<number, { kind: UnitKind; token: string; words: string; endLine: number }>()
  for (const { key, text: words, line, endLine } of doc.tasks)
    known.set(line, { kind: 'task', token: `task ${key}`, words: normalise(words), endLine })
  for (const { text: words, line, endLine } of doc.flags)
    known.set(line, { kind: 'flag', token: `flag ${normalise(words)}`, words: '', endLine })
  for (const { id, line, endLine } of doc.work)
    known.set(line, { kind: 'work', token: `work ${id}`, words: '', endLine })
  for (const { name, title, line } of doc.headings)
    known.set(line, { kind: 'heading', token: `heading ${name ?? title}`, words: '', endLine: line })
  for (const [tier, { line }] of Object.entries(doc.stamps))
    if (line !== null) known.set(line, { kind: 'stamp', token: `stamp ${tier}`, words: '', endLine: line })

  const units: Unit[] = []
  const counts = new Map<string, number>()
  for (let n = 1; n <= doc.lines.length; ) {
    const unit = known.get(n)
    const lines = doc.lines.slice(n - 1, unit?.endLine ?? n)
    if (unit === undefined) {
      units.push({ kind: 'line', token: `line ${bodyOf(lines[0] ?? '')}`, words: '', lines })
    } else {
      const count = (counts.get(unit.token) ?? 0) + 1
      counts.set(unit.token, count)
      units.push({
        kind: unit.kind,
        token: count === 1 ? unit.token : `${unit.token} (${count})`,
        words: unit.words,
        lines,
      })
    }
    n += lines.length
  }
  return units
}

export const bodyOf = (line: string): string => line.replace(/(?:\r\n|\n|\r)$/, '')

/** What one side did to the base. */
export class Side {
  /** added[p]: units that stand before base unit p here and are not matched. */
  readonly added: readonly (readonly Unit[])[]
  private readonly partner: Int32Array
  private readonly byToken = new Map<string, Unit>()
  private readonly movedTo = new Map<string, Unit>() // base token → where the task is now
  private readonly movedFrom = new Map<string, Unit>() // token here → base unit

  constructor(
    private readonly base: readonly Unit[],
    private readonly units: readonly Unit[],
  ) {
    this.partner = matchSequences(
      base.map((u) => u.token),
      units.map((u) => u.token),
    )
    const added: Unit[][] = Array.from({ length: base.length + 1 }, () => [])
    let next = 0
    for (let p = 0; p <= base.length; p++) {
      const at = p === base.length ? units.length : (this.partner[p] ?? -1)
      if (at === -1) continue
      for (; next < at; next++) added[p]?.push(units[next] as Unit)
      next = at + 1
    }
    this.added = added
    for (const unit of units) if (unit.kind !== 'line') this.byToken.set(unit.token, unit)
    this.findMoves()
  }

  /** The matched unit of base unit p, in its place; null: it is not there any more. */
  inPlace(p: number): Unit | null {
    return this.units[this.partner[p] ?? -1] ?? null
  }

  /** Where a base unit is now, moved or not; null: removed, or reworded so that nobody can tell. */
  now(unit: Unit): Unit | null {
    return this.byToken.get(unit.token) ?? this.movedTo.get(unit.token) ?? null
  }

  /** The base unit that a unit of this side was; null: it is new. */
  origin(unit: Unit, inBase: ReadonlyMap<string, Unit>): Unit | null {
    return inBase.get(unit.token) ?? this.movedFrom.get(unit.token) ?? null
  }

  /** The other side's unit of the same name, when neither was in the base. */
  twin(token: string): Unit | null {
    return this.byToken.get(token) ?? null
  }

  /** Whether what is added before base unit p takes the place of base unit p − 1. */
  replaces(p: number): boolean {
    return p > 0 && this.partner[p - 1] === -1
  }

  /** A task that vanished from one tier and appeared in another with the same words has moved. */
  private findMoves(): void {
    const inBase = new Set(this.base.map((u) => u.token))
    const appeared = new Map<string, Unit>()
    for (const unit of this.units)
      if (unit.words !== '' && !inBase.has(unit.token)) appeared.set(unit.words, unit)
    for (const unit of this.base) {
      const to = unit.words === '' || this.byToken.has(unit.token) ? undefined : appeared.get(unit.words)
      if (to === undefined) continue
      appeared.delete(unit.words)
      this.movedTo.set(unit.token, to)
      this.movedFrom.set(to.token, unit)
    }
  }
}
