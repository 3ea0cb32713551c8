import { findHidden } from '../../base/hidden-text.ts'
import { exactLineText } from '../../playbook/lint/line-print.ts'
import { endingOf } from '../../playbook/lines.ts'
import type { HeartbeatDoc } from '../../playbook/model.ts'
import { suspectBecause, withheldBecause } from './withheld.ts'

/** A line of HEARTBEAT.md that looks like an attack. */
export interface LookedAt {
  readonly line: number // from 1
  /** Exactly as it stands, without its ending; of one that is very long, its beginning with a name of the whole. */
  readonly text: string
  /** What is wrong with it, as the end of a sentence. */
  readonly why: string
}

const JOINED = 1000
const COMMENT = /<!--.{0,1000}?-->/g
/** What begins a line of its own: nothing before it belongs to it. */
const BEGINS = /^\s{0,20}(?:[-*+>#|]|\d{1,4}[.)])/

/**
 * In file order. `look`: may know what it was asked before. What is an item (a task, a flag, work) is looked at as it is read, too: an agent is told
 * it so.
 */
export function suspectLines(doc: HeartbeatDoc, look = suspectBecause): readonly LookedAt[] {
  const bodies = doc.lines.map((line) => line.slice(0, line.length - endingOf(line).length))
  const items = new Map(
    [
      ...doc.tasks,
      ...doc.flags,
      ...doc.paused,
      ...doc.work.map(({ line, title }) => ({ line, text: title })),
    ].map(({ line, text }) => [line, text]),
  )
  const whys = bodies.map((body, i) => whyOf(body, i, items.get(i + 1), look))
  // Words that are split between a line and the one that goes on with it.
  bodies.forEach((body, i) => {
    const before = bodies[i - 1]
    if (before === undefined || whys[i] !== null || whys[i - 1] !== null) return
    if (body.trim() === '' || before.trim() === '' || BEGINS.test(body)) return
    whys[i] = look(`${before.slice(-JOINED)} ${body.trim().slice(0, JOINED)}`)
  })
  return bodies.flatMap((body, i) => {
    const why = whys[i] ?? null
    return why === null ? [] : [{ line: i + 1, text: exactLineText(doc.lines[i] ?? ''), why }]
  })
}

/** `item`: its words, where it is one. */
function whyOf(
  body: string,
  i: number,
  item: string | undefined,
  look: typeof suspectBecause,
): string | null {
  if (body.trim() === '') return null
  // A file may start with a byte order mark.
  const text = i === 0 && body.startsWith('\uFEFF') && findHidden(body, true) === null ? body.slice(1) : body
  const bare = text.includes('<!--') ? text.replace(COMMENT, '') : text
  return look(text) ?? look(bare) ?? (item === undefined ? null : withheldBecause(item))
}
