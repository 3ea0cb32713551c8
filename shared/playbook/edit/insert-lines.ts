import { type Edited, reject } from './rejection.ts'
import { ok } from '../../base/result.ts'
import type { HeartbeatDoc } from '../model.ts'
import { isPlaceholder, type Line } from '../line-syntax.ts'
import { endingOf, scanLines } from '../lines.ts'
import { type LineRange, SECTION_HEADING, SECTION_ORDER, type SectionName } from '../sections.ts'
import { parse } from '../doc.ts'

export const scanned = (doc: HeartbeatDoc, line: number): Line =>
  scanLines(doc.lines).lines[line - 1] ?? NO_LINE

export const inRange = (at: { line: number }, range: LineRange | null): boolean =>
  range === null || (at.line >= range.from && at.line <= range.to)

/**
 * Replaces lines from…to (to < from: inserts before `from`); a file without a final line ending keeps
 * having none.
 */
export const splice = (
  doc: HeartbeatDoc,
  from: number,
  to: number,
  bodies: readonly string[],
): HeartbeatDoc => parse(spliced(doc, from, to, bodies).join(''))

/** The lines of the same. */
export function spliced(
  doc: HeartbeatDoc,
  from: number,
  to: number,
  bodies: readonly string[],
): readonly string[] {
  const before = doc.lines.slice(0, from - 1)
  const after = doc.lines.slice(to)
  const fresh = bodies.map((body) => body + doc.eol)
  if (after.length === 0 && !doc.endsWithEol && fresh.length > 0) {
    const last = before.length - 1
    if (to < from && last >= 0) before[last] += doc.eol
    fresh[fresh.length - 1] = bodies.at(-1) ?? ''
  }
  return [...before, ...seam(before, [...fresh, ...after]), ...fresh, ...after]
}

/** A lone "\r" put before an empty line that is "\n" would become one ending with it: a blank keeps them apart. */
const seam = (before: readonly string[], rest: readonly string[]): readonly string[] =>
  before.at(-1)?.endsWith('\r') && rest[0]?.startsWith('\n') ? [' \n'] : []

/** The line keeps its own ending. */
export function replaceLine(doc: HeartbeatDoc, at: number, edit: (body: string) => string): HeartbeatDoc {
  const lines = [...doc.lines]
  const old = lines[at - 1] ?? ''
  const ending = endingOf(old)
  lines[at - 1] = edit(old.slice(0, old.length - ending.length)) + ending
  return parse(lines.join(''))
}

/** At the end of the section's text, or in a new section where there is none. */
export function insertInSection(
  doc: HeartbeatDoc,
  name: SectionName,
  bodies: readonly string[],
): HeartbeatDoc {
  const section = doc.sections[name]
  if (section === null) return insertSection(doc, name, bodies)
  let last = section.to
  while (last > section.from && (doc.lines[last - 1] ?? '').trim() === '') last--
  if (last > section.from) return splice(doc, last + 1, last, bodies)
  // Nothing but the heading: one empty line below it, and one before what follows.
  const gap = section.to > section.from ? section.from + 1 : section.from
  const body = [
    ...(gap === section.from ? [''] : []),
    ...bodies,
    ...(section.to <= gap && section.to < doc.lines.length ? [''] : []),
  ]
  return splice(doc, gap + 1, gap, body)
}

/** Before the first section that comes later in the usual order, else at the end. */
function insertSection(doc: HeartbeatDoc, name: SectionName, bodies: readonly string[]): HeartbeatDoc {
  const later = SECTION_ORDER.slice(SECTION_ORDER.indexOf(name) + 1).flatMap(
    (n) => doc.sections[n]?.from ?? [],
  )
  const before = later.length > 0 ? Math.min(...later) : null
  const block = [`## ${SECTION_HEADING[name]}`, '', ...bodies]
  if (before !== null) return splice(doc, before, before - 1, [...block, ''])
  const end = doc.lines.length
  return splice(doc, end + 1, end, [
    ...(end > 0 && (doc.lines[end - 1] ?? '').trim() !== '' ? [''] : []),
    ...block,
  ])
}

/** The one plain "(none)" line below Urgent Flags; null: there is none. */
export function placeholderLine(doc: HeartbeatDoc): number | null {
  const section = doc.sections.flags
  if (section === null) return null
  const { lines } = scanLines(doc.lines)
  for (let n = section.from + 1; n <= section.to; n++) {
    const line = lines[n - 1]
    if (line !== undefined && (line.kind === 'text' || line.kind === 'item') && isPlaceholder(line)) return n
  }
  return null
}

// ── Lines
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const NO_LINE: Line = {
  kind: 'blank',
  indent: 0,
  text: '',
  level: 0,
  boxAt: -1,
  ticked: false,
  textAt: 0,
  marker: '',
}

/**
 * Lets an edit stand only if the file then means what was wanted and otherwise what it meant before: a text
 * like "```" or "<!--" would swallow the lines below it, and "(none)" would not be a task.
 */
export function checked(
  before: HeartbeatDoc,
  after: HeartbeatDoc,
  text: string,
  holds: (after: HeartbeatDoc) => boolean,
): Edited {
  const sameRest =
    after.headings.length - before.headings.length <= 1 &&
    after.flags.length >= before.flags.length &&
    after.work.length >= before.work.length &&
    after.workDisabled === before.workDisabled &&
    !after.conflicted
  if (sameRest && holds(after)) return ok(after)
  const open = before.problems.find((p) => p.code === 'open_fence' || p.code === 'open_comment')
  const why = open === undefined ? '' : ` (line ${open.line}: ${open.message})`
  return reject(
    'unusable_text',
    `"${text.slice(0, 80)}" cannot stand there as one line of its own${why}; nothing was changed`,
  )
}
