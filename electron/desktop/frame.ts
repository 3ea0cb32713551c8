import path from 'node:path'
import { app, globalShortcut } from './app.ts'
import { settingsOf, type Desk } from './desk.ts'
import { createGlobalShortcut, type GlobalShortcut } from './global-shortcut.ts'
import { takeChannels, type PageChannels } from './ipc.ts'
import { showLogs } from './shell/show-logs.ts'
import { serveApp } from './windows/app-protocol.ts'
import { decideClose } from './windows/close.ts'
import { createDock } from './windows/dock.ts'
import { createPopover, type Popover } from './windows/popover.ts'
import { guardWebContents } from './windows/web-guard.ts'
import { createMainWindow, type MainWindow } from './windows/window.ts'

/** What the person sees and presses. Its pages are read while the host is being opened, and wait for it. */
export interface Frame {
  readonly window: MainWindow
  readonly popover: Popover
  readonly shortcut: GlobalShortcut
  readonly channels: PageChannels
  /** Shows or hides the tile in the Dock, as it is wanted by now. */
  drawDock(): void
}

export function openFrame(desk: Desk): Frame {
  const { dataDir, distDir, devUrl } = desk
  guardWebContents(devUrl)
  serveApp(path.join(distDir, 'renderer'))
  const zoomPercent = (): number => settingsOf(desk).zoomPercent
  const drawDock = createDock(app.dock, () => window.current() !== null || desk.alwaysInDock)
  const window = createMainWindow({
    dataDir,
    distDir,
    devUrl,
    zoomPercent,
    showLogs: () => showLogs(dataDir),
    onClose: (w) => decideClose(w, closeDeps(desk)),
    onPresence: drawDock,
  })
  const popover = createPopover({ distDir, devUrl, zoomPercent, openAt: window.showAt })
  const shortcut = createGlobalShortcut({
    registry: globalShortcut,
    press: window.toggle,
    tell: (problem) => desk.running?.host.setProblem('shortcut', problem),
  })
  const isOurs = (id: number): boolean =>
    [window.current(), popover.current()].some((w) => w?.webContents.id === id)
  return { window, popover, shortcut, channels: takeChannels(isOurs, devUrl), drawDock }
}

const closeDeps = (desk: Desk): Parameters<typeof decideClose>[1] => ({
  facts: () => ({ setting: settingsOf(desk).closeToTray, hasTray: desk.hasTray }),
  remember: (closeToTray) => void desk.running?.client.settings.change({ closeToTray }),
  quit: () => app.quit(),
})
