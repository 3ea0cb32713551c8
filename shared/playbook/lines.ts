import { codeSpans } from './code-span.ts'

/**
 * What a line of Markdown is, line by line and in one pass: enough of CommonMark to tell a task from prose,
 * code and comments, nothing more. Total (any string), linear (no lookahead is ever repeated), and it
 * changes nothing.
 */
export type LineKind =
  | 'blank'
  | 'heading' // # Title
  | 'item' // - text, * text, + text, 1. text, with or without a box
  | 'text' // anything else that says something
  | 'quote' // > a remark
  | 'rule' // ---, ***, ===
  | 'fence' // the ``` or ~~~ itself
  | 'code' // between two fences
  | 'comment' // nothing but an HTML comment, or inside one
  | 'front-matter'
  | 'conflict' // <<<<<<< or >>>>>>>, left by an unfinished merge

export interface Line {
  readonly kind: LineKind
  readonly indent: number // columns; a tab goes to the next multiple of four
  readonly text: string // without marker, box and comments; a heading's title
  readonly level: number // of a heading, else 0
  /** Index of the box's `[` in the line; -1: no box. */
  readonly boxAt: number
  readonly ticked: boolean
  /** Index in the line where `text` begins. */
  readonly textAt: number
  /** The marker of an item as written: "-", "*", "+", "1."; '' for the rest. */
  readonly marker: string
}

export interface ScannedLines {
  readonly lines: readonly Line[]
  /** 1-based line of the fence or comment that is still open at the end of the file; null: none. */
  readonly openFence: number | null
  readonly openComment: number | null
}

/**
 * Each line with its own ending: "\n", "\r\n", a lone "\r", or none at the end of the file. Joined they are
 * the text.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c !== 0x0a && c !== 0x0d) continue
    if (c === 0x0d && text.charCodeAt(i + 1) === 0x0a) i++
    lines.push(text.slice(from, i + 1))
    from = i + 1
  }
  if (from < text.length) lines.push(text.slice(from))
  return lines
}

export const endingOf = (line: string): '' | '\n' | '\r\n' | '\r' =>
  line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : line.endsWith('\r') ? '\r' : ''

const plain = (kind: LineKind, indent = 0): Line => ({
  kind,
  indent,
  text: '',
  level: 0,
  boxAt: -1,
  ticked: false,
  textAt: 0,
  marker: '',
})
const BLANK = plain('blank')
const CODE = plain('code')
const COMMENT = plain('comment')
const FRONT_MATTER = plain('front-matter')
const RULE = plain('rule')

interface OpenFence {
  readonly char: string
  readonly length: number
  readonly line: number
  /**
   * Columns of the list item's content that holds the fence; a line left of it ends item and fence. 0: no
   * item.
   */
  readonly container: number
}

export function scanLines(raw: readonly string[]): ScannedLines {
  const lines: Line[] = new Array<Line>(raw.length)
  const closings = new Lookahead(raw, (l) => l.includes('-->'))
  const blanks = new Lookahead(raw, (l) => l.trim() === '')
  let fence: OpenFence | null = null
  let commentFrom: number | null = null
  let itemContent = 0 // columns where the content of the innermost top item begins; 0: not inside an item

  let i = frontMatterEnd(raw)
  lines.fill(FRONT_MATTER, 0, i)
  for (; i < raw.length; i++) {
    const line = raw[i] ?? ''
    if (fence !== null) {
      const at = fence.container > 0 ? columnsBefore(line) : null
      const leftItem = at !== null && at.columns < fence.container && at.index < line.trimEnd().length
      if (!leftItem) {
        const closes = closesFence(line, fence)
        lines[i] = closes ? plain('fence', columnsBefore(line).columns) : CODE
        if (closes) fence = null
        continue
      }
      fence = null
    }

    let visible = line
    if (commentFrom !== null || line.includes('<!--')) {
      const masked = maskComments(
        line,
        commentFrom !== null,
        (before) =>
          // At the start of a line or an item a comment is a block: it runs to its end, wherever that is.
          // Elsewhere it is inline: it ends in its own paragraph, or "<!--" is only text.
          /^[\s\uFEFF]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(before) ||
          closings.from(i + 1) < blanks.from(i + 1),
      )
      visible = masked.text
      if (masked.open) commentFrom ??= i + 1
      else commentFrom = null
      if (visible.trim() === '') {
        lines[i] = { ...COMMENT, indent: columnsBefore(line).columns }
        continue
      }
    }

    const scanned = lineOf(visible)
    lines[i] =
      visible === line ? scanned.line : { ...scanned.line, text: scanned.line.text.replace(/ {2,}/g, ' ') }
    if (scanned.fence !== null) {
      const inItem =
        scanned.line.kind === 'item'
          ? scanned.line.indent + 2
          : scanned.line.indent >= itemContent
            ? itemContent
            : 0
      fence = { ...scanned.fence, line: i + 1, container: inItem }
    }
    if (scanned.line.kind === 'item' && (itemContent === 0 || scanned.line.indent < itemContent))
      itemContent = scanned.line.indent + 2
    else if (
      scanned.line.kind !== 'blank' &&
      scanned.line.kind !== 'item' &&
      scanned.line.indent < itemContent
    )
      itemContent = 0
  }
  return { lines, openFence: fence?.line ?? null, openComment: commentFrom }
}

/**
 * Remembers the next line with a property; the pointer only moves forward, so all questions together are
 * one pass.
 */
class Lookahead {
  private at = -1
  constructor(
    private readonly raw: readonly string[],
    private readonly has: (line: string) => boolean,
  ) {}
  /** Index of the first such line at or after `index`; the number of lines when there is none. */
  from(index: number): number {
    if (this.at < index) {
      this.at = index
      while (this.at < this.raw.length && !this.has(this.raw[this.at] ?? '')) this.at++
    }
    return this.at
  }
}

/** Number of lines of a YAML block at the very start: `---`, a `key:`, …, `---`. 0: there is none. */
function frontMatterEnd(raw: readonly string[]): number {
  if ((raw[0] ?? '').replace(/^\uFEFF/, '').trimEnd() !== '---') return 0
  if (!/^[A-Za-z_][\w-]*[ \t]*:(?:\s|$)/.test(raw[1] ?? '')) return 0 // a rule, not front matter
  for (let i = 2; i < raw.length; i++) {
    const line = (raw[i] ?? '').trimEnd()
    if (line === '---' || line === '...') return i + 1
    if (line.startsWith('## ')) return 0
  }
  return 0
}

/** Comments become spaces, so that every index stays what it was. */
function maskComments(
  line: string,
  inside: boolean,
  mayStayOpen: (before: string) => boolean,
): { text: string; open: boolean } {
  const spans = line.includes('`') && !inside ? codeSpans(line) : []
  let nextSpan = 0
  let text = ''
  let from = 0
  let open = inside
  while (from < line.length) {
    if (open) {
      const end = line.indexOf('-->', from)
      if (end === -1) return { text: text + ' '.repeat(line.length - from), open }
      text += ' '.repeat(end + 3 - from)
      from = end + 3
      open = false
    } else {
      let at = line.indexOf('<!--', from)
      while (at !== -1 && (spans[nextSpan]?.end ?? Infinity) <= at) nextSpan++
      const span = spans[nextSpan]
      if (at !== -1 && span !== undefined && span.start < at) {
        text += line.slice(from, span.end)
        from = span.end
        continue
      }
      if (at !== -1 && line.indexOf('-->', at + 4) === -1 && !mayStayOpen(text + line.slice(from, at)))
        at = -1
      if (at === -1) return { text: text + line.slice(from), open }
      text += line.slice(from, at) + '    '
      from = at + 4
      open = true
    }
  }
  return { text, open }
}

/**
 * Columns and index of the first character that is not a space, a tab, or the byte order mark of the file.
 */
function columnsBefore(line: string): { columns: number; index: number } {
  let columns = 0
  let index = 0
  for (; index < line.length; index++) {
    const c = line.charCodeAt(index)
    if (c === 0x20) columns++
    else if (c === 0x09) columns += 4 - (columns % 4)
    else if (c !== 0xfeff) break
  }
  return { columns, index }
}

const isSpace = (c: string | undefined): boolean =>
  c === undefined || c === ' ' || c === '\t' || c === '\n' || c === '\r'

function lineOf(line: string): { line: Line; fence: { char: string; length: number } | null } {
  const { columns: indent, index } = columnsBefore(line)
  const end = line.trimEnd().length
  if (index >= end) return { line: BLANK, fence: null }
  const first = line[index] ?? ''

  /*   ## Hourly Tasks (when …) ##
   *   ^                            */
  if (first === '#') {
    let level = 1
    while (line[index + level] === '#') level++
    if (isSpace(line[index + level])) {
      return {
        line: {
          ...plain('heading', indent),
          level,
          text: titleOf(line.slice(index + level, end)),
          textAt: index + level,
        },
        fence: null,
      }
    }
  }
  if ((first === '<' || first === '>') && index === 0 && /^(?:<{7}|>{7})(?:\s|$)/.test(line))
    return { line: plain('conflict'), fence: null }
  if (first === '>')
    return { line: { ...plain('quote', indent), text: line.slice(index + 1, end).trim() }, fence: null }
  if ('-*_='.includes(first) && isRule(line, index, end))
    return { line: indent === 0 ? RULE : plain('rule', indent), fence: null }

  /*   - [x] Run `git status`
   *   ^                       */
  const markerEnd = itemMarkerEnd(line, index)
  let at = markerEnd
  if (markerEnd > index) while (at < end && (line[at] === ' ' || line[at] === '\t')) at++
  const marker = line.slice(index, markerEnd)
  const fence = fenceAt(line, at, end)
  if (fence !== null)
    return {
      line: marker === '' ? plain('fence', indent) : { ...plain('item', indent), marker, textAt: at },
      fence,
    }

  /*   - [x] Run `git status`
   *     ^                     */
  const box = boxAt(line, at)
  let textAt = at
  if (box !== null) {
    textAt = box.end
    while (textAt < end && (line[textAt] === ' ' || line[textAt] === '\t')) textAt++
  }
  return {
    line: {
      kind: marker === '' ? 'text' : 'item',
      indent,
      level: 0,
      marker,
      textAt,
      text: line.slice(textAt, end),
      boxAt: box === null ? -1 : at,
      ticked: box?.ticked ?? false,
    },
    fence: null,
  }
}

/** A title without its closing run of `#`. */
function titleOf(text: string): string {
  const title = text.trim()
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end--
  return end === 0 || isSpace(title[end - 1]) ? title.slice(0, end).trim() : title
}

/** Three or more of the same sign and nothing else; one `=` or more, which underlines a heading. */
function isRule(line: string, from: number, end: number): boolean {
  const sign = line[from]
  let count = 0
  for (let i = from; i < end; i++) {
    if (line[i] === sign) count++
    else if (sign === '=' || (line[i] !== ' ' && line[i] !== '\t')) return false
  }
  return count >= 3 || sign === '='
}

/**
 * Index after "-", "*", "+", "12." or "12)"; `from` itself when no item starts there. "-[ ]" without a
 * space is forgiven.
 */
function itemMarkerEnd(line: string, from: number): number {
  const c = line[from] ?? ''
  if (c === '-' || c === '*' || c === '+') {
    return isSpace(line[from + 1]) || boxAt(line, from + 1) !== null ? from + 1 : from
  }
  let i = from
  while (i - from < 9 && line.charCodeAt(i) >= 0x30 && line.charCodeAt(i) <= 0x39) i++
  return i > from && (line[i] === '.' || line[i] === ')') && isSpace(line[i + 1]) ? i + 1 : from
}

/** `[ ]`, `[x]`, `[X]` or the tolerated `[]`, followed by a space or the end. */
function boxAt(line: string, at: number): { end: number; ticked: boolean } | null {
  if (line[at] !== '[') return null
  const end = line[at + 1] === ']' ? at + 2 : line[at + 2] === ']' ? at + 3 : -1
  if (end === -1 || !isSpace(line[end])) return null
  const sign = end === at + 2 ? ' ' : line[at + 1]
  if (sign !== ' ' && sign !== '\t' && sign !== 'x' && sign !== 'X') return null
  return { end, ticked: sign === 'x' || sign === 'X' }
}

function fenceAt(line: string, at: number, end: number): { char: string; length: number } | null {
  const char = line[at] ?? ''
  if (char !== '`' && char !== '~') return null
  let length = 1
  while (line[at + length] === char) length++
  if (length < 3) return null
  return char === '`' && line.slice(at + length, end).includes('`') ? null : { char, length }
}

function closesFence(line: string, fence: OpenFence): boolean {
  const text = line.trim()
  if (text.length < fence.length || text[0] !== fence.char) return false
  for (let i = 0; i < text.length; i++) if (text[i] !== fence.char) return false
  return true
}
