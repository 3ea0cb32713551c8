import { join } from 'node:path'
import { zoomed } from '../../shared/settings/zoom.ts'
import { watchDoNotDisturb } from '../machine/session/do-not-disturb.ts'
import { app, applyTheme, refuseToStart } from './app.ts'
import { serverOf } from './client.ts'
import { sessionMark } from './crashes/session-mark.ts'
import { CRASHES_BEFORE_SAFE, noteStart, SETTLED_AFTER_MS } from './crashes/starts.ts'
import { settingsOf, type Desk, type Running } from './desk.ts'
import type { Frame } from './frame.ts'
import { setApplicationMenu } from './menu/menu.ts'
import { openRunning } from './open-running.ts'
import { createPower } from './power/power.ts'
import { createStayAwake } from './power/stay-awake.ts'
import { holdQuit } from './quit.ts'
import { showLogs } from './shell/show-logs.ts'
import { perform } from './tray/tray-actions.ts'
import { watchTrayHost } from './tray/tray-host.ts'
import { iconsIn } from './tray/icon-image.ts'
import { createTray, NO_TRAY, type TrayShell } from './tray/tray.ts'
import { wantsStartAgain } from './trouble.ts'
import { lookDaily } from './updates/open-updates.ts'
import type { WindowRequest } from './window-request.ts'

/** Host, tray and what connects them with the window, once Electron is ready. Constructs, decides nothing. */
export async function start(desk: Desk, frame: Frame): Promise<void> {
  const { request } = desk
  const power = createPower()
  const launch = desk.demo === null ? noteStart(join(desk.dataDir, 'shell'), sessionMark()) : null
  const isSafe = (launch?.crashes ?? 0) >= CRASHES_BEFORE_SAFE
  const running = await openRunning(desk, frame, power.facts, isSafe ? launch!.crashes : undefined)
  if (running === 'quit' || 'refused' in running) launch?.good() // it has said why, and did not crash
  if (running === 'quit') return app.exit(1)
  if ('refused' in running) {
    frame.window.destroy()
    desk.firstIcon.show('Threadbeat cannot start')
    return refuseToStart(running.refused)
  }
  desk.running = running
  const { host, client } = running

  const tray = openTray(desk, frame, running)
  openMenu(desk, frame, running)
  const ends = [
    ...followHost(desk, frame, running, tray, power),
    frame.shortcut.end,
    ...(process.platform === 'linux' ? [followPanel(desk, frame, running, tray, request)] : []),
  ]
  holdQuit({
    running: () => (desk.demo === null ? host.snapshot().fleet.running : 0) /* a demo is gone at once */,
    window: frame.window.current,
    leaveWindow: frame.window.leave,
    stopHost: host.stop,
    cleanUp() {
      launch?.good()
      for (const end of ends) end()
      tray.destroy()
      frame.window.destroy()
      frame.popover.destroy()
      desk.demo?.remove()
    },
  })
  host.onDamaged((message) => void startAgainFor(message))
  app.on('activate', () => frame.window.show())
  applyTheme(settingsOf(desk).theme)
  request.ready((link) => frame.window.show(link === null ? undefined : { page: 'link', link }))
  if (launch !== null) setTimeout(launch.good, SETTLED_AFTER_MS).unref()
  if (isSafe) frame.window.show({ page: 'diagnostics' })
  await desk.demo
    ?.fill(client)
    .catch((error: unknown) => console.error('the demo fleet is not complete:', error))
}

async function startAgainFor(message: string): Promise<void> {
  if (!(await wantsStartAgain(message))) return
  app.relaunch()
  app.quit()
}

function openTray(desk: Desk, { window, popover }: Frame, { client }: Running): TrayShell {
  const { timeZone } = desk.face
  const deps = { client, timeZone, open: window.show, showLogs: () => showLogs(desk.dataDir) }
  return createTray({
    first: desk.firstIcon.tray,
    iconsDir: iconsIn(desk.distDir),
    timeZone,
    clickSetting: () => settingsOf(desk).trayClick,
    onClick: (opens, icon) => (opens === 'window' ? window.toggle() : popover.toggle(icon)),
    onHover: popover.warm,
    act: (action) =>
      void perform(action, deps).catch((error: unknown) => console.error('tray action failed:', error)),
  })
}

const openMenu = (desk: Desk, { window }: Frame, { client }: Running): void =>
  setApplicationMenu({
    open: window.show,
    showLogs: () => showLogs(desk.dataDir),
    zoom: (by) =>
      void client.settings
        .change({ zoomPercent: zoomed(settingsOf(desk).zoomPercent, by) })
        .catch(() => undefined),
  })

/** What the host pushes and what the machine tells of itself. Returns the ends. */
function followHost(
  desk: Desk,
  { window, popover, shortcut, channels, drawDock }: Frame,
  { host, updates }: Running,
  tray: TrayShell,
  power: ReturnType<typeof createPower>,
): readonly (() => void)[] {
  const awake = createStayAwake()
  const daily = lookDaily(updates, host.settings)
  daily.follow()
  channels.serve(serverOf(host.router))
  return [
    awake.end,
    daily.end,
    updates.onChange(host.powerChanged),
    channels.end,
    power.follow((what) => {
      const isOfMachine = what === 'suspend' || what === 'resume' || what === 'unlock' || what === 'online'
      if (isOfMachine) host.machine(what)
      else host.powerChanged()
    }),
    host.onSnapshot((snapshot) => {
      const { theme, zoomPercent, globalShortcut, alwaysInDock } = snapshot.fleet.settings
      tray.draw(snapshot)
      awake.follow(snapshot)
      daily.follow()
      applyTheme(theme)
      window.setZoom(zoomPercent)
      shortcut.follow(globalShortcut)
      desk.alwaysInDock = alwaysInDock
      drawDock()
      popover.setZoom(zoomPercent)
    }),
    watchDoNotDisturb((isOn) => {
      desk.doNotDisturb = isOn
      host.powerChanged()
    }),
  ]
}

/** A panel that shows tray icons may come and go. */
const followPanel = (
  desk: Desk,
  { window }: Frame,
  { host }: Running,
  tray: TrayShell,
  request: WindowRequest,
): (() => void) =>
  watchTrayHost((isPresent) => {
    desk.hasTray = isPresent
    host.setProblem('tray', isPresent ? null : NO_TRAY)
    tray.panelChanged(isPresent)
    if (!isPresent && !request.isWanted()) window.showMinimised()
  })
