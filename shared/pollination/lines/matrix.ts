import { checkOf } from '../../runs/check-id.ts'
import { titleOf } from '../kinds/check-kinds.ts'
import type { ListedThread } from './line-advice.ts'
import { scriptCommand } from './script-line.ts'
import { patternOf } from './task-pattern.ts'

/** has: a line of its list; paused: one that is set aside there; could: its repository has a script for it, and no line; no: neither; kept: a person declined it. */
export const CELLS = { h: 'has', p: 'paused', c: 'could', n: 'no', k: 'kept' } as const
export type Cell = keyof typeof CELLS

/** Which lists have which checks. */
export interface Matrix {
  readonly threads: readonly { readonly number: number; readonly name: string }[]
  readonly rows: readonly {
    readonly pattern: string
    readonly title: string
    /** One letter of `CELLS` for each thread, in their order. */
    readonly cells: string
    readonly has: number
  }[]
}

interface Column extends Pick<ListedThread, 'number' | 'name' | 'state' | 'lines' | 'paused'> {
  /** Checks that a person does not want there. */
  readonly kept: ReadonlySet<string>
}

/** What most lists have comes first. A check that no list has is no row. */
export function matrixOf(columns: readonly Column[]): Matrix {
  const lists = columns.map(({ lines }) => new Set(lines.flatMap(({ text }) => checkIn(text))))
  const patterns = new Set(lists.flatMap((list) => [...list]))
  const rows = [...patterns].map((pattern) => {
    const cells = columns.map((column, i): Cell => (lists[i]!.has(pattern) ? 'h' : without(pattern, column)))
    const has = cells.filter((cell) => cell === 'h').length
    return { pattern, title: titleOf(pattern), cells: cells.join(''), has }
  })
  return {
    threads: columns.map(({ number, name }) => ({ number, name })),
    rows: rows.toSorted((a, b) => b.has - a.has || (a.pattern < b.pattern ? -1 : 1)),
  }
}

function checkIn(text: string): readonly string[] {
  const check = checkOf(text) ?? patternOf(text)
  return check === null ? [] : [check]
}

function without(pattern: string, { state, kept, paused }: Column): Cell {
  if (paused.some((text) => checkIn(text).includes(pattern))) return 'p'
  if (kept.has(pattern)) return 'k'
  const can = state?.checks.includes(pattern) === true && scriptCommand(pattern, state) !== null
  return can ? 'c' : 'n'
}
