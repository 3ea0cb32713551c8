import { join } from 'node:path'
import { HOUR } from '../../shared/base/time.ts'
import type { Power } from '../engine/ports/desktop.ts'
import { STARTING } from '../../shared/views/tray/tray-state.ts'
import { openHost, type HostOptions } from '../host/host.ts'
import { nodesOnPath, ownCommand, ownImage, packagedCommand } from '../machine/process/own-command.ts'
import { app } from './app.ts'
import { clientOf } from './client.ts'
import type { Desk, Running } from './desk.ts'
import type { Frame } from './frame.ts'
import { keepAppImageCommand } from '../machine/session/launcher/app-image.ts'
import { notificationsAnswer } from '../machine/session/notification-service.ts'
import { createNotifier } from './notices/notifications.ts'
import { createAutostart } from './shell/login-item.ts'
import { createShellPort, restart } from './shell/shell-port.ts'
import { mendHistory } from './trouble.ts'
import { openUpdates } from './updates/open-updates.ts'

/** The host, once its history can be opened or the person goes on without it. */
export async function openRunning(
  desk: Desk,
  frame: Frame,
  power: Power,
  crashes: number | undefined, // of the starts before, where this one is to begin nothing by itself
): Promise<Running | 'quit' | { readonly refused: string }> {
  // The folder of a demo is gone after it.
  const autostart = createAutostart(desk.demo === null ? desk.dataDir : null)
  const updates = openUpdates(desk.demo !== null, restart)
  const options: HostOptions = {
    dataDir: desk.dataDir,
    notifier: notifierOf(desk, frame),
    shell: createShellPort(frame.window, frame.shortcut.take, updates, autostart),
    demo: desk.demo !== null,
    power,
    timeStyle: desk.face.style,
    commandLine: commandLineOf(desk),
    appVersion: app.getVersion(),
    ...(crashes !== undefined && { crashes }),
    ...(desk.request.isWanted() ? { firstDrawn: firstDrawn(frame) } : {}),
  }
  let opened = await openHost(options)
  // A damaged history is a person's to decide about; nothing beats meanwhile.
  while (!opened.ok && opened.error.code === 'damaged') {
    console.error(opened.error.message)
    frame.window.destroy() // a page that waits meanwhile is of no use to anybody
    desk.firstIcon.show('Threadbeat waits: its history is damaged')
    const way = await mendHistory(desk.dataDir, opened.error.message, desk.face)
    if (way === 'quit') return 'quit'
    desk.firstIcon.show(STARTING)
    opened = await openHost({ ...options, withoutHistory: way === 'without' })
  }
  if (!opened.ok) return { refused: opened.error.message }
  process.on('uncaughtException', opened.value.noteBug)
  process.on('unhandledRejection', opened.value.noteBug)
  return { host: opened.value, client: clientOf(opened.value.router), updates }
}

/** How others start the command line of this copy. */
function commandLineOf({ dataDir, distDir }: Desk): readonly string[] {
  const { execPath } = process
  const script = join(distDir, 'cli.cjs')
  if (!app.isPackaged)
    return ownCommand({ script, execPath, runtime: 'checkout', nodes: nodesOnPath(), packaged: null })
  const packaged = appImageCommand(dataDir, execPath, script) ?? packagedCommand(script)
  return ownCommand({ script, execPath, runtime: 'package', nodes: [], packaged })
}

/** null: this is no AppImage, or what starts its command line could not be written. */
function appImageCommand(dataDir: string, execPath: string, script: string): string | null {
  const image = ownImage()
  if (image === null) return null
  try {
    return keepAppImageCommand(dataDir, { image, execPath, script })
  } catch (error) {
    console.error('the command of the AppImage is not kept:', error)
    return null
  }
}

/** A page that comes to nothing keeps no heartbeat waiting for longer. */
const DRAWN_WITHIN_MS = 3000
const firstDrawn = ({ channels }: Frame): Promise<void> =>
  Promise.race([channels.drawn, new Promise<void>((resolve) => setTimeout(resolve, DRAWN_WITHIN_MS))])

/** Late alerts are told while the host is still being opened. */
const notifierOf = (desk: Desk, { window }: Frame): HostOptions['notifier'] =>
  createNotifier({
    threadName: (id) => desk.running?.host.snapshot().threads.find((t) => t.id === id)?.name ?? null,
    doNotDisturb: () => desk.doNotDisturb,
    open: window.show,
    openAt: window.showAt,
    isLookingAt: window.isLookingAt,
    answers: notificationsAnswer,
    snooze: (id) =>
      void desk.running?.client.alerts
        .snooze({ ids: [id], until: Date.now() + HOUR })
        .catch((error: unknown) => console.error('not snoozed:', error)),
  })
