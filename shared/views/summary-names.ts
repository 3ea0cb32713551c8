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
 * Text of `status-short`: the time in seconds, the exit code of `status` and the process that wrote it, then the line for
 * a prompt.
 */
export const shortText = (line: string, exitCode: number, now: Instant, pid: number): string =>
  `${Math.floor(now / 1000)} ${exitCode} ${pid}\n${line}\n`

/**
 * null: no such file. What a process wrote that is gone, without a word that nothing runs, is not known any more. What is older than three minutes, or unreadable, is not known; nor is what was written three
 * minutes from now on: the clock stood wrong then, and how long ago that was nobody can tell.
 */
export function readShort(
  text: string | null,
  now: Instant,
  isThere: (pid: number) => boolean,
): { readonly line: string; readonly exitCode: number } {
  const [, epoch, code, pid, line] =
    /^(\d{1,12}) (\d{1,3}) (\d{1,10})\n([^\n]{1,100})\n$/.exec(text ?? '') ?? []
  if (line === undefined) return UNKNOWN
  const isOld = Math.abs(now - Number(epoch) * 1000) > STALE_MS
  if (line !== AT_REST && (isOld || !isThere(Number(pid)))) return UNKNOWN
  return { line, exitCode: Number(code) }
}
