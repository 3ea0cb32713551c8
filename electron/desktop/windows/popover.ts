import { BrowserWindow, screen, type Rectangle } from 'electron'
import { POPOVER_AWAY, POPOVER_HASH, POPOVER_PIN } from '../../../shared/views/popover-address.ts'
import { whenHiddenLong } from './hidden.ts'
import { hashOf, pageOptions, pageUrl } from './page.ts'
import { placePopover } from './popover-place.ts'
import { isSameClick } from '../tray/tray-click.ts'

interface PopoverDeps {
  readonly distDir: string
  readonly devUrl: string | null // vite's server, in development
  readonly zoomPercent: () => number
  /** A place that was chosen in it: shown in the main window. */
  readonly openAt: (hash: string) => void
}

/**
 * The small window at the tray icon. Made when it is first wanted, hidden for the next time, gone after
 * half an hour out of sight.
 */
interface Popover {
  /** `icon`: where the tray icon lies; empty: unknown. */
  toggle(icon: Rectangle): void
  /** The pointer is on the icon: a click may follow. */
  warm(): void
  /** null: there is none now. */
  current(): BrowserWindow | null
  setZoom(percent: number): void
  destroy(): void
}

export function createPopover(deps: PopoverDeps): Popover {
  let window: BrowserWindow | null = null
  let isPinned = false
  let isReady = false
  let isWanted = false // shown as soon as there is something to see
  let blurredAt = Number.NEGATIVE_INFINITY

  function make(): BrowserWindow {
    const made = new BrowserWindow({
      ...pageOptions(deps.distDir, deps.zoomPercent()),
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      ...(process.platform === 'darwin' ? { type: 'panel' } : {}),
    })
    window = made
    isReady = false
    made.webContents.on('dom-ready', () => made.webContents.setZoomFactor(deps.zoomPercent() / 100))
    made.once('ready-to-show', () => {
      isReady = true
      if (isWanted) appear(made)
    })
    made.on('blur', () => {
      if (isPinned || !made.isVisible()) return
      blurredAt = performance.now()
      hide(made)
    })
    // However a desktop closes a window: it is only out of sight.
    made.on('close', (event) => {
      event.preventDefault()
      hide(made)
    })
    made.on('closed', () => {
      if (window === made) window = null
      isPinned = false
    })
    // The page's address is what it wants: to stay pinned or not, to go out of sight, or a place of the
    // main window.
    made.webContents.on('did-navigate-in-page', (_event, url) => {
      const hash = hashOf(url)
      if (hash === POPOVER_HASH + POPOVER_AWAY) return hide(made)
      if (hash.startsWith(POPOVER_HASH)) return void (isPinned = hash === POPOVER_HASH + POPOVER_PIN)
      deps.openAt(hash)
      if (!isPinned) hide(made)
    })
    // Nothing is lost with it; the next click makes another.
    made.webContents.on('render-process-gone', () => made.destroy())
    whenHiddenLong(made, () => made.destroy(), true)
    void made
      .loadURL(`${pageUrl(deps.devUrl)}${POPOVER_HASH}`)
      .catch((error: unknown) => console.error('the small window could not be loaded:', error))
    return made
  }

  function appear(made: BrowserWindow): void {
    isWanted = false
    made.show()
    made.focus()
  }
  function hide(made: BrowserWindow): void {
    isWanted = false
    if (!made.isDestroyed()) made.hide()
  }

  return {
    toggle(icon) {
      if (window !== null && (window.isVisible() || isWanted)) return hide(window)
      if (isSameClick(blurredAt, performance.now())) return
      const made = window ?? make()
      const isKnown = icon.width > 0 && icon.height > 0
      const display = isKnown
        ? screen.getDisplayMatching(icon)
        : screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
      made.setBounds(
        placePopover({
          icon,
          screen: display.bounds,
          work: display.workArea,
          zoomPercent: deps.zoomPercent(),
        }),
      )
      if (isReady) appear(made)
      else isWanted = true
    },
    warm: () => void (window ?? make()),
    current: () => window,
    setZoom(percent) {
      if (window !== null && Math.round(window.webContents.getZoomFactor() * 100) !== percent)
        window.webContents.setZoomFactor(percent / 100)
    },
    destroy: () => window?.destroy(),
  }
}
