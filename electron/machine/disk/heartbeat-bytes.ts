import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'

/**
 * How a file's bytes became text. 'binary': they are no valid UTF-8, so each byte is one character and
 * comes back as itself.
 */
export type Encoding = 'utf-8' | 'binary'

/** Any bytes; `encode(decode(bytes))` gives them back, byte order mark and NUL included. */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(bytes)
    ? { text: buffer.toString('utf8'), encoding: 'utf-8' }
    : { text: buffer.toString('latin1'), encoding: 'binary' }
}

/** null: the text holds half of a surrogate pair, which UTF-8 cannot say. */
export function encode(text: string, encoding: Encoding): Buffer | null {
  if (encoding === 'utf-8') {
    const bytes = Buffer.from(text, 'utf8')
    return bytes.toString('utf8') === text ? bytes : null
  }
  // What an edit added may lie beyond one byte; it is written as UTF-8 between the other bytes.
  return Buffer.concat(
    text.split(/([^\0-\xff]+)/).map((part, i) => Buffer.from(part, i % 2 === 0 ? 'latin1' : 'utf8')),
  )
}

/** Version of a file: its content. Ticking a box keeps size and, within a clock's grain, time. */
export const versionOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
