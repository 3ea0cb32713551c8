import { err, ok, type Result } from '../../base/result.ts'
import type { Tier } from '../../schedule/tier.ts'
import { parse, serialize } from '../doc.ts'
import { applyEdit } from './edit.ts'

/** A line of a text in which a change is shown. */
export interface PlaceLine {
  readonly sign: '+' | ' '
  readonly text: string // without its line ending
}

/** Lines of the text that are shown before and after what comes. */
const AROUND = 2

/**
 * Where a new task would stand in a HEARTBEAT.md: the lines that come, with those around them. The error says why it
 * cannot be written there.
 */
export function placeOfTask(
  before: string,
  task: { readonly tier: Tier; readonly text: string },
): Result<readonly PlaceLine[], string> {
  const edited = applyEdit(parse(before), { do: 'addTask', ...task })
  if (!edited.ok) return err(edited.error.message)
  const was = linesOf(before)
  const is = linesOf(serialize(edited.value))
  const from = is.findIndex((line, i) => line !== was[i])
  const until = from + is.length - was.length
  const shown = (start: number, end: number, sign: PlaceLine['sign']): readonly PlaceLine[] =>
    is.slice(Math.max(0, start), end).map((text) => ({ sign, text }))
  return ok([
    ...shown(from - AROUND, from, ' '),
    ...shown(from, until, '+'),
    ...shown(until, until + AROUND, ' '),
  ])
}

const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
