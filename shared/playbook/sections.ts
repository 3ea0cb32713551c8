import type { Line } from './line-syntax.ts'

export type SectionName = 'timestamps' | 'flags' | 'quick' | 'hourly' | 'daily' | 'notes' | 'work' | 'paused'

/** The sections of a new file, in order; Work Queue and Paused are optional. */
export const EXPECTED_SECTIONS = [
  'timestamps',
  'flags',
  'quick',
  'hourly',
  'daily',
  'notes',
] as const satisfies readonly SectionName[]
export type ExpectedSection = (typeof EXPECTED_SECTIONS)[number]
/** Where a section that is added later finds its place. */
export const SECTION_ORDER: readonly SectionName[] = [
  'timestamps',
  'flags',
  'quick',
  'hourly',
  'daily',
  'work',
  'paused',
  'notes',
]

export const SECTION_TITLE: Readonly<Record<SectionName, string>> = {
  timestamps: 'Timestamps',
  flags: 'Urgent Flags',
  quick: 'Quick Tasks',
  hourly: 'Hourly Tasks',
  daily: 'Daily Tasks',
  notes: 'Notes',
  work: 'Work Queue',
  paused: 'Paused',
}
/** As a new heading says it. Readers match the title alone. */
export const SECTION_HEADING: Readonly<Record<SectionName, string>> = {
  ...SECTION_TITLE,
  quick: 'Quick Tasks (every heartbeat)',
  hourly: 'Hourly Tasks (when more than 60 minutes since last hourly)',
  daily: 'Daily Tasks (when more than 24 hours since last daily)',
}

/** First and last line, both included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}
export interface Heading {
  readonly name: SectionName | null // null: not one of ours; kept, nothing below it runs
  readonly title: string
  readonly level: number
  readonly line: number
}

const SECTION_WORDS: readonly (readonly [SectionName, RegExp])[] = [
  ['timestamps', /^timestamps?\b/],
  ['flags', /^urgent flags?\b/],
  ['quick', /^quick(?: tasks?\b| checks?\b| ?[(:–—-]| ?$)/],
  ['hourly', /^hourly(?: tasks?\b| checks?\b| ?[(:–—-]| ?$)/],
  ['daily', /^daily(?: tasks?\b| checks?\b| ?[(:–—-]| ?$)/],
  ['notes', /^notes?\b/],
  ['work', /^work queue\b/],
  ['paused', /^paused\b/],
]

/** Matched by the leading words; "⚡ **Quick Tasks** (every heartbeat)" is the quick section. */
function sectionOf(title: string): SectionName | null {
  const words = title
    .slice(0, 80)
    .toLowerCase()
    .replace(/[*_`~]/g, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s+/g, ' ')
  return SECTION_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

/**
 * The headings that begin a section: levels 1 and 2, and one of our names at a deeper level, unless it
 * stands below Paused or another section without tiers, where it is a subheading: "### Quick Tasks" under
 * "## Paused" stays paused.
 */
export function findHeadings(lines: readonly Line[]): Heading[] {
  const found: Heading[] = []
  lines.forEach((line, i) => {
    if (line.kind !== 'heading' || line.indent > 3) return
    const name = sectionOf(line.text)
    const outer = found.at(-1)
    const holdsTiers =
      outer === undefined ||
      outer.name === null ||
      outer.name === 'quick' ||
      outer.name === 'hourly' ||
      outer.name === 'daily'
    const opens = line.level <= 2 || (name !== null && (holdsTiers || line.level <= outer.level))
    if (opens) found.push({ name, title: line.text, level: line.level, line: i + 1 })
  })
  return found
}

interface Section extends LineRange {
  readonly name: SectionName | null
  readonly headed: boolean
}

/** The whole file cut at its headings; what stands above the first heading belongs to no section. */
export function sectionBounds(headings: readonly Heading[], lineCount: number): Section[] {
  const bounds = headings.map(
    (h, i): Section => ({
      name: h.name,
      headed: true,
      from: h.line,
      to: (headings[i + 1]?.line ?? lineCount + 1) - 1,
    }),
  )
  const top = (headings[0]?.line ?? lineCount + 1) - 1
  return top > 0 ? [{ name: null, headed: false, from: 1, to: top }, ...bounds] : bounds
}

export function firstOfEach(bounds: readonly Section[]): Record<SectionName, LineRange | null> {
  const sections: Record<SectionName, LineRange | null> = {
    timestamps: null,
    flags: null,
    quick: null,
    hourly: null,
    daily: null,
    notes: null,
    work: null,
    paused: null,
  }
  for (const { name, from, to } of bounds) if (name !== null) sections[name] ??= { from, to }
  return sections
}
