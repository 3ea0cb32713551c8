import { createHash } from 'node:crypto'
import { COMMAND_FILE_CHARS, type CommandFile } from '../../../../../shared/agents/approval.ts'

/** What is shown, and looked through, of a file: more of it only counts. */
const TEXT_BYTES = 2_000_000

/** Not text, and no further files are looked for in it. */
export const isBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0)

export const textOf = onceOf((content: Buffer): string =>
  isBinary(content)
    ? `a program of ${content.length} bytes, not text`
    : content.subarray(0, TEXT_BYTES).toString('utf8'),
)

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
  return { ...shown, cut: shown.cut + Math.max(0, content.length - TEXT_BYTES) }
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
