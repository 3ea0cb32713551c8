import { parse, serialize } from '../doc.ts'
import { applyEdit, type HeartbeatEdit } from '../edit/edit.ts'
import { TIERS } from '../../schedule/tier.ts'

/**
 * Random files that look enough like HEARTBEAT.md to reach every corner of the parser, and what must hold
 * for each of them.
 */

/** mulberry32: a seed names a whole run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const PIECES = [
  '# ',
  '## ',
  '### ',
  '#',
  'Timestamps',
  'Urgent Flags',
  'Quick Tasks',
  'Hourly Tasks',
  'Daily Tasks (when due)',
  'Notes',
  'Work Queue',
  'Paused',
  'Other',
  '- ',
  '* ',
  '+ ',
  '1. ',
  '12) ',
  '-',
  '[ ] ',
  '[x] ',
  '[X] ',
  '[] ',
  '[?] ',
  '[pending] ',
  '[in-progress] ',
  '[done] ',
  '[failed] ',
  'id: title',
  'db-1: Do',
  'attempts left: 2',
  'Last quick: ',
  'Last hourly: (never)',
  'Last daily: ',
  '(never)',
  '(none)',
  '2026-11-22 09:41 +01:00',
  '@09:00 ',
  '@25:99 ',
  'Run `git status`',
  '`npm test`',
  '``',
  '`',
  '```',
  '````',
  '~~~',
  '```sh',
  '<!--',
  '-->',
  '<!-- c -->',
  '>',
  '> ',
  '---',
  '***',
  '===',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> x',
  ' ',
  '  ',
  '    ',
  '\t',
  'a',
  'b c',
  'Check:',
  'ä',
  '漢',
  '🔥',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\0',
  '\u0007',
  '\ud800',
  '\u2028',
  '\u00a0',
  'ghp_',
  ':',
  '.',
  '#2',
  '(',
  ')',
  '[',
  ']',
]
const ENDINGS = ['\n', '\n', '\n', '\n', '\r\n', '\r\n', '\r', '\n\n', '']

export function randomText(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const beginning = random()
  let text = ''
  if (beginning < 0.05) text = '\ufeff'
  else if (beginning < 0.1) text = '---\nkey: x\n---\n'
  const lineCount = Math.floor(random() * random() * 40)
  for (let i = 0; i < lineCount; i++) {
    const pieces = 1 + Math.floor(random() * 5)
    for (let j = 0; j < pieces; j++)
      text += random() < 0.02 ? String.fromCharCode(Math.floor(random() * 65_536)) : pick(PIECES)
    text += pick(ENDINGS)
  }
  return text
}

/** null: all is well; otherwise what broke. */
export function brokenLaw(text: string, random: () => number): string | null {
  const doc = parse(text)
  if (serialize(doc) !== text) return 'serialize(parse(text)) differs from the text'
  const count = doc.lines.length
  const inFile = (line: number): boolean => line >= 1 && line <= Math.max(1, count)
  if (new Set(doc.tasks.map((t) => t.key)).size !== doc.tasks.length) return 'two tasks have one key'
  for (const { line, endLine, text: said } of [...doc.tasks, ...doc.flags]) {
    if (!inFile(line) || !inFile(endLine) || endLine < line)
      return `a block lies outside the file: ${line}…${endLine} of ${count}`
    if (said.trim() === '') return `an empty text on line ${line}`
  }
  for (const problem of doc.problems)
    if (!inFile(problem.line)) return `a problem lies outside the file: line ${problem.line} of ${count}`
  return brokenEdit(text, random)
}

function brokenEdit(text: string, random: () => number): string | null {
  const doc = parse(text)
  const edit = randomEdit(
    doc.tasks.map((t) => t.key),
    doc.flags.map((f) => f.text),
    doc.work.map((w) => w.id),
    random,
  )
  const edited = applyEdit(doc, edit)
  if (!edited.ok) return edited.error.message === '' ? 'a rejection without words' : null
  const after = edited.value
  if (serialize(parse(serialize(after))) !== serialize(after)) return 'an edited file does not round-trip'
  if (edit.do === 'tick') {
    const changed = after.lines.filter((line, i) => line !== doc.lines[i]).length
    if (changed > 1 || after.lines.length !== doc.lines.length) return `ticking changed ${changed} lines`
    if (after.tasks.find((t) => t.key === edit.key)?.ticked !== edit.on)
      return `ticking ${edit.key} left it as it was`
  }
  if (edit.do === 'addTask' || edit.do === 'addFlag' || edit.do === 'appendNote') {
    const kept = new Set(after.lines.map(withoutEnding))
    const lost = doc.lines.find(
      (line) =>
        !kept.has(withoutEnding(line)) &&
        !/none|nothing|no |^\s*\(.*\)/i.test(line) &&
        !(edit.do === 'addFlag'),
    )
    if (lost !== undefined) return `${edit.do} lost the line ${JSON.stringify(lost)}`
  }
  return null
}

const withoutEnding = (line: string): string => line.replace(/[\r\n]+$/, '')

function randomEdit(
  keys: readonly string[],
  flags: readonly string[],
  ids: readonly string[],
  random: () => number,
): HeartbeatEdit {
  const pick = <T>(from: readonly T[], other: T): T => from[Math.floor(random() * from.length)] ?? other
  const tier = pick(TIERS, 'quick')
  const text = pick(PIECES, 'x') + pick(PIECES, 'y')
  const key = pick(keys, 'quick:none')
  const at = Math.floor(random() * 4e12)
  switch (Math.floor(random() * 11)) {
    case 0:
      return { do: 'addTask', tier, text }
    case 1:
      return { do: 'removeTask', key }
    case 2:
      return { do: 'moveTask', key, to: tier }
    case 3:
      return { do: 'rewordTask', key, text }
    case 4:
      return { do: 'addFlag', text }
    case 5:
      return { do: 'clearFlag', text: pick(flags, 'x') }
    case 6:
      return { do: 'appendNote', text: `${text}\n${pick(PIECES, '')}` }
    case 7:
      return {
        do: 'moveWork',
        id: pick(ids, 'x'),
        to: pick(['pending', 'in-progress', 'done', 'failed'] as const, 'done'),
        by: 'agent',
        at,
        timeZone: 'UTC',
      }
    case 8:
      return { do: 'untickTier', tier }
    case 9:
      return { do: 'stamp', tier, at, timeZone: 'Asia/Kathmandu' }
    default:
      return { do: 'tick', key, on: random() < 0.5 }
  }
}
