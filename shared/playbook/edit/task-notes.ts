import { endingOf } from '../lines.ts'
import type { HeartbeatDoc } from '../model.ts'

export function notesText(doc: HeartbeatDoc): string {
  const range = notesRange(doc)
  return range === null ? '' : bodies(doc, range.from, range.to).join('\n')
}

/**
 * Below the heading, without blank lines at either end; null: there is no such section. An empty one lies
 * before its `from`.
 */
export function notesRange(doc: HeartbeatDoc): { from: number; to: number } | null {
  const section = doc.sections.notes
  if (section === null) return null
  let { to } = section
  let from = section.from + 1
  while (to >= from && (doc.lines[to - 1] ?? '').trim() === '') to--
  while (from <= to && (doc.lines[from - 1] ?? '').trim() === '') from++
  return { from, to }
}

/** The same tasks with the same details: only their order may differ. */
export function sameTasks(a: HeartbeatDoc, b: HeartbeatDoc): boolean {
  const gist = (doc: HeartbeatDoc): string =>
    doc.tasks
      .map((t) => `${t.tier} ${t.ticked} ${t.endLine - t.line} ${t.text}`)
      .sort()
      .join('\n')
  return (
    a.flags.length === b.flags.length &&
    a.work.length <= b.work.length &&
    a.workDisabled === b.workDisabled &&
    a.paused.length === b.paused.length &&
    gist(a) === gist(b)
  )
}

export const bodies = (doc: HeartbeatDoc, from: number, to: number): string[] =>
  doc.lines.slice(from - 1, to).map((l) => l.slice(0, l.length - endingOf(l).length))
