import { watch, type FSWatcher } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

const SETTLE_MS = 300

/**
 * Tells when something in this folder of a repository comes, goes or changes; as long as it is not there, the folder that
 * it would come in is watched for it. It is a hint, and may say nothing. null: the system refuses, or there is no
 * repository.
 */
export async function watchResults(
  repoPath: string,
  folder: string,
  changed: () => void,
): Promise<(() => void) | null> {
  const path = join(repoPath, folder)
  let isEnded = false
  let settling: NodeJS.Timeout | null = null
  let watched: { readonly path: string; readonly watcher: FSWatcher } | null = null

  async function begin(): Promise<void> {
    const next = await deepestFolder(repoPath, folder)
    if (isEnded || next === null || next === watched?.path) return
    watched?.watcher.close()
    const watcher = watch(next, { persistent: false }, () => {
      // The first of many: somebody who writes without end holds nothing up.
      settling ??= setTimeout(settled, SETTLE_MS).unref()
    })
    watcher.on('error', () => watcher.close())
    watched = { path: next, watcher }
  }
  function settled(): void {
    settling = null
    const before = watched?.path
    // What came with the folder is told of as well.
    void begin()
      .catch(() => undefined)
      .then(() => !isEnded && (before === path || watched?.path === path) && changed())
  }

  try {
    await begin()
    if (watched === null) return null
    return () => {
      isEnded = true
      if (settling !== null) clearTimeout(settling)
      watched?.watcher.close()
    }
  } catch {
    return null
  }
}

/** The folder, or else the one that is nearest above it; no link is followed. null: not even the repository is there. */
async function deepestFolder(repoPath: string, folder: string): Promise<string | null> {
  let deepest: string | null = null
  let path = repoPath
  for (const part of ['', ...folder.split('/')]) {
    path = join(path, part)
    const found = await lstat(path).catch(() => null)
    if (found?.isDirectory() !== true) break
    deepest = path
  }
  return deepest
}
