import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { zoomed } from '../../shared/settings/zoom.ts'
import { startDemo } from '../host/demo.ts'
import { openHost } from '../host/host.ts'
import { clientOf, createShellPort, perform, showLogs } from './actions.ts'
import {
  app,
  applyTheme,
  claimInstance,
  followLinks,
  globalShortcut,
  prepareApp,
  refuseToStart,
} from './app.ts'
import { serveApp } from './windows/app-protocol.ts'
import { decideClose } from './windows/close.ts'
import { serveWindows } from './ipc.ts'
import { commandLine, devServer, linkOf, readLaunch, wantsWindow } from './launch.ts'
import { mendHistory } from './trouble.ts'
import { setApplicationMenu } from './menu/menu.ts'
import { createNotifier } from './notices/notifications.ts'
import { createDock } from './windows/dock.ts'
import { createGlobalShortcut } from './global-shortcut.ts'
import { createPopover } from './windows/popover.ts'
import { createPower } from './power.ts'
import { holdQuit } from './quit.ts'
import { createTray, NO_TRAY } from './tray/tray.ts'
import { watchTrayHost } from './tray/tray-host.ts'
import { guardWebContents } from './windows/web-guard.ts'
import { createMainWindow } from './windows/window.ts'
import { dataDirPath, ensurePrivateDir } from '../machine/disk/data-dir.ts'
import { watchDoNotDisturb } from '../machine/session/do-not-disturb.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { HOUR } from '../../shared/base/time.ts'
import { messageOf } from '../../shared/base/error-message.ts'

/** The desktop app: host, window, tray and what connects them. Constructs, decides nothing. */
const distDir = path.dirname(fileURLToPath(import.meta.url))
const launch = readLaunch(process.argv)
const demo = launch.demo ? startDemo() : null

try {
  const dataDir = ensurePrivateDir(demo?.dataDir ?? dataDirPath(launch.dataDir))
  prepareApp(dataDir)
  if (claimInstance(launch)) {
    start(dataDir).catch((error: unknown) =>
      refuseToStart(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  } else {
    console.error('Threadbeat is already running with this data folder; its window comes to the front.')
    app.exit(0)
  }
} catch (error) {
  refuseToStart(messageOf(error))
}

async function start(dataDir: string): Promise<void> {
  let isWindowWanted = !launch.hidden || launch.link !== null
  let link = launch.link
  let isUp = false
  const ask = (given: string | null): void => {
    isWindowWanted = true
    link = given ?? link
    if (isUp) window.show(given === null ? undefined : { page: 'link', link: given })
  }
  followLinks(ask)
  app.on('second-instance', (_event, _argv, _cwd, message) => {
    const given = linkOf(message)
    if (given !== null || wantsWindow(message)) ask(given)
  })
  await app.whenReady()
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const devUrl = devServer(process.env['THREADBEAT_DEV_URL'], app.isPackaged)
  const logs = (): void => showLogs(dataDir)

  // Needs the host only once somebody can click.
  const zoomPercent = (): number => host.snapshot().fleet.settings.zoomPercent
  const window = createMainWindow({
    dataDir,
    distDir,
    devUrl,
    showLogs: logs,
    zoomPercent,
    onClose: (w) => decideClose(w, close),
    onPresence: () => drawDock(),
  })
  const popover = createPopover({ distDir, devUrl, zoomPercent, openAt: window.showAt })
  let alwaysInDock = false // as it was pushed last: the window goes after the host has
  const drawDock = createDock(app.dock, () => window.current() !== null || alwaysInDock)
  const shortcut = createGlobalShortcut({
    registry: globalShortcut,
    press: window.toggle,
    tell: (problem) => host.setProblem('shortcut', problem),
  })
  let doNotDisturb: boolean | null = null
  // late alerts are told while the host is still being opened
  let nameOf = (_: ThreadId): string | null => null
  const notifier = createNotifier({
    threadName: (id) => nameOf(id),
    doNotDisturb: () => doNotDisturb,
    open: window.show,
    openAt: window.showAt,
    isLookingAt: window.isLookingAt,
    snooze: (id) =>
      void client.alerts
        .snooze({ ids: [id], until: Date.now() + HOUR })
        .catch((error: unknown) => console.error('not snoozed:', error)),
  })
  const power = createPower()
  const openIt = (withoutHistory = false) =>
    openHost({
      withoutHistory,
      dataDir,
      notifier,
      shell: createShellPort(window, shortcut.take),
      demo: demo !== null,
      power: power.facts,
      commandLine: commandLine(distDir, app.isPackaged),
      appVersion: app.getVersion(),
    })
  let opened = await openIt()
  // A damaged history is a person's to decide about; nothing beats meanwhile.
  while (!opened.ok && opened.error.code === 'damaged') {
    console.error(opened.error.message)
    const way = await mendHistory(dataDir, opened.error.message)
    if (way === 'quit') return app.exit(1)
    opened = await openIt(way === 'without')
  }
  if (!opened.ok) return refuseToStart(opened.error.message)
  const host = opened.value
  nameOf = (id) => host.snapshot().threads.find((t) => t.id === id)?.name ?? null
  const client = clientOf(host.router)

  let hasTray = process.platform !== 'linux'
  const close = {
    facts: () => ({ setting: host.snapshot().fleet.settings.closeToTray, hasTray }),
    remember: (closeToTray: 'hide' | 'quit') => void client.settings.change({ closeToTray }),
    quit: () => app.quit(),
  }
  const act = { client, timeZone, open: window.show, showLogs: logs }
  const tray = createTray({
    iconsDir: path.join(distDir, 'icons', 'tray'),
    timeZone,
    clickSetting: () => host.snapshot().fleet.settings.trayClick,
    onClick: (opens, icon) => (opens === 'window' ? window.toggle() : popover.toggle(icon)),
    onHover: popover.warm,
    act: (action) =>
      void perform(action, act).catch((error: unknown) => console.error('tray action failed:', error)),
  })

  guardWebContents(devUrl)
  serveApp(path.join(distDir, 'renderer'))
  setApplicationMenu({
    open: window.show,
    showLogs: logs,
    zoom: (by) =>
      void client.settings
        .change({ zoomPercent: zoomed(host.snapshot().fleet.settings.zoomPercent, by) })
        .catch(() => undefined),
  })
  const ends = [
    serveWindows(
      host.router,
      (id) => [window.current(), popover.current()].some((w) => w?.webContents.id === id),
      devUrl,
    ),
    power.follow((what) => {
      if (what === 'resume' || what === 'unlock' || what === 'online') host.machine(what)
      else host.powerChanged()
    }),
    host.onSnapshot((snapshot) => {
      tray.draw(snapshot)
      applyTheme(snapshot.fleet.settings.theme)
      window.setZoom(snapshot.fleet.settings.zoomPercent)
      shortcut.follow(snapshot.fleet.settings.globalShortcut)
      alwaysInDock = snapshot.fleet.settings.alwaysInDock
      drawDock()
      popover.setZoom(snapshot.fleet.settings.zoomPercent)
    }),
    watchDoNotDisturb((isOn) => {
      doNotDisturb = isOn
      host.powerChanged()
    }),
    shortcut.end,
    ...(process.platform === 'linux'
      ? [
          watchTrayHost((present) => {
            hasTray = present
            host.setProblem('tray', present ? null : NO_TRAY)
            tray.panelChanged(present)
            if (!present && !isWindowWanted) window.showMinimised()
          }),
        ]
      : []),
  ]
  holdQuit({
    running: () => (demo === null ? host.snapshot().fleet.running : 0) /* a demo is gone at once */,
    window: window.current,
    leaveWindow: window.leave,
    stopHost: host.stop,
    cleanUp: () => {
      for (const end of ends) end()
      tray.destroy()
      window.destroy()
      popover.destroy()
      demo?.remove()
    },
  })
  app.on('activate', () => window.show())
  applyTheme(host.snapshot().fleet.settings.theme)
  tray.draw(host.snapshot())
  isUp = true
  if (isWindowWanted) window.show(link === null ? undefined : { page: 'link', link })
  await demo?.fill(client).catch((error: unknown) => console.error('the demo fleet is not complete:', error))
}
