import { CHECK_KINDS } from '../kinds/check-kinds.ts'
import type { RepositoryState } from '../state.ts'

/** Package managers by their lockfiles; of several the first. */
const MANAGERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

const RUNNERS = [
  [/^(?:GNUmakefile|[Mm]akefile)$/, 'make'],
  [/^\.?[Jj]ustfile$/, 'just'],
  [/^Taskfile\.ya?ml$/, 'task'],
] as const

/**
 * The command by which the repository itself runs this check: a script of its own with a name that says so. null: it has
 * none, or it is not certain which program runs it.
 */
export function scriptCommand(check: string, { files, scripts }: RepositoryState): string | null {
  const sign = CHECK_KINDS.get(check)?.signs.script
  const named = sign === undefined ? [] : scripts.filter((script) => sign.test(script))
  // The shortest is the plain one: `lint`, not `lint:ci`.
  const script = named.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]
  if (script === undefined || !/^[\w:.-]+$/.test(script)) return null
  const names = new Set(files)
  const runners = RUNNERS.flatMap(([pattern, runner]) =>
    files.some((name) => pattern.test(name)) ? [runner] : [],
  )
  if (names.has('package.json')) return runners.length > 0 ? null : `${managerOf(names)} run ${script}`
  return runners.length === 1 ? `${runners[0]} ${script}` : null
}

const managerOf = (names: ReadonlySet<string>): string =>
  MANAGERS.find(([lockfile]) => names.has(lockfile))?.[1] ?? 'npm'
