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
