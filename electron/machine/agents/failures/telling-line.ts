import { stripVTControlCharacters } from 'node:util'

/** How git, npm, compilers and runtimes begin the line that says what is wrong. */
const NAMES_FAILURE = /^(?:fatal|error|npm err(?:or|!)|E|[A-Z]\w*Error)(?:\[\w+\])?:? /
/** What they print around it. */
const SURROUNDS_FAILURE =
  /^(?:g?make(?:\[\d+\])?: |npm err(?:or|!) (?:code|errno|path|syscall|command|A complete log)\b)/
/** What npm prints last, whatever happened. */
const SAYS_NOTHING = /^npm (?:notice|warn)\b/i
const CHARS_LOOKED_AT = 8192

/**
 * What a program that failed says of it: the first line that names the failure, else the last one that says
 * something. '' where none does.
 */
export function tellingLine(output: string): string {
  const lines = stripVTControlCharacters(output.slice(-CHARS_LOOKED_AT))
    .split('\n')
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  const about = lines.filter((line) => !SAYS_NOTHING.test(line))
  const telling = about.filter((line) => !SURROUNDS_FAILURE.test(line))
  return (
    telling.find((one) => NAMES_FAILURE.test(one)) ?? telling.at(-1) ?? about.at(-1) ?? lines.at(-1) ?? ''
  )
}

/** The same; of a line of a log (opencode's) what it is about. */
export function tellingWords(text: string): string {
  const line = tellingLine(text)
  return /\berror\.error="((?:[^"\\]|\\.)+)"/.exec(line)?.[1] ?? line
}
