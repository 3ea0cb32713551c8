import { err, ok, type Result } from '../../base/result.ts'
import { matchSequences } from '../../base/sequence-diff.ts'
import type { Tier } from '../../schedule/tier.ts'
import { parse, serialize } from '../doc.ts'
import { changeLine } from './change-line.ts'
import { applyEdit } from './edit.ts'

/** A line of a text in which a change is shown. */
export interface PlaceLine {
  readonly sign: '+' | '-' | ' '
  readonly text: string // without its line ending
}

/** Lines of the text that are shown before and after each change. */
const AROUND = 2
/** Stands for the lines between two changes. */
const BETWEEN: PlaceLine = { sign: ' ', text: '…' }

/**
 * What a HEARTBEAT.md gets by a new task, or by one that stands in the place of another: the lines that come and go,
 * with those around them. The error says why it cannot be written there.
 */
export function placeOfTask(
  before: string,
  task: Line & { readonly replaces?: Line | null },
): Result<readonly PlaceLine[], string> {
  const { tier, text, replaces = null } = task
  const doc = parse(before)
  const edited =
    replaces === null
      ? applyEdit(doc, { do: 'addTask', tier, text })
      : changeLine(doc, replaces, { tier, text })
  if (!edited.ok) return err(edited.error.message)
  return ok(shortened(linesBetween(linesOf(before), linesOf(serialize(edited.value)))))
}

interface Line {
  readonly tier: Tier
  readonly text: string
}

/** Both texts in one: what goes stands before what comes. */
function linesBetween(was: readonly string[], is: readonly string[]): readonly PlaceLine[] {
  const partner = matchSequences(was, is)
  const lines: PlaceLine[] = []
  let next = 0
  const come = (until: number): void => {
    for (; next < until; next++) lines.push({ sign: '+', text: is[next]! })
  }
  for (const [i, text] of was.entries()) {
    const to = partner[i] ?? -1
    if (to < next) lines.push({ sign: '-', text })
    else {
      come(to)
      lines.push({ sign: ' ', text })
      next = to + 1
    }
  }
  come(is.length)
  return lines
}

/** What is far from every change is left out. */
function shortened(lines: readonly PlaceLine[]): readonly PlaceLine[] {
  const changes = lines.flatMap(({ sign }, i) => (sign === ' ' ? [] : [i]))
  const isNear = (i: number): boolean => changes.some((at) => Math.abs(at - i) <= AROUND)
  const shown = lines.flatMap((line, i) => (isNear(i) ? [{ line, i }] : []))
  return shown.flatMap(({ line, i }, n) => {
    const last = shown[n - 1]?.i ?? i - 1
    return last === i - 1 ? [line] : [BETWEEN, line]
  })
}

const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
