import type { Instant } from '../base/time.ts'

/**
 * Files of the data folder that say how things are, for scripts, agents and prompts. Written by the app,
 * never read back.
 */
export const SUMMARY = {
  threads: 'threads.json',
  state: 'heartbeat_state.json',
  index: 'runtime_index.json',
  short: 'status-short',
} as const

/** An app that lives renews its line each minute. */
const STALE_MS = 3 * 60_000
const UNKNOWN = { line: '♥ ?', exitCode: 1 }
/** Nothing runs: this does not age. */
export const AT_REST = '♥ –'

/**
 * Text of `status-short`: the time in seconds and the exit code of `status`, then the line for a prompt.
 */
export const shortText = (line: string, exitCode: number, now: Instant): string =>
  `${Math.floor(now / 1000)} ${exitCode}\n${line}\n`

/**
 * null: no such file. What is older than three minutes, or unreadable, is not known; nor is what was written three
 * minutes from now on: the clock stood wrong then, and how long ago that was nobody can tell.
 */
export function readShort(
  text: string | null,
  now: Instant,
): { readonly line: string; readonly exitCode: number } {
  const [, epoch, code, line] = /^(\d{1,12}) (\d{1,3})\n([^\n]{1,100})\n$/.exec(text ?? '') ?? []
  if (line === undefined) return UNKNOWN
  if (line !== AT_REST && Math.abs(now - Number(epoch) * 1000) > STALE_MS) return UNKNOWN
  return { line, exitCode: Number(code) }
}
