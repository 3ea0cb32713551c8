import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { MINUTE } from '../../../shared/base/time.ts'
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

const REMEMBERED_MS = MINUTE
const remembered = new Map<string, { readonly path: string; readonly untilMs: number }>()

/**
 * As `programPath`, for a name that is looked for again and again: for a minute it is where it was found on this
 * PATH, as long as it is there. What is not found is looked for each time. `nowMs`: monotonic.
 */
export async function knownProgramPath(
  name: string,
  environment: Environment,
  nowMs: number = performance.now(),
): Promise<string | null> {
  const key = `${name}\0${environment['PATH'] ?? ''}`
  const known = remembered.get(key)
  if (known !== undefined && nowMs < known.untilMs && (await isExecutable(known.path))) return known.path
  remembered.delete(key)
  const path = await programPath(name, environment, '/')
  if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear()
  if (path !== null) remembered.set(key, { path, untilMs: nowMs + REMEMBERED_MS })
  return path
}
const REMEMBERED_AT_MOST = 100

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
