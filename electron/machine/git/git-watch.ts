import { join } from 'node:path'
import { watch as chokidarWatch, type FSWatcher } from 'chokidar'
import { codeOf, locateRepository } from './git-location.ts'

interface GitWatchOptions {
  /** Another watcher in tests. */
  readonly openWatcher?: () => FSWatcher
}

const SETTLE_MS = 300

/**
 * What git writes whenever HEAD, a fetched branch or an operation changes. Two watches of the kernel for
 * each repository (the folder and its logs) whatever the number of names, but each name costs memory, and
 * one that is missing the most: so not the index, which every status refreshes, nor the marks of single
 * operations, which come with ORIG_HEAD or the log of HEAD.
 */
const OWN_NAMES = ['HEAD', 'logs/HEAD', 'FETCH_HEAD', 'ORIG_HEAD'] as const
const COMMON_NAMES = ['packed-refs'] as const

/**
 * Watches repositories with one watcher for all of them. What it says is a hint, never the truth, and it
 * may say nothing: where the system refuses more watches, or something is no repository, the looks that are
 * made anyway must do.
 */
export function createGitWatch(
  options: GitWatchOptions = {},
): (repoPath: string, changed: () => void) => () => void {
  const watched = new Map<string, Set<() => void>>() // by file
  let watcher: FSWatcher | null = null
  let refused = false

  const open = (): FSWatcher => {
    const opened =
      options.openWatcher?.() ??
      chokidarWatch([], {
        ignoreInitial: true,
        atomic: true,
        followSymlinks: false,
        persistent: false,
        depth: 0,
      })
    opened.on('all', (_event, path) => touch(path))
    opened.on('error', (error) => {
      // One file that may not be read says nothing of the others.
      if (!['ENOSPC', 'EMFILE', 'ENFILE'].includes(codeOf(error) ?? '')) return
      refused = true
      close()
    })
    return opened
  }

  function close(): void {
    void watcher?.close().catch(() => undefined)
    watcher = null
  }

  function touch(path: string): void {
    for (const listener of watched.get(path) ?? []) listener()
  }

  function add(path: string, listener: () => void): () => void {
    const listeners = watched.get(path) ?? new Set()
    if (!watched.has(path)) {
      watched.set(path, listeners)
      if (!refused) (watcher ??= open()).add(path)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      watched.delete(path)
      watcher?.unwatch(path)
      if (watched.size > 0) return
      close()
      refused = false
    }
  }

  return (repoPath, changed) => {
    let stopped = false
    let settling: NodeJS.Timeout | undefined
    let ends: readonly (() => void)[] = []
    /** One act of git writes several of the files. */
    const touched = (): void => {
      clearTimeout(settling)
      settling = setTimeout(changed, SETTLE_MS)
      settling.unref()
    }
    void locateRepository(repoPath).then((located) => {
      if (stopped || !located.ok) return
      const { gitDir, commonDir } = located.value
      const paths = new Set([
        ...OWN_NAMES.map((name) => join(gitDir, name)),
        ...COMMON_NAMES.map((name) => join(commonDir, name)),
      ])
      ends = [...paths].map((path) => add(path, touched))
    })
    return () => {
      stopped = true
      clearTimeout(settling)
      for (const end of ends) end()
      ends = []
    }
  }
}

/** For the whole process. */
export const watchGit = createGitWatch()
