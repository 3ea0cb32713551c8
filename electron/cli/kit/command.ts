import type { Command } from 'commander'
import type { Context } from './context.ts'
import { usageError } from './errors.ts'

/** Gives a command its words, its options and its action; its name stands in the table of commands. */
export type Define = (command: Command, cx: Context) => void

/** What may stand on the command line where a thread is meant. */
export const THREAD_WORDS = 'number, name, path or the beginning of a name'

/** `-n`; wrong usage: anything but a whole number from 1 to `most`. */
export function readLimit(text: string, most: number): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw usageError(`-n must be 1 to ${most}, got "${text}"`)
  return limit
}
