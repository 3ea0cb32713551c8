import type { BrowserWindow, WebContents } from 'electron'

/** A page that nobody has looked at for so long gives its memory back; opening it anew takes a moment. */
export const FREED_AFTER_MS = 30 * 60_000

/**
 * Calls `free` when the window has been hidden for half an hour in one go, and again after each further
 * half hour that it stays.
 */
export function whenHiddenLong(
  window: Pick<BrowserWindow, 'on' | 'isDestroyed'>,
  free: () => void,
  isHidden = false,
): void {
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

/** So long after its page is loaded a window is shown, drawn or not. */
export const DRAWN_WITHIN_MS = 2000

/**
 * Calls `show` once, when the window has drawn its page unseen, so that no empty one flashes up. Some Wayland desktops
 * let no window draw that was never shown: there it is shown two seconds after its page is loaded.
 */
export function whenDrawn(
  window: Pick<BrowserWindow, 'once'> & { readonly webContents: Pick<WebContents, 'once'> },
  show: () => void,
): void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const end = (): void => {
    isOver = true
    clearTimeout(timer)
  }
  const showOnce = (): void => {
    if (isOver) return
    end()
    show()
  }
  window.once('ready-to-show', showOnce)
  window.webContents.once('did-stop-loading', () => {
    if (!isOver) timer = setTimeout(showOnce, DRAWN_WITHIN_MS)
  })
  window.once('closed', end)
}

const ANSWERS_WITHIN_MS = 3000

/**
 * Gives back the memory of a page that nobody sees. One that hangs is left alone: it would close at some
 * later time, perhaps under the person's eyes. `leave` closes it unless it has unsaved text; `marked` hears
 * when that begins, and that it is over once it is, the window is shown, or the page does not answer any
 * more. Returns whether the page is gone.
 */
export async function freePage(
  window: Pick<BrowserWindow, 'on' | 'off' | 'isDestroyed' | 'isVisible' | 'isMinimized'> & {
    readonly webContents: Pick<WebContents, 'executeJavaScript'>
  },
  leave: () => Promise<boolean>,
  marked: (isFreeing: boolean) => void,
): Promise<boolean> {
  const isAlive = await within(
    window.webContents.executeJavaScript('0').then(
      () => true,
      () => false,
    ),
  )
  if (!isAlive || window.isDestroyed() || window.isVisible() || window.isMinimized()) return false
  marked(true)
  const over = (): void => {
    window.off('show', over)
    marked(false)
  }
  window.on('show', over)
  const leaving = leave()
  await within(leaving)
  over()
  return leaving
}

/** false when there is no answer in time. */
const within = (answer: Promise<boolean>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWERS_WITHIN_MS)
    void answer.then((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
