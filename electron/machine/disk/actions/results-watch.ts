import { watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

const SETTLE_MS = 300

/**
 * Tells when something in this folder of a repository comes, goes or changes. It is a hint, and may say nothing. null:
 * there is no such folder, or the system refuses.
 */
export async function watchResults(
  repoPath: string,
  folder: string,
  changed: () => void,
): Promise<(() => void) | null> {
  const path = join(repoPath, folder)
  let settling: NodeJS.Timeout | null = null
  try {
    if (!(await lstat(path)).isDirectory()) return null
    const watcher = watch(path, { persistent: false }, () => {
      // The first of many: somebody who writes without end holds nothing up.
      settling ??= setTimeout(() => {
        settling = null
        changed()
      }, SETTLE_MS).unref()
    })
    watcher.on('error', () => watcher.close())
    return () => {
      if (settling !== null) clearTimeout(settling)
      watcher.close()
    }
  } catch {
    return null
  }
}
