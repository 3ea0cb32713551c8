import { withoutNul } from '../base/hidden-text.ts'
import type { Flag, HeartbeatDoc, PausedTask, Stamp, Task, TaskKey } from './model.ts'
import { findProblems } from './lint/problems.ts'
import { findHeadings, firstOfEach, sectionBounds, type LineRange } from './sections.ts'
import { leadingTimes } from '../base/leading-times.ts'
import { endingOf, scanLines, splitLines } from './lines.ts'
import { isPlaceholder, saysSomething, type Line } from './line-syntax.ts'
import { rememberRecent } from '../base/remember-recent.ts'
import { parseWork } from './work-queue.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'

export const serialize = (doc: HeartbeatDoc): string => doc.lines.join('')

/** The document of a text. */
export const parse = rememberRecent(parseAnew)

/** The same, whatever was read before. */
export function parseAnew(text: string): HeartbeatDoc {
  const raw = splitLines(text)
  const scan = scanLines(raw)
  const headings = findHeadings(scan.lines)
  const bounds = sectionBounds(headings, raw.length)
  const loose = !headings.some((h) => h.name === 'quick' || h.name === 'hourly' || h.name === 'daily')
  const keys = new KeyMaker()

  const stamps: Record<Tier, Stamp> = { quick: NO_STAMP, hourly: NO_STAMP, daily: NO_STAMP }
  const flags: Flag[] = []
  const tasks: Task[] = []
  const paused: PausedTask[] = []
  for (const { name, from, to } of bounds) {
    switch (name) {
      case 'quick':
      case 'hourly':
      case 'daily':
        for (const block of blocksIn(scan.lines, from, to))
          if (isTask(block.line)) tasks.push(taskOf(block, name, keys))
        break
      case null:
        if (loose)
          for (const block of blocksIn(scan.lines, from, to))
            if (block.line.kind === 'item' && isTask(block.line)) tasks.push(taskOf(block, 'quick', keys))
        break
      case 'flags':
        for (const flag of flagsOf(scan.lines, raw, from, to)) flags.push(flag)
        break
      case 'paused':
        for (const block of blocksIn(scan.lines, from, to))
          if (isTask(block.line)) paused.push({ text: block.line.text, line: block.from })
        break
      case 'timestamps':
        for (let i = from; i <= to; i++) readStamp(scan.lines[i - 1], i, stamps)
        break
      case 'work':
      case 'notes':
        break
    }
  }

  const sections = firstOfEach(bounds)
  const workSections = bounds.filter((b) => b.name === 'work')
  const work = parseWork(scan.lines, workSections)
  const doc = {
    lines: raw,
    eol: dominantEnding(raw),
    endsWithEol: raw.length === 0 || endingOf(raw.at(-1) ?? '') !== '',
    headings,
    sections,
    stamps,
    flags,
    tasks,
    paused,
    loose,
    work: work.items,
    workDisabled: work.errors.length > 0,
    conflicted: scan.lines.some((l) => l.kind === 'conflict'),
  }
  return { ...doc, problems: findProblems(doc, scan, text, work.errors) }
}

/** Every line that says something is a flag, or belongs to one: quotes, code and what stands below "(none)" too. */
function flagsOf(lines: readonly Line[], raw: readonly string[], from: number, to: number): readonly Flag[] {
  const flags: Flag[] = []
  const belongs = new Set<number>()
  for (const block of blocksIn(lines, from, to)) {
    const isNone = isPlaceholder(block.line)
    for (let n = block.from; n <= (isNone ? block.from : block.to); n++) belongs.add(n)
    if (!block.line.ticked && !isNone && saysSomething(block.line.text))
      flags.push({ text: block.line.text, line: block.from, endLine: block.to })
  }
  for (let n = from; n <= to; n++) {
    const line = lines[n - 1]
    if (line === undefined || belongs.has(n) || UNSPOKEN.includes(line.kind) || line.ticked) continue
    const text = line.text === '' ? withoutNul(raw[n - 1] ?? '').trim() : line.text
    if (saysSomething(text) && !isPlaceholder({ kind: 'text', text }))
      flags.push({ text, line: n, endLine: n })
  }
  return flags.sort((a, b) => a.line - b.line)
}
const UNSPOKEN: readonly Line['kind'][] = [
  'blank',
  'comment',
  'fence',
  'rule',
  'heading',
  'front-matter',
  'conflict',
]

// ── Tasks
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Block extends LineRange {
  readonly line: Line
}

/**
 * The list items and plain lines of a section, each with what belongs to it: lines indented by two columns
 * or more, and for an item also a plain line directly below it (Markdown's lazy continuation). A plain line
 * with nothing above it that is indented like code is code.
 */
function blocksIn(lines: readonly Line[], from: number, to: number): Block[] {
  const blocks: { line: Line; from: number; to: number }[] = []
  let owner: { line: Line; from: number; to: number } | null = null
  let afterBlank = true
  for (let n = from; n <= to; n++) {
    const line = lines[n - 1]
    if (line === undefined) break
    // A comment at the margin stands between a task and its details without parting them.
    if (line.kind === 'blank' || (line.kind === 'comment' && line.indent < 2)) {
      afterBlank = true
      continue
    }
    const inside = owner !== null && line.indent >= owner.line.indent + 2
    const lazy = owner !== null && owner.line.kind === 'item' && line.kind === 'text' && !afterBlank
    if (owner !== null && (inside || lazy || (line.kind === 'code' && owner.to === n - 1))) {
      owner.to = n
    } else if (line.kind === 'item' || (line.kind === 'text' && line.indent < 4)) {
      owner = { line, from: n, to: n }
      blocks.push(owner)
    } else {
      owner = null
    }
    afterBlank = false
  }
  return blocks
}

/** A line that asks for something: not a stub, not "(none)", not the sentence that introduces a list. */
function isTask(line: Line): boolean {
  return (
    saysSomething(line.text) &&
    !isPlaceholder(line) &&
    !(line.kind === 'text' && line.boxAt === -1 && line.text.endsWith(':'))
  )
}

function taskOf(block: Block, tier: Tier, keys: KeyMaker): Task {
  const { line, from, to } = block
  return {
    key: keys.next(tier, line.text),
    tier,
    text: line.text,
    ticked: line.ticked,
    boxed: line.boxAt !== -1,
    line: from,
    endLine: to,
    timed: leadingTimes(line.text).times,
  }
}

const MAX_KEY = 160

/** Case, markup, spacing and the full stop at the end make no difference. */
export function normalise(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[*_`~]+/g, '')
    .replace(/\s\s+|[^\S ]/g, ' ')
    .trim()
    .replace(/[.;,:!]$/, '')
  return words.length <= MAX_KEY ? words : `${words.slice(0, MAX_KEY)}~${hash(words)}`
}

export const taskKey = (tier: Tier, text: string): TaskKey => `${tier}:${normalise(text)}`

class KeyMaker {
  private readonly taken = new Map<string, number>()
  next(tier: Tier, text: string): TaskKey {
    const base = taskKey(tier, text)
    let key = base
    let n = this.taken.get(base) ?? 0
    do {
      n++
      key = n === 1 ? base : `${base}#${n}`
    } while (key !== base && this.taken.has(key))
    this.taken.set(base, n)
    if (key !== base) this.taken.set(key, 1)
    return key
  }
}

/** FNV-1a; only keeps the keys of two very long lines apart. */
function hash(text: string): string {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(16)
}

// ── Timestamps
// ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const NO_STAMP: Stamp = { line: null, text: '', never: false }

function readStamp(line: Line | undefined, at: number, stamps: Record<Tier, Stamp>): void {
  if (line === undefined || (line.kind !== 'item' && line.kind !== 'text')) return
  // With another end it would open a block of code, and everything below would be part of that.
  if (/^(?:```|~~~)/.test(line.text)) return
  const words = line.text.slice(0, 400).replace(/[*_`~]/g, '')
  const match = /^(?:last )?(quick|hourly|daily)(?: (?:run|beat|check|tier|pass|tasks?))?\s?:(.*)$/i.exec(
    words,
  )
  const tier = TIERS.find((t) => t === match?.[1]?.toLowerCase())
  if (tier === undefined || stamps[tier].line !== null) return
  const text = (match?.[2] ?? '').trim()
  stamps[tier] = { line: at, text, never: /^\(?\s*never\s*\)?\.?$/i.test(text) }
}

function dominantEnding(raw: readonly string[]): '\n' | '\r\n' | '\r' {
  let crlf = 0
  let lf = 0
  let cr = 0
  for (const line of raw) {
    if (line.endsWith('\r\n')) crlf++
    else if (line.endsWith('\n')) lf++
    else if (line.endsWith('\r')) cr++
  }
  // A lone "\r" put before an empty line that is "\n" would become one ending with it.
  if (crlf > lf) return '\r\n'
  if (cr > 0 && lf + crlf === 0) return '\r'
  return '\n'
}
