import { stripHidden } from '../../base/hidden-text.ts'
import type { ScannedLines } from '../lines.ts'
import type { HeartbeatDoc } from '../model.ts'
import { SECTION_TITLE } from '../sections.ts'
import { nearSection } from './near-section.ts'
import type { ProblemList } from './problem-list.ts'

const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/
/** What stands before the words of a heading, in whatever way it is written. */
const BEFORE = /^[>\-*+\s\u00a0]*#{0,6}[\s\u00a0]*/

/**
 * Lines that a person takes for the heading of one of our sections and that are none: "##Urgent Flags", one with
 * another kind of space, in a quote or a list, indented like code, or underlined. What stands below them counts
 * for another section, or for none.
 */
export function lookalikeProblems(
  doc: Omit<HeartbeatDoc, 'problems'>,
  scan: ScannedLines,
  problems: ProblemList,
): void {
  const headings = new Set(doc.headings.map(({ line }) => line))
  scan.lines.forEach(({ kind }, i) => {
    if (!['text', 'quote', 'item', 'heading'].includes(kind) || headings.has(i + 1)) return
    const line = stripHidden(doc.lines[i] ?? '').trim()
    const isMarked = /^(?:[>\-*+][\s\u00a0]*)?#/.test(line)
    const isUnderlined = kind === 'text' && UNDERLINE.test((doc.lines[i + 1] ?? '').trimEnd())
    if ((!isMarked && !isUnderlined) || problems.isFull('no_heading')) return
    const near = titleIn(line)
    if (near === null) return
    problems.add(
      'no_heading',
      'warning',
      i + 1,
      `"${line.slice(0, 60)}" is not read as a heading, so the lines below it are not ${near === 'flags' ? 'urgent' : 'read as that section'}.`,
      `Write it as "## ${SECTION_TITLE[near]}".`,
    )
  })
}

/** The section that this line seems to begin; null: none. */
export const titleIn = (line: string): ReturnType<typeof nearSection> =>
  nearSection(line.replace(BEFORE, '').replace(/[\s#:]+$/, ''))
