import { BrowserWindow, screen, type Rectangle } from 'electron'
import { POPOVER_AWAY, POPOVER_HASH, POPOVER_PIN } from '../../../shared/views/popover-address.ts'
import { whenDrawn, whenHiddenLong } from './hidden.ts'
import { hashOf, keepZoom, pageOptions, pageUrl, setZoom } from './page.ts'
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
export interface Popover {
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
  const p: State = {
    deps,
    window: null,
    isPinned: false,
    isReady: false,
    isWanted: false,
    blurredAt: Number.NEGATIVE_INFINITY,
  }
  return {
    toggle: (icon) => toggle(p, icon),
    warm: () => void (p.window ?? make(p)),
    current: () => p.window,
    setZoom: (percent) => setZoom(p.window, percent),
    destroy: () => p.window?.destroy(),
  }
}

interface State {
  readonly deps: PopoverDeps
  window: BrowserWindow | null
  isPinned: boolean
  isReady: boolean
  isWanted: boolean // shown as soon as there is something to see
  blurredAt: number
}

function toggle(p: State, icon: Rectangle): void {
  if (p.window !== null && (p.window.isVisible() || p.isWanted)) return hide(p, p.window)
  if (isSameClick(p.blurredAt, performance.now())) return
  const window = p.window ?? make(p)
  const isKnown = icon.width > 0 && icon.height > 0
  const display = isKnown
    ? screen.getDisplayMatching(icon)
    : screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  window.setBounds(
    placePopover({
      icon,
      screen: display.bounds,
      work: display.workArea,
      zoomPercent: p.deps.zoomPercent(),
    }),
  )
  if (p.isReady) appear(p, window)
  else p.isWanted = true
}

function appear(p: State, window: BrowserWindow): void {
  p.isWanted = false
  window.show()
  window.focus()
}
function hide(p: State, window: BrowserWindow): void {
  p.isWanted = false
  if (!window.isDestroyed()) window.hide()
}

function make(p: State): BrowserWindow {
  const { deps } = p
  const window = new BrowserWindow({
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
  p.window = window
  p.isReady = false
  keepZoom(window, deps.zoomPercent)
  followEvents(p, window)
  followAddress(p, window)
  // Nothing is lost with it; the next click makes another.
  window.webContents.on('render-process-gone', () => window.destroy())
  whenHiddenLong(window, () => window.destroy(), true)
  void window
    .loadURL(`${pageUrl(deps.devUrl)}${POPOVER_HASH}`)
    .catch((error: unknown) => console.error('the small window could not be loaded:', error))
  return window
}

function followEvents(p: State, window: BrowserWindow): void {
  whenDrawn(window, () => {
    p.isReady = true
    if (p.isWanted) appear(p, window)
  })
  window.on('blur', () => {
    if (p.isPinned || !window.isVisible()) return
    p.blurredAt = performance.now()
    hide(p, window)
  })
  // However a desktop closes a window: it is only out of sight.
  window.on('close', (event) => {
    event.preventDefault()
    hide(p, window)
  })
  window.on('closed', () => {
    if (p.window === window) p.window = null
    p.isPinned = false
  })
}

/**
 * The page's address is what it wants: to stay pinned or not, to go out of sight, or a place of the main
 * window.
 */
function followAddress(p: State, window: BrowserWindow): void {
  window.webContents.on('did-navigate-in-page', (_event, url) => {
    const hash = hashOf(url)
    if (hash === POPOVER_HASH + POPOVER_AWAY) return hide(p, window)
    if (hash.startsWith(POPOVER_HASH)) return void (p.isPinned = hash === POPOVER_HASH + POPOVER_PIN)
    p.deps.openAt(hash)
    if (!p.isPinned) hide(p, window)
  })
}
