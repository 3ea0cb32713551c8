import { shorten } from '../../../../shared/base/one-line.ts'
import { formatDuration } from '../../../../shared/base/time.ts'
import { findSecret } from '../../../../shared/base/secret-text.ts'
import { COMMAND_NAME_CHARS, EVENT_CHARS } from '../../../../shared/events/system-event.ts'
import { shellWord } from '../../kit/shell-word.ts'
import { shownLine } from '../../kit/text.ts'
import type { CommandEnd } from './run-transparently.ts'

/**
 * Ended by the person at the keyboard, or because nobody reads its output any more: not well, but no
 * failure either.
 */
export const isFailure = ({ code, signal }: Pick<CommandEnd, 'code' | 'signal'>): boolean =>
  signal === null ? code !== 0 && code !== 130 && code !== 141 : signal !== 'SIGINT' && signal !== 'SIGPIPE'

/** `name`: as a person calls it. Arguments that seem to hold a credential are left out. */
export function nameOf(argv: readonly string[], name: string | undefined): string {
  const written = shownLine(name ?? argv.map(shellWord).join(' '))
  const shown =
    findSecret(written) === null && argv.every((arg) => findSecret(arg) === null)
      ? written
      : `${shownLine(argv[0] ?? '')} … (its arguments seem to hold a credential)`
  return shorten(shown, COMMAND_NAME_CHARS)
}

/** The event that tells how the command ended, with the end of its output, as long as an event may be. */
export function endText(name: string, end: CommandEnd): string {
  const head = `Command "${name}" ${howItEnded(end)}`
  const lines = [...end.tail.lines()]
  if (lines.length === 0) {
    if (end.problem !== null) return head
    return `${head} ${end.isShown ? 'Its output was shown in a terminal.' : 'It printed nothing.'}`
  }
  const intro = `${head}\n${end.isShown ? 'Part of its output was shown in a terminal. The rest ended with:' : 'Its output ended with:'}`
  // The newest lines say most.
  while (lines.length > 1 && intro.length + 1 + lines.join('\n').length > EVENT_CHARS) lines.shift()
  return `${intro}\n${lines.join('\n')}`.slice(0, EVENT_CHARS)
}

function howItEnded({ problem, signal, code, durationMs }: CommandEnd): string {
  if (problem !== null) return `could not be started: ${problem}, exit code ${code}.`
  const after = `after ${formatDuration(durationMs)}`
  if (signal !== null) return `was ended by ${signal} ${after}.`
  return code === 0 ? `ended well ${after}.` : `failed with exit code ${code} ${after}.`
}
