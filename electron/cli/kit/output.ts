import pc from 'picocolors'
import stringWidth from 'string-width'
import type { Colors } from './colors.ts'
import { jsonText, shownLine, plain } from './text.ts'

export interface Cell {
  readonly text: string
  readonly paint?: (text: string) => string
}

export interface Output {
  readonly colors: Colors
  readonly isTerminal: boolean
  line(text?: string): void
  /** For people, when the output itself may be read by a program. */
  note(text: string): void
  json(value: unknown): void
  /** Aligned columns; the last one is cut to the terminal's width. */
  table(rows: readonly (readonly (Cell | string)[])[]): void
}

/** Where the words of a command go. */
export interface Streams {
  readonly isTerminal: boolean
  readonly isColored: boolean
  readonly width: number // of a line, in columns
  out(text: string): void
  err(text: string): void
}

/** Where there is no terminal to fit into: long enough for a summary, too short for a whole reply. */
export const NO_TERMINAL_WIDTH = 240

/** Those of this process, which from here on may be closed at any time. */
export function processStreams(color: boolean): Streams {
  const isTerminal = process.stdout.isTTY === true
  // A reader that has seen enough (head, less) closes the pipe; that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    isTerminal,
    isColored: color && isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    width: isTerminal ? process.stdout.columns : NO_TERMINAL_WIDTH,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  }
}

/** Colours of our own. */
const COLOURS = /(\u001b\[[\d;]*m)/
/**
 * Through here go all words of a command, whatever they were put together from: but for colours nothing that
 * a terminal obeys, or that hides, is printed.
 */
export function readable(streams: Streams): Streams {
  const shown = (text: string): string =>
    streams.isColored
      ? text
          .split(COLOURS)
          .map((part, i) => (i % 2 === 1 ? part : plain(part)))
          .join('')
      : plain(text)
  return { ...streams, out: (text) => streams.out(shown(text)), err: (text) => streams.err(shown(text)) }
}

export const outputTo = ({ isTerminal, isColored, width, out, err }: Streams): Output => ({
  colors: pc.createColors(isColored),
  isTerminal,
  line: (text = '') => out(`${text}\n`),
  note: (text) => err(`${plain(text)}\n`),
  json: (value) => out(`${jsonText(value)}\n`),
  table: (rows) => out(layTable(rows, width)),
})

/** A longer text pushes its own line to the right, not all the others. */
const WIDEST = 32

export function layTable(rows: readonly (readonly (Cell | string)[])[], width: number): string {
  const cells = rows.map((row) => row.map(measured))
  const widths: number[] = []
  for (const row of cells)
    row.forEach(({ columns }, i) => (widths[i] = Math.max(widths[i] ?? 0, Math.min(columns, WIDEST))))
  const lines = cells.map((row) => {
    let used = 0
    return row
      .map(({ text, columns, paint = asItIs }, i) => {
        if (i === row.length - 1) return paint(fitted(text, columns, Math.max(8, width - used)))
        const gap = Math.max(0, (widths[i] ?? 0) - columns) + 2
        used += columns + gap
        return paint(text) + ' '.repeat(gap)
      })
      .join('')
      .trimEnd()
  })
  return lines.map((line) => `${line}\n`).join('')
}

function measured(cell: Cell | string): Cell & { readonly columns: number } {
  const { text, ...paint } = typeof cell === 'string' ? { text: cell } : cell
  const line = shownLine(text)
  return { ...paint, text: line, columns: columnsOf(line) }
}
const asItIs = (text: string): string => text

/**
 * A sign that is a picture only when a selector follows it (▶, ♥) takes one column without; the library
 * counts it as the picture. And it looks at each letter for long: a thousand lines would take half a second.
 */
const TEXT_SIGN = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\ufe0f)/gu
const columnsOf = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : stringWidth(text.replace(TEXT_SIGN, '.'))

const letters = new Intl.Segmenter()
function fitted(text: string, columns: number, room: number): string {
  if (columns <= room) return text
  let kept = ''
  let used = 0
  for (const { segment } of letters.segment(text)) {
    used += columnsOf(segment)
    if (used >= room) break
    kept += segment
  }
  return `${kept}…`
}
