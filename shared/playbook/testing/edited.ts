import { parse, serialize } from '../doc.ts'
import { applyEdit, type HeartbeatEdit } from '../edit/edit.ts'

export const FILE = `# Heartbeat

## Timestamps
- Last quick: (never)
- **Last hourly:** (never)

## Urgent Flags
(none)

## Quick Tasks (every heartbeat)

- [ ] Run \`git status\`
  - with care
- [x] Look at flags

## Daily Tasks
* [ ] Prune   <!-- weekly? -->

## Notes
Old note.
`

/** The text after the edits, or the sentence that refused one. */
export function after(text: string, ...edits: HeartbeatEdit[]): string {
  let doc = parse(text)
  for (const edit of edits) {
    const edited = applyEdit(doc, edit)
    if (!edited.ok) return `${edited.error.code}: ${edited.error.message}`
    doc = edited.value
  }
  return serialize(doc)
}

/** Only the lines that differ: "-12 old" and "+12 new". */
export function changes(text: string, ...edits: HeartbeatEdit[]): string[] {
  const a = text.split(/(?<=\n)/)
  const b = after(text, ...edits).split(/(?<=\n)/)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++
  return [
    ...a.slice(head, a.length - tail).map((l) => `-${l}`),
    ...b.slice(head, b.length - tail).map((l) => `+${l}`),
  ]
}
