import { join } from 'node:path'
import { watch as chokidarWatch, type FSWatcher } from 'chokidar'
import { locateRepository } from './git-location.ts'
import { codeOf } from '../disk/answering/disk-reason.ts'

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
  const w: Watch = {
    openWatcher: options.openWatcher ?? openWatcher,
    listeners: new Map(),
    watcher: null,
    isRefused: false,
  }
  return (repoPath, changed) => follow(w, repoPath, changed)
}

interface Watch {
  readonly openWatcher: () => FSWatcher
  readonly listeners: Map<string, Set<() => void>> // by file
  watcher: FSWatcher | null
  isRefused: boolean // by the system, until nothing is watched any more
}

function follow(w: Watch, repoPath: string, changed: () => void): () => void {
  let isStopped = false
  let settling: NodeJS.Timeout | undefined
  let ends: readonly (() => void)[] = []
  /** One act of git writes several of the files. */
  const touched = (): void => {
    clearTimeout(settling)
    settling = setTimeout(changed, SETTLE_MS)
    settling.unref()
  }
  void locateRepository(repoPath).then((located) => {
    if (isStopped || !located.ok) return
    const { gitDir, commonDir } = located.value
    const paths = new Set([
      ...OWN_NAMES.map((name) => join(gitDir, name)),
      ...COMMON_NAMES.map((name) => join(commonDir, name)),
    ])
    ends = [...paths].map((path) => add(w, path, touched))
  })
  return () => {
    isStopped = true
    clearTimeout(settling)
    for (const end of ends) end()
    ends = []
  }
}

/** Returns its end. */
function add(w: Watch, path: string, listener: () => void): () => void {
  const listeners = w.listeners.get(path) ?? new Set()
  if (!w.listeners.has(path)) {
    w.listeners.set(path, listeners)
    if (!w.isRefused) (w.watcher ??= open(w)).add(path)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    w.listeners.delete(path)
    w.watcher?.unwatch(path)
    if (w.listeners.size > 0) return
    close(w)
    w.isRefused = false
  }
}

function open(w: Watch): FSWatcher {
  const watcher = w.openWatcher()
  watcher.on('all', (_event, path) => {
    for (const listener of w.listeners.get(path) ?? []) listener()
  })
  watcher.on('error', (error) => {
    // One file that may not be read says nothing of the others.
    if (!['ENOSPC', 'EMFILE', 'ENFILE'].includes(codeOf(error) ?? '')) return
    w.isRefused = true
    close(w)
  })
  return watcher
}

function close(w: Watch): void {
  void w.watcher?.close().catch(() => undefined)
  w.watcher = null
}

const openWatcher = (): FSWatcher =>
  chokidarWatch([], {
    ignoreInitial: true,
    atomic: true,
    followSymlinks: false,
    persistent: false,
    depth: 0,
  })

/** For the whole process. */
export const watchGit = createGitWatch()
