import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { readRegularFile } from '../disk/regular-file.ts'
import type { Repository } from '../git/git.ts'
import { installedIn } from './box.ts'

/** What says to the byte which packages are installed; where there is none, what asks for them. */
const LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
] as const
const MANIFESTS = ['package.json', 'requirements.txt', 'requirements-dev.txt', 'pyproject.toml'] as const

/** Name → id of the object. */
export type Asked = ReadonlyMap<string, string>

/** Which packages a commit asks for, as what two commits can be compared by. git.failed. */
export async function packagesOf(repository: Repository, commit: string): Promise<Result<Asked, Fault>> {
  const listed = await repository.git([
    '--no-replace-objects',
    'ls-tree',
    '-z',
    '--full-tree',
    commit,
    '--',
    ...LOCKS,
    ...MANIFESTS,
  ])
  if (!listed.ok) return listed
  const all = new Map<string, string>()
  for (const [, id = '', name = ''] of listed.value.stdout.matchAll(
    /100\d{3} blob ([0-9a-f]{40,64})\t([^\0]+)\0/g,
  ))
    all.set(name, id)
  const isLock = (name: string): boolean => (LOCKS as readonly string[]).includes(name)
  const locks = [...all].filter(([name]) => isLock(name))
  return ok(new Map(locks.length > 0 ? locks : all))
}

/**
 * Of these commits, newest first, those since the last change of what says which packages there are: HEAD and what asks
 * for the same. git.failed.
 */
export async function withPackagesOfHead<C extends { readonly id: string }>(
  repository: Repository,
  newest: readonly C[],
  asked: Asked,
): Promise<Result<readonly C[], Fault>> {
  const changed = await repository.git([
    '--no-replace-objects',
    'log',
    '--first-parent',
    '--format=%H',
    '--max-count=1',
    'HEAD',
    '--',
    ...asked.keys(),
  ])
  if (!changed.ok) return changed
  const at = newest.findIndex(({ id }) => id === changed.value.stdout.trim())
  return ok(at < 0 ? newest : newest.slice(0, at + 1))
}

export const isSame = (a: Asked, b: Asked): boolean =>
  a.size === b.size && [...a].every(([name, id]) => b.get(name) === id)

/**
 * Folders of packages of the real repository that HEAD may be tried with: there are none, or the files that say which
 * they are were changed since.
 */
export async function installedFor({ location }: Repository, asked: Asked): Promise<readonly string[]> {
  for (const [name, id] of asked) if ((await idOf(join(location.path, name), id.length)) !== id) return []
  return await installedIn(location.path)
}

const LOCK_BYTES = 64 * 1024 * 1024

/** As git names the content of a file; null: it cannot be read. */
async function idOf(path: string, digits: number): Promise<string | null> {
  try {
    const { bytes } = await readRegularFile(path, { maxBytes: LOCK_BYTES, links: 'refuse' })
    return createHash(digits === 64 ? 'sha256' : 'sha1')
      .update(`blob ${bytes.length}\0`)
      .update(bytes)
      .digest('hex')
  } catch {
    return null
  }
}
