import { cut, revealHidden, inQuotes } from '../../../../shared/base/hidden-text.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { SECTION_TITLE } from '../../../../shared/playbook/sections.ts'
import { workKey } from '../../../../shared/runs/judge/standing.ts'
import { TIERS } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'

const TASKS_SHOWN = 200 // of each tier
const ITEMS_SHOWN = 100
const ITEM_NOTES_SHOWN = 10
const LINE_CHARS = 400
const NOTES_CHARS = 12_000
const DOC_CHARS = 60_000

/** The list as an agent works with it: every task with the key that edits and reports name. */
export function showPlaybook(doc: HeartbeatDoc, thread: Thread, tracked: boolean): string {
  const title = `HEARTBEAT.md of thread ${thread.number} ${inQuotes(thread.name)}`
  const notes = notesOf(doc)
  const stamps = TIERS.map((tier) => `last ${tier} ${line(doc.stamps[tier].text) || '(no line)'}`)
  const lines = [
    `${title}${tracked ? ', tracked by git: heartbeats leave it as it is' : ''}`,
    ...(doc.conflicted ? [CONFLICTED] : []),
    ...part(SECTION_TITLE.flags, flagLines(doc.flags)),
    ...TIERS.flatMap((tier) => part(SECTION_TITLE[tier], taskLines(doc, tier), TASKS_SHOWN)),
    ...partIfAny(SECTION_TITLE.work, workLines(doc)),
    ...partIfAny(SECTION_TITLE.paused, flagLines(doc.paused)),
    ...(notes === '' ? [] : ['', SECTION_TITLE.notes, cut(revealHidden(notes), NOTES_CHARS)]),
    ...partIfAny('Problems', problemLines(doc)),
    '',
    `${SECTION_TITLE.timestamps}: ${stamps.join('; ')}`,
  ]
  return cut(lines.join('\n'), DOC_CHARS)
}

const CONFLICTED =
  'The file holds an unfinished merge: nothing of it counts and nothing can be written until that is resolved.'

const line = (text: string): string => cut(revealHidden(text), LINE_CHARS)

const flagLines = (flags: readonly { readonly text: string }[]): readonly string[] =>
  flags.map((flag) => `- ${line(flag.text)}`)

const taskLines = (doc: HeartbeatDoc, tier: (typeof TIERS)[number]): readonly string[] =>
  doc.tasks
    .filter((task) => task.tier === tier)
    .map((task) => `- [${task.ticked ? 'x' : ' '}] ${line(task.text)}\n    key: ${revealHidden(task.key)}`)

const workLines = (doc: HeartbeatDoc): readonly string[] =>
  doc.work.map((item) =>
    [
      `- [${item.state}] ${item.id}: ${line(item.title)}\n    key: ${workKey(item)}`,
      ...(item.attemptsLeft === null ? [] : [`    attempts left: ${item.attemptsLeft}`]),
      ...item.notes.slice(0, ITEM_NOTES_SHOWN).map((note) => `    ${line(note)}`),
    ].join('\n'),
  )

const problemLines = (doc: HeartbeatDoc): readonly string[] =>
  doc.problems.map((p) => `- line ${p.line}, ${p.severity}: ${line(p.message)}`)

const part = (title: string, items: readonly string[], most = ITEMS_SHOWN): readonly string[] => [
  '',
  `${title} (${items.length})`,
  ...items.slice(0, most),
  ...(items.length > most ? [`… and ${items.length - most} more (not shown)`] : []),
]
const partIfAny = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : part(title, items)

/** Without the heading. */
export const notesOf = (doc: HeartbeatDoc): string =>
  doc.sections.notes === null
    ? ''
    : doc.lines.slice(doc.sections.notes.from, doc.sections.notes.to).join('').trim()
