import { parse } from './doc.ts'
import type { HeartbeatDoc } from './model.ts'
import { scanLines } from './lines.ts'
import { isPlaceholder, type Line } from './line-syntax.ts'

/**
 * Whether the file holds nothing to do: blank lines, headings, rules, comments, front matter, code-fence
 * markers, stubs of lists and boxes ("-", "- [ ]", "1."), the "(none)" of our sections, the lines of
 * Timestamps, and the links of a "Related" section. Any other prose counts as content, also inside a code
 * fence. A missing file (null) is not an empty one.
 */
export function isEffectivelyEmpty(text: string | null): boolean {
  if (text === null) return false
  const doc = parse(text)
  const stamped = Object.values(doc.stamps).map((s) => s.line)
  let related = false
  return scanLines(doc.lines).lines.every((line, i) => {
    if (line.kind === 'heading')
      related = /^(?:related|see also|references?|further reading)\b/i.test(line.text)
    return (
      carriesNothing(line, doc.lines[i] ?? '') ||
      stamped.includes(i + 1) ||
      (isPlaceholder(line) && inOwnSection(doc, i + 1)) ||
      (related && isLinkOnly(line.text))
    )
  })
}

function carriesNothing(line: Line, raw: string): boolean {
  switch (line.kind) {
    case 'blank':
    case 'heading':
    case 'rule':
    case 'fence':
    case 'comment':
    case 'front-matter':
      return true
    case 'item':
    case 'text':
    case 'quote':
      return line.text.trim() === '' || /^(?:`{3,}|~{3,})[\w-]*$/.test(line.text)
    case 'code': // what a template shows inside a fence is read like the rest
      return scanLines([raw]).lines.every((inner) => carriesNothing(inner, ''))
    case 'conflict':
      return false
  }
}

const inOwnSection = (doc: HeartbeatDoc, line: number): boolean =>
  (doc.headings.findLast((h) => h.line < line)?.name ?? null) !== null

const isLinkOnly = (text: string): boolean => /^\[[^\]]{0,200}\]\([^)\s]{0,500}\)[.,;]?$/.test(text.trim())
