import path from 'node:path'
import { BrowserWindow, dialog, screen } from 'electron'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'
import { freePage, whenHiddenLong } from './hidden.ts'
import { hashOf, pageOptions, pageUrl } from './page.ts'
import { placeHash } from './place-hash.ts'
import { LEAST_SIZE, placeWindow, readWindowState, writeWindowState } from './window-state.ts'

interface WindowDeps {
  readonly dataDir: string
  /** Folder of the bundle: preload and icons. */
  readonly distDir: string
  readonly devUrl: string | null // vite's server, in development
  /** Asked when the person closes the window; it is destroyed for 'hide', since a new one opens quickly. */
  readonly onClose: (window: BrowserWindow) => Promise<'hide' | 'minimise' | 'stay'>
  readonly showLogs: () => void
  /** It was made, or is gone. */
  readonly onPresence: () => void
  /** Of the text, as it is set; asked when a window is made. */
  readonly zoomPercent: () => number
}

interface MainWindow {
  /** Opens it or brings it to the front, at a place if one is given. */
  show(at?: OpenAt): void
  /** The same, at an address of the page: `#/…`. */
  showAt(hash: string): void
  showMinimised(): void
  toggle(): void
  /** null: closed. */
  current(): BrowserWindow | null
  /** Whether the person has this thread before their eyes right now. */
  isLookingAt(id: ThreadId): boolean
  /** For quitting: closes unless the person wants to stay with unsaved text. Returns whether it is gone. */
  leave(): Promise<boolean>
  /** Shows everything larger or smaller, at once. */
  setZoom(percent: number): void
  destroy(): void
}

const STATE_SAVED_AFTER_MS = 500
const SECOND_CRASH_WITHIN_MS = 60_000

export function createMainWindow(deps: WindowDeps): MainWindow {
  const stateFile = path.join(deps.dataDir, 'window.json')
  const page = pageUrl(deps.devUrl)
  let window: BrowserWindow | null = null
  let isLeaving = false
  let isFreeing = false
  let leftAt = '#/' // where the page was when it was freed
  let onStay = (): void => {}

  function open(hash: string, how: 'shown' | 'minimised'): BrowserWindow {
    const saved = readWindowState(stateFile)
    const primary = screen.getPrimaryDisplay()
    const screens = [primary, ...screen.getAllDisplays().filter((d) => d.id !== primary.id)].map(
      (d) => d.workArea,
    )
    const placed = placeWindow(saved, screens)
    const made = new BrowserWindow({
      ...placed.size,
      ...(placed.at ?? { center: true }),
      minWidth: LEAST_SIZE.width,
      minHeight: LEAST_SIZE.height,
      ...pageOptions(deps.distDir, deps.zoomPercent()),
      autoHideMenuBar: true,
    })
    window = made
    deps.onPresence()
    if (saved?.maximised === true && how === 'shown') made.maximize()
    // The browser keeps a zoom of its own for each origin, which a reload brings back.
    made.webContents.on('dom-ready', () => made.webContents.setZoomFactor(deps.zoomPercent() / 100))
    rememberPlace(made, stateFile)
    guardLife(made)
    whenHiddenLong(made, () => free(made))
    made.once('ready-to-show', () => (how === 'shown' ? made.show() : made.minimize()))
    made.on('closed', () => {
      if (window !== made) return
      window = null
      deps.onPresence()
    })
    void made
      .loadURL(`${page}${hash}`)
      .catch((error: unknown) => console.error('the page could not be loaded:', error))
    return made
  }

  function guardLife(made: BrowserWindow): void {
    let crashedAt = Number.NEGATIVE_INFINITY
    let isDeciding = false
    made.on('close', (event) => {
      if (isLeaving) return
      event.preventDefault()
      if (isDeciding) return
      isDeciding = true
      void deps.onClose(made).then((decided) => {
        isDeciding = false
        if (made.isDestroyed()) return
        if (decided === 'minimise') made.minimize()
        if (decided === 'hide') void leave(made)
      })
    })
    // It comes back by itself once; a page that keeps crashing is left to the person.
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || made.isDestroyed()) return
      const again = performance.now() - crashedAt < SECOND_CRASH_WITHIN_MS
      crashedAt = performance.now()
      if (!again) return made.webContents.reload()
      void ask(made, 'The window stopped working twice.', `Heartbeats go on. (${reason})`, [
        'Reload',
        'Show logs',
        'Close window',
      ]).then((choice) => {
        if (choice === 1) deps.showLogs()
        if (choice === 2) made.destroy()
        else made.webContents.reload()
      })
    })
    made.on('unresponsive', () => {
      void ask(made, 'The window does not answer.', 'Heartbeats go on.', ['Wait', 'Reload']).then(
        (choice) => {
          if (choice === 1) made.webContents.forcefullyCrashRenderer() // the handler above reloads it
        },
      )
    })
    made.webContents.on('will-prevent-unload', (event) => {
      if (isFreeing) return onStay() // nobody is there to answer, and unsaved text is worth its memory
      const leaveIt = dialog.showMessageBoxSync(made, {
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
      else onStay()
    })
  }

  /** The page has its say about unsaved text first. Returns whether the window is gone. */
  function leave(made: BrowserWindow): Promise<boolean> {
    return new Promise((resolve) => {
      const onClosed = (): void => resolve(true)
      made.once('closed', onClosed)
      onStay = () => {
        made.off('closed', onClosed)
        resolve(false)
      }
      isLeaving = true // 'close' is emitted inside this call
      made.close()
      isLeaving = false
    })
  }

  /** Out of sight for long: only the page goes, and comes back where it was. */
  function free(made: BrowserWindow): void {
    if (made.isVisible() || made.isMinimized()) return
    const hash = hashOf(made.webContents.getURL())
    void freePage(
      made,
      () => leave(made),
      (now) => void (isFreeing = now),
    ).then((isGone) => {
      if (isGone) leftAt = hash
    })
  }

  const show = (at?: OpenAt): void => showHash(at === undefined ? null : placeHash(at))
  function showHash(hash: string | null): void {
    if (window === null) {
      open(hash ?? leftAt, 'shown')
      leftAt = '#/'
      return
    }
    // Only the hash differs: the page stays as it is and hears of it by 'hashchange'.
    if (hash !== null)
      void window.webContents.loadURL(`${window.webContents.getURL().split('#')[0]}${hash}`).catch(() => {})
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
    show,
    showAt: showHash,
    showMinimised() {
      if (window === null) open('#/', 'minimised')
    },
    toggle() {
      if (window !== null && window.isVisible() && window.isFocused() && !window.isMinimized()) window.hide()
      else show()
    },
    current: () => window,
    isLookingAt: (id) =>
      window !== null &&
      window.isFocused() &&
      window.webContents.getURL().includes(`#/thread/${encodeURIComponent(id)}`),
    leave: () => (window === null ? Promise.resolve(true) : leave(window)),
    setZoom(percent) {
      if (window !== null && Math.round(window.webContents.getZoomFactor() * 100) !== percent)
        window.webContents.setZoomFactor(percent / 100)
    },
    destroy: () => window?.destroy(),
  }
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

function rememberPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | null = null
  const save = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!window.isDestroyed())
      writeWindowState(file, { area: window.getNormalBounds(), maximised: window.isMaximized() })
  }
  const soon = (): void => {
    timer ??= setTimeout(save, STATE_SAVED_AFTER_MS)
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
