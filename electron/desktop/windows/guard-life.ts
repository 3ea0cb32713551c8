import { dialog, type BrowserWindow } from 'electron'

/** A window and what is happening to it. */
export interface Life {
  isLeaving: boolean // it is being closed by us
  isFreeing: boolean // its page is being given up, unseen
  /** Of the closing under way: the person, or unsaved text, wants the page to stay. */
  onStay: () => void
}
export const newLife = (): Life => ({ isLeaving: false, isFreeing: false, onStay: () => undefined })

interface LifeDeps {
  /** Asked when the person closes the window; it is destroyed for 'hide', since a new one opens quickly. */
  readonly onClose: (window: BrowserWindow) => Promise<'hide' | 'minimise' | 'stay'>
  /** It was never shown, so only the end of the app closes it. */
  readonly isUnseen: () => boolean
  readonly showLogs: () => void
}

const SECOND_CRASH_WITHIN_MS = 60_000

/** Closing, crashing, hanging, and unsaved text: nothing of it ends the app or loses work in silence. */
export function guardLife(window: BrowserWindow, life: Life, deps: LifeDeps): void {
  guardClose(window, life, deps)
  guardCrash(window, deps)
  window.on('unresponsive', () => {
    void ask(window, 'The window does not answer.', 'Heartbeats go on.', ['Wait', 'Reload']).then(
      (choice) => {
        if (choice === 1) window.webContents.forcefullyCrashRenderer() // which reloads it, see below
      },
    )
  })
  guardText(window, life)
}

/** The page has its say about unsaved text first. Returns whether the window is gone. */
export function leave(window: BrowserWindow, life: Life): Promise<boolean> {
  return new Promise((resolve) => {
    const onClosed = (): void => resolve(true)
    window.once('closed', onClosed)
    life.onStay = () => {
      window.off('closed', onClosed)
      resolve(false)
    }
    life.isLeaving = true // 'close' is emitted inside this call
    window.close()
    life.isLeaving = false
  })
}

function guardClose(window: BrowserWindow, life: Life, { onClose, isUnseen }: LifeDeps): void {
  let isDeciding = false
  window.on('close', (event) => {
    if (life.isLeaving || isUnseen()) return
    event.preventDefault()
    if (isDeciding) return
    isDeciding = true
    void onClose(window).then((decided) => {
      isDeciding = false
      if (window.isDestroyed()) return
      if (decided === 'minimise') window.minimize()
      if (decided === 'hide') void leave(window, life)
    })
  })
}

/** It comes back by itself once; a page that keeps crashing is left to the person. */
function guardCrash(window: BrowserWindow, { showLogs }: LifeDeps): void {
  let crashedAtMs = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const isSecond = performance.now() - crashedAtMs < SECOND_CRASH_WITHIN_MS
    crashedAtMs = performance.now()
    if (!isSecond) return window.webContents.reload()
    void ask(window, 'The window stopped working twice.', `Heartbeats go on. (${reason})`, [
      'Reload',
      'Show logs',
      'Close window',
    ]).then((choice) => {
      if (choice === 1) showLogs()
      if (choice === 2) window.destroy()
      else window.webContents.reload()
    })
  })
}

function guardText(window: BrowserWindow, life: Life): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (life.isFreeing) return life.onStay() // nobody is there to answer, and unsaved text is worth its memory
    const leaveIt = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Leave without saving?',
      detail: 'The changes in the editor would be lost.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    if (leaveIt === 1)
      event.preventDefault() // the page's veto is what is prevented
    else life.onStay()
  })
}

async function ask(
  window: BrowserWindow,
  message: string,
  detail: string,
  buttons: string[],
): Promise<number> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message,
    detail,
    buttons,
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response
}
