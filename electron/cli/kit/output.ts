import pc from 'picocolors'
import type { Colors } from './colors.ts'
import { oneLine, plain } from './text.ts'

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

/** Where there is no terminal to fit into: long enough for a summary, too short for a whole reply. */
const NO_TERMINAL_WIDTH = 240

export function terminalOutput(color: boolean): Output {
  const isTerminal = process.stdout.isTTY === true
  const isColored = color && isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
  // A reader that has seen enough (head, less) closes the pipe; that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const width = isTerminal ? process.stdout.columns : NO_TERMINAL_WIDTH
  return {
    colors: pc.createColors(isColored),
    isTerminal,
    line: (text = '') => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${plain(text)}\n`),
    json: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    table: (rows) => void process.stdout.write(layTable(rows, width)),
  }
}

/** Glyphs count as one column each. */
export function layTable(rows: readonly (readonly (Cell | string)[])[], width: number): string {
  const cells = rows.map((row) =>
    row.map((cell) =>
      typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text) },
    ),
  )
  const widths: number[] = []
  for (const row of cells)
    row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, [...cell.text].length)))
  const lines = cells.map((row) => {
    let used = 0
    return row
      .map((cell, i) => {
        const isLast = i === row.length - 1
        const room = isLast ? Math.max(8, width - used) : Infinity
        const letters = [...cell.text]
        const text = letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : cell.text
        used += (widths[i] ?? 0) + 2
        const painted = cell.paint === undefined ? text : cell.paint(text)
        return isLast ? painted : painted + ' '.repeat((widths[i] ?? 0) - [...text].length + 2)
      })
      .join('')
      .trimEnd()
  })
  return lines.map((line) => `${line}\n`).join('')
}
