import type { BrowserWindow } from 'electron'
import { writeWindowState } from './window-state.ts'

const SAVED_AFTER_MS = 500

/** Where the window lies, a moment after each change and when it closes. */
export function rememberPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | null = null
  const save = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!window.isDestroyed())
      writeWindowState(file, { area: window.getNormalBounds(), maximised: window.isMaximized() })
  }
  const soon = (): void => {
    timer ??= setTimeout(save, SAVED_AFTER_MS)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', save)
  window.on('closed', () => {
    if (timer !== null) clearTimeout(timer)
  })
}
