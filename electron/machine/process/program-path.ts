import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { Environment } from './user-environment.ts'

const WINDOWS_ENDINGS = ['.exe', '.com', '.cmd', '.bat', '']
const endings = process.platform === 'win32' ? WINDOWS_ENDINGS : ['']

/**
 * Absolute path of a program: a path relative to `folder`, or a name found on PATH. null: there is no such
 * program.
 */
export async function programPath(
  word: string,
  environment: Environment,
  folder: string,
): Promise<string | null> {
  if (word === '' || word.includes('\0')) return null
  if (isAbsolute(word)) return await firstExecutable([word])
  if (/[\\/]/.test(word)) return await firstExecutable([resolve(folder, word)])
  return await firstExecutable(
    (environment['PATH'] ?? '')
      .split(delimiter)
      .filter((entry) => isAbsolute(entry))
      .map((entry) => join(entry, word)),
  )
}

/** All are looked at together: PATH is long, and the first that is there is wanted at once. */
async function firstExecutable(candidates: readonly string[]): Promise<string | null> {
  const paths = candidates.flatMap((candidate) => endings.map((ending) => candidate + ending))
  const there = await Promise.all(paths.map(isExecutable))
  return paths[there.indexOf(true)] ?? null
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
  } catch {
    return false
  }
  // Behind an alias of the Windows store nobody can look.
  return await stat(path).then(
    (found) => found.isFile(),
    () => process.platform === 'win32',
  )
}
