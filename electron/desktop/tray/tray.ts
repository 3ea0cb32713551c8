import {
  app,
  BrowserWindow,
  Menu,
  nativeTheme,
  Tray,
  type MenuItemConstructorOptions,
  type NativeImage,
  type Rectangle,
} from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Problem, Snapshot } from '../../../shared/views/snapshot.ts'
import { trayState, type TrayState } from '../../../shared/views/tray/tray-state.ts'
import type { MenuEntry, TrayAction } from '../../../shared/views/tray/tray-menu.ts'
import { iconFile, imageOf } from './icon-image.ts'
import { clickOpens } from './tray-click.ts'

interface TrayDeps {
  /** The icon that stands there since the start of the app. */
  readonly first: Tray
  readonly iconsDir: string
  readonly timeZone: string
  readonly act: (action: TrayAction) => void
  /** As it stands at the click: what was pushed may be a moment older. */
  readonly clickSetting: () => Settings['trayClick']
  /** A click that opens a window; `icon`: where the icon lies, empty where nobody tells. */
  readonly onClick: (opens: 'popover' | 'window', icon: Rectangle) => void
  /** The pointer came to the icon, where the system tells of it. */
  readonly onHover: () => void
}
export interface TrayShell {
  draw(snapshot: Snapshot): void
  /** A panel came, went or was replaced: a new one must be told of the icon. */
  panelChanged(present: boolean): void
  destroy(): void
}

const REDRAWN_AFTER_MS = 300

export const NO_TRAY: Problem = {
  code: 'tray',
  text: 'This desktop shows no tray icons, so closing the window minimises it.',
  repair: 'Add a tray to the panel; on GNOME the extension “AppIndicator and KStatusNotifierItem Support”.',
}

/** Draws trayState; decides nothing. */
export function createTray(deps: TrayDeps): TrayShell {
  const t: State = {
    deps,
    snapshot: null,
    tray: null,
    drawn: { state: '', icon: '' },
    timer: null,
    isPanelKnown: false,
  }
  t.tray = followed(t, deps.first)
  const soon = (): void => {
    t.timer ??= setTimeout(() => redraw(t), REDRAWN_AFTER_MS)
  }
  // A new window has a button of its own on the taskbar.
  const onWindow = (): void => {
    t.drawn = { ...t.drawn, state: '' }
    soon()
  }
  nativeTheme.on('updated', soon)
  app.on('browser-window-created', onWindow)
  return {
    draw(next) {
      const isFirst = t.snapshot === null
      t.snapshot = next
      if (isFirst) redraw(t)
      else soon()
    },
    panelChanged(present) {
      // The first answer is about the panel that was told already.
      if (present && t.isPanelKnown) {
        t.tray?.destroy()
        t.tray = null
        redraw(t)
      }
      t.isPanelKnown = true
    },
    destroy() {
      nativeTheme.off('updated', soon)
      app.off('browser-window-created', onWindow)
      if (t.timer !== null) clearTimeout(t.timer)
      t.tray?.destroy()
      t.tray = null
    },
  }
}

interface State {
  readonly deps: TrayDeps
  snapshot: Snapshot | null
  tray: Tray | null
  drawn: { readonly state: string; readonly icon: string }
  timer: NodeJS.Timeout | null
  isPanelKnown: boolean
}

function redraw(t: State): void {
  t.timer = null
  if (t.snapshot === null) return
  const { deps } = t
  const state = trayState(t.snapshot, deps.timeZone)
  const icon = iconFile(deps.iconsDir, state.icon, t.snapshot.fleet.settings.trayIcons)
  if (t.tray === null) {
    t.drawn = { state: '', icon }
    t.tray = followed(t, new Tray(imageOf(icon)))
  }
  if (icon !== t.drawn.icon) t.tray.setImage(imageOf(icon))
  const text = JSON.stringify(state)
  if (text !== t.drawn.state) {
    t.tray.setToolTip(state.tooltip)
    if (process.platform === 'darwin') t.tray.setTitle(state.badge)
    if (process.platform === 'win32') showOverlay(state.badge, imageOf(icon))
    // Panels keep a copy of the menu: only a new one is shown anew. Elsewhere it is made at the right click.
    if (process.platform === 'linux') t.tray.setContextMenu(menuOf(state, deps.act))
  }
  t.drawn = { state: text, icon }
}

/** Clicks and the pointer on it lead to what they ask for, from now on. */
function followed(t: State, tray: Tray): Tray {
  const { deps } = t
  const opens = (): ReturnType<typeof clickOpens> => clickOpens(deps.clickSetting(), process.platform)
  /** As it stands at the click; the entries of an old menu would name what is gone. */
  const openMenu = (): void => {
    if (t.snapshot !== null) tray.popUpContextMenu(menuOf(trayState(t.snapshot, deps.timeZone), deps.act))
  }
  tray.removeAllListeners()
  tray.on('click', () => {
    const what = opens()
    if (what === 'menu') openMenu()
    else deps.onClick(what, tray.getBounds())
  })
  tray.on('mouse-enter', () => opens() === 'popover' && deps.onHover())
  if (process.platform !== 'linux') tray.on('right-click', openMenu)
  return tray
}

/** On the window's button of the taskbar, said in words too. Windows only. */
function showOverlay(badge: string, image: NativeImage): void {
  for (const window of BrowserWindow.getAllWindows())
    window.setOverlayIcon(badge === '' ? null : image, badge === '' ? '' : `${badge} need you`)
}

/** Actions wait for the panel's call to be answered: quitting destroys the very icon that was clicked. */
function menuOf(state: TrayState, act: (action: TrayAction) => void): Menu {
  const item = ({ id, label, enabled, submenu, action }: MenuEntry): MenuItemConstructorOptions => ({
    id,
    enabled,
    label: label.replaceAll('&', '&&'), // one alone would underline a letter
    ...(submenu === undefined ? {} : { submenu: submenu.map(item) }),
    ...(action === undefined ? {} : { click: () => void setImmediate(act, action) }),
  })
  const lines = state.menu.flatMap((section, i): MenuItemConstructorOptions[] => [
    ...(i === 0 ? [] : [{ type: 'separator' as const }]),
    ...section.map(item),
  ])
  return Menu.buildFromTemplate(lines)
}
