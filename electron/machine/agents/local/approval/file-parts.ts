import { createHash } from 'node:crypto'
import { COMMAND_FILE_CHARS, type CommandFile } from '../../../../../shared/agents/approval.ts'

/** What is shown, and looked through, of a file: more of it only counts. */
const TEXT_BYTES = 2_000_000

/** So many bytes are looked through for one that is no text; behind them it counts as text. */
const HEAD_BYTES = 8000
/** How programs for the machine itself begin: of Linux, macOS and Windows. They have no words for a shell. */
const MACHINE_CODE = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a)/

const isMachineCode = (content: Buffer): boolean => MACHINE_CODE.test(content.toString('hex', 0, 4))

/** Where a file that is no program for the machine stops being text; null: nowhere. */
export function endOfText(content: Buffer): number | null {
  const end = content.subarray(0, HEAD_BYTES).indexOf(0)
  return end < 0 || isMachineCode(content) ? null : end
}

/** In which further files are looked for: a shell executes what stands before a byte that is no text. */
export const scriptOf = onceOf((content: Buffer): string =>
  isMachineCode(content)
    ? ''
    : content.subarray(0, Math.min(TEXT_BYTES, endOfText(content) ?? TEXT_BYTES)).toString('utf8'),
)

/** What is shown of it. */
export function textOf(content: Buffer): string {
  const script = scriptOf(content)
  const isText = !isMachineCode(content) && (endOfText(content) === null || script.includes('\n'))
  return isText ? script : `a program of ${content.length} bytes, not text`
}

/** One that is too long to be read as what it is counts as it stands. '': there is none. */
export function manifestText(content: Buffer | null): string {
  if (content === null) return ''
  return content.length > TEXT_BYTES ? `# ${sha256(content)}` : content.toString('utf8')
}

/** What follows from a content that many commands name, once. */
export function onceOf<Answer>(answer: (content: Buffer) => Answer): (content: Buffer) => Answer {
  const known = new WeakMap<Buffer, { readonly answer: Answer }>()
  return (content) => {
    const before = known.get(content) ?? { answer: answer(content) }
    known.set(content, before)
    return before.answer
  }
}

export const whole = (file: string, content: Buffer, aside: boolean): CommandFile => {
  const shown = part(file, textOf(content), 1, aside)
  const behind = isMachineCode(content) ? 0 : content.length - (endOfText(content) ?? TEXT_BYTES)
  return { ...shown, cut: shown.cut + Math.max(0, behind) }
}

export const part = (file: string, text: string, line: number | null, aside: boolean): CommandFile => {
  const shown = text.slice(0, COMMAND_FILE_CHARS)
  return { file, line, text: shown, cut: text.length - shown.length, aside }
}

export const sha256 = (content: Buffer | string): string =>
  typeof content === 'string' ? digest(content) : digestOf(content)
const digest = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
const digestOf = onceOf(digest)

/** Of a text that somebody else wrote: the first of them, not all that there are. */
export function firstMatches(text: string, pattern: RegExp, most: number): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    if (found.length >= most) break
    found.push(match)
  }
  return found
}
