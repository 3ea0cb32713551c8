import type { RepositoryState } from '../state.ts'

const SCRIPT = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)$/
const RECIPE = /^(make|just|task) ([\w:.-]+)$/
const RECIPE_FILE: Readonly<Record<string, RegExp>> = {
  make: /^(?:GNUmakefile|[Mm]akefile)$/,
  just: /^\.?[Jj]ustfile$/,
  task: /^Taskfile\.ya?ml$/,
}

/** Whether a command names a script or a recipe in the way that can be tried. */
export const isScriptName = (command: string): boolean => SCRIPT.test(command) || RECIPE.test(command)

/** Whether a command that a suggestion names (`npm run lint`, `make lint`) was there in this state of its repository. */
export function hasScript(command: string, { files, scripts }: RepositoryState): boolean {
  const script = SCRIPT.exec(command)?.[1]
  if (script !== undefined) return files.includes('package.json') && scripts.includes(script)
  const [, runner = '', recipe = ''] = RECIPE.exec(command) ?? []
  const pattern = RECIPE_FILE[runner]
  return pattern !== undefined && files.some((file) => pattern.test(file)) && scripts.includes(recipe)
}
