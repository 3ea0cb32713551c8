import { stat } from 'node:fs/promises'
import { watch as chokidarWatch, type FSWatcher } from 'chokidar'
import { SECOND } from '../../../shared/base/time.ts'

export interface WatchOptions {
  /** Calls `fn` after a while; returns its end. Another one in tests. */
  readonly after?: (delayMs: number, fn: () => void) => () => void
  /** Another watcher in tests. */
  readonly openWatcher?: () => FSWatcher
}

const SETTLE_MS = 200
const SWEEP_MS = 30 * SECOND

/**
 * Watches exact file paths with one watcher for all of them, since each watcher takes one of few kernel
 * instances. What it says is a hint: runs read the file anyway. When the system refuses more watches, a
 * look at each file every 30 s takes its place.
 */
export function createHeartbeatWatch(
  options: WatchOptions,
): (path: string, changed: () => void) => () => void {
  const after = options.after ?? systemTimer
  const watched = new Map<string, Watched>()
  let watcher: FSWatcher | null = null
  let stopSweep: (() => void) | null = null

  const open = (): FSWatcher => {
    const opened =
      options.openWatcher?.() ??
      chokidarWatch([], { ignoreInitial: true, atomic: true, followSymlinks: false, persistent: false })
    opened.on('all', (_event, path) => touch(path))
    opened.on('error', () => fallBack())
    return opened
  }

  /** An editor's save is several events; only the last of them counts. */
  function touch(path: string): void {
    const entry = watched.get(path)
    if (entry === undefined) return
    entry.stopSettling?.()
    entry.stopSettling = after(SETTLE_MS, () => {
      entry.stopSettling = null
      for (const changed of [...entry.listeners]) changed()
    })
  }

  function fallBack(): void {
    if (stopSweep !== null) return
    void watcher?.close().catch(() => undefined)
    watcher = null
    const again = (): void => {
      void sweep().finally(() => {
        if (stopSweep !== null) stopSweep = after(SWEEP_MS, again)
      })
    }
    stopSweep = after(SWEEP_MS, again)
    void sweep() // what the files look like now is what later looks compare with
  }

  async function sweep(): Promise<void> {
    for (const [path, entry] of [...watched]) {
      const seen = await stat(path).then(
        (s) => `${s.mtimeMs} ${s.size} ${s.ino}`,
        () => 'none',
      )
      if (entry.seen !== null && entry.seen !== seen) touch(path)
      entry.seen = seen
    }
  }

  return (path, changed) => {
    let entry = watched.get(path)
    if (entry === undefined) {
      entry = { listeners: new Set(), stopSettling: null, seen: null }
      watched.set(path, entry)
      if (stopSweep === null) (watcher ??= open()).add(path)
    }
    const { listeners } = entry
    const listener = (): void => changed()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || watched.get(path)?.listeners !== listeners) return
      watched.get(path)?.stopSettling?.()
      watched.delete(path)
      watcher?.unwatch(path)
      if (watched.size > 0) return
      stopSweep?.()
      stopSweep = null
      void watcher?.close().catch(() => undefined)
      watcher = null
    }
  }
}

interface Watched {
  readonly listeners: Set<() => void>
  stopSettling: (() => void) | null
  seen: string | null // null: not looked at yet
}

function systemTimer(delayMs: number, fn: () => void): () => void {
  const timer = setTimeout(fn, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}
