import { HOME, type Debian } from './debian.ts'

export const REPO = `${HOME}/src/api`
/** Of a package that takes the place of the one that is tried. */
export const NEWER = '9.0.0'

let failed = 0
/** How many checks found something else. */
export const failures = (): number => failed

export function check(what: string, isSo: boolean, seen: unknown): void {
  console.log(isSo ? `✓ ${what}` : `✘ ${what}\n  ${JSON.stringify(seen)}`)
  if (!isSo) failed++
}

export async function must(debian: Debian, argv: readonly string[]): Promise<string> {
  const { code, out, err } = await debian.run('root', argv)
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${err || out}`)
  return out
}

/** As a stranger finds it: nothing of an earlier time (`removal`), where the folder was made before, and these packages. */
export async function prepare(
  debian: Debian,
  removal: readonly string[],
  packages: readonly string[],
): Promise<void> {
  for (const argv of [removal, ['userdel', '-f', '-r', 'ada']]) await debian.run('root', argv)
  await must(debian, ['apt-get', 'update', '-q'])
  await must(debian, ['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...packages])
}

/** Lines for a shell of the ordinary person. */
export type Shell = (line: string, cwd?: string) => ReturnType<Debian['run']>

export async function makeRepository(ada: Shell, what: string): Promise<void> {
  const made = await ada(
    `mkdir -p ${REPO} && cd ${REPO} && git init -q -b main && git config user.name Ada && ` +
      'git config user.email ada@example.com && echo hello > README.md && git add . && git commit -q -m Begin',
  )
  check(what, made.code === 0, made)
}

/** false: it did not come to be so within ten seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
