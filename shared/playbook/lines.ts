import { withoutNul } from '../base/hidden-text.ts'
import {
  closesFence,
  CODE,
  columnsBefore,
  COMMENT,
  FRONT_MATTER,
  type Line,
  lineOf,
  type OpenFence,
  plain,
} from './line-syntax.ts'
import { codeSpans } from './code-span.ts'

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

export const endingOf = (line: string): '' | '\n' | '\r\n' | '\r' => {
  if (line.endsWith('\r\n')) return '\r\n'
  if (line.endsWith('\n')) return '\n'
  if (line.endsWith('\r')) return '\r'
  return ''
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
    const line = withoutNul(raw[i] ?? '')
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
          // A no-break space before it is text, as in CommonMark. Elsewhere a comment is inline: it ends in
          // its own paragraph, or "<!--" is only text.
          /^[ \t\uFEFF]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before) ||
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
      const { kind, indent } = scanned.line
      const around = indent >= itemContent ? itemContent : 0
      fence = { ...scanned.fence, line: i + 1, container: kind === 'item' ? indent + 2 : around }
    }
    itemContent = itemContentAfter(scanned.line, itemContent)
  }
  return { lines, openFence: fence?.line ?? null, openComment: commentFrom }
}

/** Columns where the content of the innermost top item begins behind this line; 0: not inside an item. */
function itemContentAfter({ kind, indent }: Line, before: number): number {
  if (kind === 'blank') return before
  if (kind === 'item') return before === 0 || indent < before ? indent + 2 : before
  return indent < before ? 0 : before
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
