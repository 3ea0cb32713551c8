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
  | 'conflict'

// <<<<<<< or >>>>>>>, left by an unfinished merge

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

export const plain = (kind: LineKind, indent = 0): Line => ({
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

export const CODE = plain('code')

export const COMMENT = plain('comment')

export const FRONT_MATTER = plain('front-matter')

const RULE = plain('rule')

export interface OpenFence {
  readonly char: string
  readonly length: number
  readonly line: number
  /**
   * Columns of the list item's content that holds the fence; a line left of it ends item and fence. 0: no
   * item.
   */
  readonly container: number
}

/**
 * Columns and index of the first character that is not a space, a tab, or the byte order mark of the file.
 */
export function columnsBefore(line: string): { columns: number; index: number } {
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

function blanksEnd(line: string, from: number, end: number): number {
  let at = from
  while (at < end && (line[at] === ' ' || line[at] === '\t')) at++
  return at
}

export function lineOf(line: string): { line: Line; fence: { char: string; length: number } | null } {
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
  const at = markerEnd > index ? blanksEnd(line, markerEnd, end) : markerEnd
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
  const textAt = box === null ? at : blanksEnd(line, box.end, end)
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
  const end = at + (line[at + 1] === ']' ? 2 : 3)
  if (line[end - 1] !== ']' || !isSpace(line[end])) return null
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

export function closesFence(line: string, fence: OpenFence): boolean {
  const text = line.trim()
  if (text.length < fence.length || text[0] !== fence.char) return false
  for (let i = 0; i < text.length; i++) if (text[i] !== fence.char) return false
  return true
}

export const saysSomething = (text: string): boolean => /[\p{L}\p{N}\p{So}]/u.test(text)

// cheap, because every line is asked
const MAYBE_NONE = /^[*_`~\s]*(?:\(|no|nil|empty|n\/a|all clear|there are)/i
const NONE =
  /^(?:none|nothing|nil|empty|n\/a|all clear)(?: (?:yet|now|right now|currently|at the moment|so far|flagged|here))*[.!]?$/
const NO_FLAGS =
  /^(?:there are )?no (?:(?:urgent|open|active|current|raised) )*(?:flags?|tasks?|items?|issues?)(?: (?:yet|now|right now|currently|at the moment|at this time|so far))*[.!]?$/

/**
 * The text that stands for "nothing here": "(none)", "None.", "- (No urgent flags)"; a plain line all in
 * parentheses.
 */
export function isPlaceholder(line: Pick<Line, 'kind' | 'text'>): boolean {
  if (line.text.length > 200 || !MAYBE_NONE.test(line.text)) return false
  const text = line.text
    .toLowerCase()
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const inner = /^\(([^()]*)\)[.!]?$/.exec(text)?.[1]?.trim()
  if (inner !== undefined)
    return line.kind === 'text' || /^(?:none|no|nothing|empty|nil|n\/a|all clear)\b/.test(inner)
  return NONE.test(text) || NO_FLAGS.test(text)
}
