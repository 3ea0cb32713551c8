/** Programs that execute a file given as an argument. */
export const INTERPRETER =
  /^(?:sh|bash|dash|zsh|fish|ksh|python[\d.]*|node|deno|bun|tsx|ruby|perl|php|pwsh|powershell|lua|Rscript|env|source|\.|time|nice|timeout|xargs|sudo|exec|command)$/

/** Programs that execute what a file of the repository says; for package.json only the scripts count. */
export const RUNS_SCRIPTS = /^(?:npm|npx|pnpm|yarn|bun)$/

/** Programs that execute recipes, and the files they read when none is named: the first that is there. */
export const RUNS_RECIPES = [
  { program: /^(?:g?make|MAKE)$/, files: ['GNUmakefile', 'makefile', 'Makefile'] },
  { program: /^just$/, files: ['justfile', 'Justfile', '.justfile'] },
] as const

/** Before the name of a file that is executed, whatever it is called; the source of a regular expression. */
export const STARTING = `-?include|sinclude|${INTERPRETER.source.slice(1, -1)}`

/** Before the folder in which a program works: of make, npm, pnpm and yarn. */
export const FOLDER_OPTION = /^(?:-C|--directory|--prefix|--dir|--cwd)$/

/** npm, pnpm and yarn work in packages of the repository with it. */
export const WORKSPACE_OPTION = /^(?:-w|-ws|-W|-r|-F|--workspaces?|--filter|--recursive|workspaces?)$/

/** Words with what stands behind an equals sign, and behind a `-C`, as a word of its own. */
export const optionWords = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const [, option, value] = /^(--[\w-]+)=(.+)$/.exec(word) ?? /^(-C)(.+)$/.exec(word) ?? []
    return option === undefined || value === undefined ? [word] : [option, value]
  })

/** The folder in which it is told to work; '' for none. `rest`: without what says that. */
export function workingFolder(words: readonly string[]): {
  readonly folder: string
  readonly rest: readonly string[]
} {
  const all = optionWords(words)
  const at = all.findIndex((word) => FOLDER_OPTION.test(word))
  if (at < 0) return { folder: '', rest: all }
  return { folder: `${all[at + 1] ?? '.'}/`, rest: [...all.slice(0, at), ...all.slice(at + 2)] }
}
