import { watch } from 'node:fs'
import { SETTINGS_FILE } from './settings-text.ts'

const SETTLE_MS = 150

/**
 * Calls back a moment after the file of settings in this folder changed. Returns its end. A hint only: where
 * the system tells nothing, the file is looked at before each change all the same.
 */
export function watchSettings(folder: string, changed: () => void): () => void {
  let settling: NodeJS.Timeout | null = null
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== SETTINGS_FILE) return
      if (settling !== null) clearTimeout(settling)
      settling = setTimeout(changed, SETTLE_MS) // an editor's save is several events
      settling.unref()
    })
    watcher.on('error', () => watcher.close())
    return () => {
      if (settling !== null) clearTimeout(settling)
      watcher.close()
    }
  } catch {
    return () => undefined
  }
}
