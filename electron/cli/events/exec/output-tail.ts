import { stripHidden } from '../../../../shared/base/hidden-text.ts'
import { createRedactor, type Redactor } from '../../../../shared/base/secrets/redactor.ts'
import { findSecret } from '../../../../shared/base/secrets/shapes.ts'
import { KEY_BEGINS, KEY_ENDS } from '../../../../shared/base/secrets/token-shapes.ts'
import { secretValues } from '../../../../shared/base/secrets/values.ts'

const LINES_KEPT = 40
const CHARS_KEPT = 1800
/** A character has four bytes at most, and what a terminal obeys (colours) takes room too. */
const BYTES_KEPT = 16_384

/**
 * The end of what a command printed, from several streams in the order in which it came. Bounded, whatever
 * passes by.
 */
export interface OutputTail {
  add(stream: number, chunk: Buffer): void
  /**
   * At most 40 lines and 1,800 characters of each stream, as a person would have read them, without what
   * hides or looks like a credential, and without the secret values of this process's own variables.
   */
  lines(): readonly string[]
}

interface Piece {
  readonly order: number
  readonly bytes: Buffer
}
interface Line {
  readonly order: number
  readonly text: string
}

export function outputTail(own: NodeJS.ProcessEnv = process.env): OutputTail {
  const redactor = createRedactor(secretValues({}, own))
  const streams = new Map<number, { pieces: Piece[]; size: number; isCut: boolean }>()
  let order = 0
  return {
    add(stream, chunk) {
      let kept = streams.get(stream)
      if (kept === undefined) streams.set(stream, (kept = { pieces: [], size: 0, isCut: false }))
      // A copy: a slice would keep the whole of what was read in memory.
      const bytes = Buffer.from(chunk.length > BYTES_KEPT ? chunk.subarray(-BYTES_KEPT) : chunk)
      kept.isCut ||= bytes.length < chunk.length
      kept.pieces.push({ order: order++, bytes })
      kept.size += bytes.length
      while (kept.size - (kept.pieces[0]?.bytes.length ?? 0) >= BYTES_KEPT) {
        kept.size -= kept.pieces.shift()?.bytes.length ?? 0
        kept.isCut = true
      }
    },
    lines: () =>
      [...streams.values()]
        .flatMap(({ pieces, isCut }) => lastLines(pieces, isCut, redactor))
        .sort((a, b) => a.order - b.order)
        .map((line) => line.text),
  }
}

function lastLines(pieces: readonly Piece[], isCut: boolean, redactor: Redactor): readonly Line[] {
  if (pieces.some(({ bytes }) => bytes.includes(0)))
    return [{ order: pieces.at(-1)?.order ?? 0, text: '(binary output, not shown)' }]
  const all = splitLines(pieces)
  // Its beginning is missing, so it could be read as something else.
  const whole = isCut && all.length > 1 ? all.slice(1) : all
  const shown = withoutKeys(whole.map(({ order, text }) => ({ order, text: plain(text) })))
    .map(({ order, text }) => ({ order, text: readable(text, redactor) }))
    .filter(({ text }) => text.trim() !== '')
  const last: Line[] = []
  let room = CHARS_KEPT
  for (const line of shown.slice(-LINES_KEPT).reverse()) {
    if (line.text.length > room) {
      if (last.length === 0)
        last.push({ ...line, text: `…${line.text.slice(-room).replace(/^[\uDC00-\uDFFF]/, '')}` })
      break
    }
    room -= line.text.length + 1
    last.push(line)
  }
  return last.reverse()
}

/** Split as bytes: a line end never stands inside a character, while a piece may end inside one. */
function splitLines(pieces: readonly Piece[]): readonly Line[] {
  const lines: Line[] = []
  let begun: Buffer[] = []
  let order: number | null = null
  const end = (): void => {
    if (order !== null) lines.push({ order, text: Buffer.concat(begun).toString('utf8') })
    begun = []
    order = null
  }
  for (const piece of pieces) {
    let from = 0
    for (let at = piece.bytes.indexOf(10); at !== -1; at = piece.bytes.indexOf(10, from)) {
      order ??= piece.order
      begun.push(piece.bytes.subarray(from, at))
      end()
      from = at + 1
    }
    if (from >= piece.bytes.length) continue
    order ??= piece.order
    begun.push(piece.bytes.subarray(from))
  }
  end()
  return lines
}

/** Colours, titles and cursor movements. */
const TERMINAL_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

const plain = (line: string): string =>
  // A progress bar writes one line over and over; the last version is what stays.
  stripHidden(
    (line.replace(/\r+$/, '').split('\r').at(-1) ?? '').replace(TERMINAL_CODES, '').replaceAll('\t', '  '),
  )

const KEY_LINE = /[A-Za-z0-9+/=]{16,}\s*$/

/** Of a private key its first line stays, which says that there was one, also where that was cut off. */
function withoutKeys(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = []
  let isInside = false
  for (const line of lines) {
    if (KEY_ENDS.test(line.text)) {
      if (!isInside) while (kept.length > 0 && KEY_LINE.test(kept.at(-1)!.text)) kept.pop()
      isInside = false
    } else if (!isInside || !KEY_LINE.test(line.text)) {
      kept.push(line)
      isInside = KEY_BEGINS.test(line.text)
    }
  }
  return kept
}

function readable(text: string, { redact }: Redactor): string {
  const secret = findSecret(text)
  return secret === null ? redact(text) : `(a line that seems to hold ${secret}, not shown)`
}
