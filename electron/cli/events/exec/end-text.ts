import { shorten } from '../../../../shared/base/one-line.ts'
import { findSecret } from '../../../../shared/base/secrets/shapes.ts'
import { commandEndHead, commandEndText } from '../../../../shared/events/command-end.ts'
import { COMMAND_NAME_CHARS } from '../../../../shared/events/system-event.ts'
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
  const head = commandEndHead(name, end)
  const lines = end.tail.lines()
  if (lines.length === 0) {
    if (end.problem !== null) return head
    return `${head} ${end.isShown ? 'Its output was shown in a terminal.' : 'It printed nothing.'}`
  }
  const intro = end.isShown
    ? 'Part of its output was shown in a terminal. The rest ended with:'
    : 'Its output ended with:'
  return commandEndText(`${head}\n${intro}`, lines)
}
