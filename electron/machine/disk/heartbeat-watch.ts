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
  const w: Watch = {
    openWatcher: options.openWatcher ?? openWatcher,
    after: options.after ?? systemTimer,
    files: new Map(),
    watcher: null,
    stopSweep: null,
  }
  return (path, changed) => follow(w, path, changed)
}

interface Watch {
  readonly openWatcher: () => FSWatcher
  readonly after: (delayMs: number, fn: () => void) => () => void
  readonly files: Map<string, Watched>
  watcher: FSWatcher | null // null: nothing to watch, or the system refuses
  stopSweep: (() => void) | null // null: the watcher does
}

function follow(w: Watch, path: string, changed: () => void): () => void {
  let entry = w.files.get(path)
  if (entry === undefined) {
    entry = { listeners: new Set(), stopSettling: null, seen: null }
    w.files.set(path, entry)
    if (w.stopSweep === null) (w.watcher ??= open(w)).add(path)
  }
  const { listeners } = entry
  const listener = (): void => changed()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && w.files.get(path)?.listeners === listeners) unfollow(w, path)
  }
}

function unfollow(w: Watch, path: string): void {
  w.files.get(path)?.stopSettling?.()
  w.files.delete(path)
  w.watcher?.unwatch(path)
  if (w.files.size > 0) return
  w.stopSweep?.()
  w.stopSweep = null
  closeWatcher(w)
}

function open(w: Watch): FSWatcher {
  const watcher = w.openWatcher()
  watcher.on('all', (_event, path) => touch(w, path))
  watcher.on('error', () => fallBack(w))
  return watcher
}

function closeWatcher(w: Watch): void {
  void w.watcher?.close().catch(() => undefined)
  w.watcher = null
}

/** An editor's save is several events; only the last of them counts. */
function touch(w: Watch, path: string): void {
  const entry = w.files.get(path)
  if (entry === undefined) return
  entry.stopSettling?.()
  entry.stopSettling = w.after(SETTLE_MS, () => {
    entry.stopSettling = null
    for (const changed of [...entry.listeners]) changed()
  })
}

function fallBack(w: Watch): void {
  if (w.stopSweep !== null) return
  closeWatcher(w)
  const again = (): void => {
    void sweep(w).finally(() => {
      if (w.stopSweep !== null) w.stopSweep = w.after(SWEEP_MS, again)
    })
  }
  w.stopSweep = w.after(SWEEP_MS, again)
  void sweep(w) // what the files look like now is what later looks compare with
}

async function sweep(w: Watch): Promise<void> {
  for (const [path, entry] of [...w.files]) {
    const seen = await stat(path).then(
      (s) => `${s.mtimeMs} ${s.size} ${s.ino}`,
      () => 'none',
    )
    if (entry.seen !== null && entry.seen !== seen) touch(w, path)
    entry.seen = seen
  }
}

const openWatcher = (): FSWatcher =>
  chokidarWatch([], { ignoreInitial: true, atomic: true, followSymlinks: false, persistent: false })

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
