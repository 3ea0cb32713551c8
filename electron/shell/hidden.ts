import type { BrowserWindow } from 'electron'

/** A page that nobody has looked at for so long gives its memory back; opening it anew takes a moment. */
export const FREED_AFTER_MS = 30 * 60_000

/** Calls `free` when the window has been hidden for half an hour in one go, and again after each further half hour that it stays. */
export function whenHiddenLong(window: Pick<BrowserWindow, 'on' | 'isDestroyed'>, free: () => void, isHidden = false): void {
  let timer: NodeJS.Timeout | null = null
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const start = (): void => {
    stop()
    timer = setTimeout(() => {
      if (window.isDestroyed()) return
      start()
      free()
    }, FREED_AFTER_MS)
  }
  if (isHidden) start()
  window.on('hide', start)
  window.on('show', stop)
  window.on('closed', stop)
}
