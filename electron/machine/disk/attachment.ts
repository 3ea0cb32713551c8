import { constants } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { locateRepository } from '../git/git-location.ts'
import { openRegularFile } from './regular-file.ts'

/**
 * A file that an agent named: a regular file inside the repository, wherever links lead, and nothing of
 * git's own. The path is relative to the repository, so that it stays good when the folder is moved. null:
 * not there, or outside. Contract: never rejects.
 */
export async function attachment(
  repoPath: string,
  path: string,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  const found = await locate(repoPath, path)
  return found === null ? null : { path: found.path, bytes: found.bytes }
}

/** null also when it is larger than `maxBytes`: half a picture is none. Contract: never rejects. */
export async function readAttachment(
  repoPath: string,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const found = await locate(repoPath, path)
  if (found === null || found.bytes > maxBytes) return null
  try {
    const file = await openRegularFile(found.realPath, constants.O_RDONLY, { links: 'refuse' })
    try {
      const opened = await file.stat()
      // What stands there now is not what was looked at.
      if (opened.ino !== found.ino || opened.dev !== found.dev || opened.size > maxBytes) return null
      const buffer = Buffer.alloc(Math.min(maxBytes, opened.size))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      return new Uint8Array(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}

interface Located {
  readonly path: string // relative, with "/"
  readonly realPath: string
  readonly bytes: number
  readonly ino: number
  readonly dev: number
}

async function locate(repoPath: string, path: string): Promise<Located | null> {
  if (path === '' || path.includes('\0') || path.split(/[\\/]/).includes('..')) return null
  const repository = await locateRepository(repoPath)
  if (!repository.ok) return null
  try {
    const { path: root, gitDir, commonDir } = repository.value
    const realPath = await realpath(resolve(root, path))
    const inside = below(root, realPath)
    if (inside === null || inside.split(sep).some((part) => part.toLowerCase() === '.git')) return null
    if ((await isBelow(gitDir, realPath)) || (await isBelow(commonDir, realPath))) return null
    const found = await lstat(realPath)
    return found.isFile()
      ? { path: inside.split(sep).join('/'), realPath, bytes: found.size, ino: found.ino, dev: found.dev }
      : null
  } catch {
    return null
  }
}

/** null: it is not below the folder. */
function below(folder: string, path: string): string | null {
  const way = relative(folder, path)
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way
}
const isBelow = async (folder: string, path: string): Promise<boolean> =>
  below(await realpath(folder), path) !== null
