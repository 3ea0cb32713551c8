import { formatDuration } from '../base/time.ts'
import { EVENT_CHARS } from './system-event.ts'

/** How a command ended. */
interface CommandEnding {
  readonly code: number | null // null: by the signal
  readonly signal: string | null
  readonly problem: string | null // why it could not be started; null: it was
  readonly durationMs: number
}

/** One line: the command as a person calls it, and how it ended. */
export const commandEndHead = (name: string, ending: CommandEnding): string =>
  `Command "${name}" ${howItEnded(ending)}`

function howItEnded({ problem, signal, code, durationMs }: CommandEnding): string {
  if (problem !== null)
    return `could not be started: ${problem}${code === null ? '' : `, exit code ${code}`}.`
  const after = `after ${formatDuration(durationMs)}`
  if (signal !== null) return `was ended by ${signal} ${after}.`
  return code === 0 ? `ended well ${after}.` : `failed with exit code ${code} ${after}.`
}

/** The event of its end, as long as an event may be: of the output the newest lines, which say most. */
export function commandEndText(intro: string, output: readonly string[]): string {
  const lines = [...output]
  while (lines.length > 1 && intro.length + 1 + lines.join('\n').length > EVENT_CHARS) lines.shift()
  return [intro, ...lines].join('\n').slice(0, EVENT_CHARS)
}
