import path from 'node:path'
import { BrowserWindow, screen } from 'electron'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'
import { freePage, whenDrawn, whenHiddenLong } from './hidden.ts'
import { guardLife, leave, newLife, type Life } from './guard-life.ts'
import { hashOf, keepZoom, pageBackground, pageOptions, pageUrl, setZoom } from './page.ts'
import { placeHash } from './place-hash.ts'
import { rememberPlace } from './remember-place.ts'
import { LEAST_SIZE, placeWindow, readWindowState } from './window-state.ts'

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

export interface MainWindow {
  /** Reads its page unseen, where there is no window yet: the host is being opened, and then it is shown. */
  prepare(): void
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

export function createMainWindow(deps: WindowDeps): MainWindow {
  const w: State = { ...UNSEEN, deps, window: null, life: newLife(), leftAt: '#/' }
  const show = (at?: OpenAt): void => showHash(w, at === undefined ? null : placeHash(at))
  return {
    prepare() {
      if (w.window === null) open(w, '#/', null)
    },
    show,
    showAt: (hash) => showHash(w, hash),
    showMinimised() {
      if (w.window === null) open(w, '#/', 'minimised')
    },
    toggle() {
      if (isBeforeTheEyes(w)) w.window?.hide()
      else show()
    },
    current: () => w.window,
    isLookingAt: (id) => isLookingAt(w, id),
    leave: () => (w.window === null ? Promise.resolve(true) : leave(w.window, w.life)),
    setZoom: (percent) => setZoom(w.window, percent),
    destroy: () => w.window?.destroy(),
  }
}

interface State {
  readonly deps: WindowDeps
  readonly life: Life
  window: BrowserWindow | null
  leftAt: string // where the page was when it was freed
  isDrawn: boolean // its page, at least once
  isMaximised: boolean // as it was left
  appearsAs: 'shown' | 'minimised' | null // as soon as it is drawn; null: nobody wants it yet
}
const UNSEEN = { isDrawn: false, isMaximised: false, appearsAs: null } as const

const isBeforeTheEyes = ({ window }: State): boolean =>
  window !== null && window.isVisible() && window.isFocused() && !window.isMinimized()

const isLookingAt = ({ window }: State, id: ThreadId): boolean =>
  window !== null &&
  window.isFocused() &&
  window.webContents.getURL().includes(`#/thread/${encodeURIComponent(id)}`)

/** `hash` null: where it is, or was. */
function showHash(w: State, hash: string | null): void {
  const { window } = w
  if (window === null) {
    open(w, hash ?? w.leftAt, 'shown')
    w.leftAt = '#/'
    return
  }
  // Only the hash differs: the page stays as it is and hears of it by 'hashchange'.
  if (hash !== null) void window.loadURL(`${pageUrl(w.deps.devUrl)}${hash}`).catch(() => {})
  if (w.appearsAs === null) {
    w.appearsAs = 'shown'
    return appear(w, window)
  }
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** For the first time, once it is both drawn and wanted: no empty window flashes up. */
function appear({ isDrawn, appearsAs, isMaximised }: State, window: BrowserWindow): void {
  if (!isDrawn || appearsAs === null) return
  if (appearsAs === 'minimised') return window.minimize()
  window.setBackgroundColor(pageBackground())
  if (isMaximised) window.maximize()
  window.show()
}

function open(w: State, hash: string, appearsAs: State['appearsAs']): void {
  const { deps, life } = w
  const stateFile = path.join(deps.dataDir, 'window.json')
  const saved = readWindowState(stateFile)
  const placed = placeWindow(saved, workAreas())
  const window = new BrowserWindow({
    ...placed.size,
    ...(placed.at ?? { center: true }),
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    ...pageOptions(deps.distDir, deps.zoomPercent()),
    autoHideMenuBar: true,
  })
  Object.assign(w, { window, appearsAs, isDrawn: false, isMaximised: saved?.maximised === true })
  deps.onPresence()
  keepZoom(window, deps.zoomPercent)
  rememberPlace(window, stateFile)
  guardLife(window, life, { ...deps, isUnseen: () => w.appearsAs === null })
  whenHiddenLong(window, () => free(w, window))
  whenDrawn(window, () => {
    w.isDrawn = true
    appear(w, window)
  })
  window.on('closed', () => {
    if (w.window !== window) return
    w.window = null
    deps.onPresence()
  })
  void window
    .loadURL(`${pageUrl(deps.devUrl)}${hash}`)
    .catch((error: unknown) => console.error('the page could not be loaded:', error))
}

/** The primary screen first. */
function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  return [primary, ...screen.getAllDisplays().filter((d) => d.id !== primary.id)].map((d) => d.workArea)
}

/** Out of sight for long: only the page goes, and comes back where it was. */
function free(w: State, window: BrowserWindow): void {
  if (window.isVisible() || window.isMinimized()) return
  const { life } = w
  const hash = hashOf(window.webContents.getURL())
  void freePage(
    window,
    () => leave(window, life),
    (isFreeing) => void (life.isFreeing = isFreeing),
  ).then((isGone) => {
    if (isGone) w.leftAt = hash
  })
}
