import { exact } from './text.ts'

/**
 * A word as a POSIX shell reads it back. What no terminal shows as it is cannot be copied from one either.
 */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${exact(word).replaceAll("'", `'\\''`)}'`
