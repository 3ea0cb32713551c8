import type { CommandLineView } from '../../../../shared/contract/app.ts'

const HEAD =
  '#!/bin/sh\n' +
  '# Threadbeat wrote this file; Settings, Integrations takes it away. Edited, it counts as yours.\n'

/** The whole launcher: each word is quoted for a POSIX shell, and what is given to it is passed on as it is. */
export const launcherText = (command: readonly string[]): string =>
  `${HEAD}exec ${command.map(quoted).join(' ')} "$@"\n`

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The command of a launcher that Threadbeat wrote and nobody changed. null: it is something else. */
export function commandOf(text: string): readonly string[] | null {
  const line = text.startsWith(`${HEAD}exec `) ? text.slice(HEAD.length + 'exec '.length) : ''
  const words = /^((?:'(?:[^'\n]|'\\'')*' )+)"\$@"\n$/.exec(line)?.[1]
  if (words === undefined) return null
  return [...words.matchAll(/'((?:[^'\n]|'\\'')*)' /g)].map((word) =>
    (word[1] ?? '').replaceAll(`'\\''`, "'"),
  )
}

/** `folder`: the data folder that its last words name; null: none. */
export function programAndFolder(words: readonly string[]): {
  readonly program: readonly string[]
  readonly script: string
  readonly folder: string | null
} {
  const isNamed = words.length > 2 && words.at(-2) === '--data-dir'
  const program = isNamed ? words.slice(0, -2) : words
  return { program, script: program.at(-1) ?? '', folder: isNamed ? (words.at(-1) ?? null) : null }
}

export const FOUND_NONE = 'Your terminals find no “threadbeat”.'

/** New terminals find none, but the one that asks does. */
export const foundHere = (view: CommandLineView, found: string): CommandLineView => ({
  ...view,
  found,
  text: view.text.replace(
    FOUND_NONE,
    `This terminal finds ${found} as “threadbeat”; a new one may find none.`,
  ),
})
