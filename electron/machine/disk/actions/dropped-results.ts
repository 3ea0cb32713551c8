import { createHash } from 'node:crypto'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { DroppedFile, DroppedResults } from '../../../engine/ports/attempts/dropped-results.ts'
import { readAttachment } from '../attachment.ts'

const MOST_FILES = 5000
const MOST_BYTES = 200_000
const ENDING = '.json'

/** A file as it stood at a look. */
interface Stood {
  readonly stamp: string
  readonly print: string
}

/** Files that did not change since they were seen are not read again. */
export function createDroppedResults(): DroppedResults {
  const stood = new Map<string, Stood>()
  return {
    async look(repoPath, folder, isSeen) {
      const path = join(repoPath, folder)
      const names = await namesIn(path)
      if (!names.ok) return names
      const files: (DroppedFile & { readonly at: number })[] = []
      for (const name of names.value) {
        const stats = await lstat(join(path, name)).catch(() => null)
        if (stats === null) continue
        const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
        const key = join(path, name)
        const before = stood.get(key)
        if (before?.stamp === stamp && isSeen(name, before.print)) continue
        const file = await read(repoPath, `${folder}/${name}`, stamp)
        stood.set(key, { stamp, print: file.print })
        if (!isSeen(name, file.print)) files.push({ ...file, name, at: stats.mtimeMs })
      }
      return ok(files.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)))
    },
  }
}

/** Its stamp stands for the bytes of what cannot be read. */
async function read(repoPath: string, path: string, stamp: string): Promise<Omit<DroppedFile, 'name'>> {
  const bytes = await readAttachment(repoPath, path, MOST_BYTES)
  const print = createHash('sha256')
    .update(bytes ?? stamp)
    .digest('hex')
  if (bytes === null)
    return {
      print,
      text: null,
      problem: `is no regular file of at most ${MOST_BYTES} bytes below the repository`,
    }
  try {
    return { print, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null }
  } catch {
    return { print, text: null, problem: 'is no UTF-8 text' }
  }
}

async function namesIn(path: string): Promise<Result<readonly string[], string>> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(path)) {
      if (!name.endsWith(ENDING) || name.startsWith('.')) continue
      if (names.length === MOST_FILES)
        return err(
          `${path} has more than ${MOST_FILES} results; none of the new ones counts before some are removed`,
        )
      names.push(name)
    }
    return ok(names)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? ok([]) : err(`${path} cannot be read: ${messageOf(error)}`)
  }
}
