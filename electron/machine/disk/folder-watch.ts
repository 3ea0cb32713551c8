import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

const SETTLE_MS = 300

/**
 * Tells when a folder comes or goes under its name, which the watch of a file inside it does not notice where
 * the folder is moved. One watch of the kernel for all folders of one parent. It is a hint: where the system
 * refuses it, or a folder further up is moved, nothing is told.
 */
export function createFolderWatch(): (folder: string, changed: () => void) => () => void {
  const parents = new Map<string, Parent>()
  return (folder, changed) => {
    const name = dirname(folder)
    const parent = parents.get(name) ?? { watcher: null, listeners: new Map(), settling: new Map() }
    parents.set(name, parent)
    parent.watcher ??= openWatcher(name, parent)
    const listeners = parent.listeners.get(basename(folder)) ?? new Set()
    parent.listeners.set(basename(folder), listeners.add(changed))
    return () => {
      listeners.delete(changed)
      if (listeners.size > 0) return
      parent.listeners.delete(basename(folder))
      if (parent.listeners.size > 0) return
      for (const timer of parent.settling.values()) clearTimeout(timer)
      parent.watcher?.close()
      parents.delete(name)
    }
  }
}

interface Parent {
  watcher: FSWatcher | null // null: the system refuses
  readonly listeners: Map<string, Set<() => void>> // by the folder's name
  readonly settling: Map<string, NodeJS.Timeout>
}

function openWatcher(path: string, parent: Parent): FSWatcher | null {
  try {
    return watch(path, { persistent: false }, (_event, name) => {
      // The parent itself was moved: then all in it are.
      const names = name === null || !parent.listeners.has(name) ? namesAfter(name, path, parent) : [name]
      for (const each of names) settle(parent, each)
    }).on('error', () => undefined)
  } catch {
    return null
  }
}

const namesAfter = (name: string | null, path: string, { listeners }: Parent): readonly string[] =>
  name === null || name === basename(path) ? [...listeners.keys()] : []

/** A checkout, or a move over another folder, is several events. */
function settle({ listeners, settling }: Parent, name: string): void {
  clearTimeout(settling.get(name))
  const timer = setTimeout(() => {
    settling.delete(name)
    for (const changed of [...(listeners.get(name) ?? [])]) changed()
  }, SETTLE_MS)
  timer.unref()
  settling.set(name, timer)
}
