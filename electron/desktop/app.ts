import { readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { app, dialog, globalShortcut, nativeTheme } from 'electron'
import type { Settings } from '../../shared/settings/settings.ts'
import { parseDeepLink } from '../../shared/views/deep-link.ts'
import { APP_ID } from './shell/app-id.ts'
import { registerAppScheme } from './windows/app-protocol.ts'
import { skipMissingGpu } from './missing-gpu.ts'
import type { SecondStart } from './launch.ts'

/** What has to be said before `ready`. `dataDir` exists. */
export function prepareApp(dataDir: string): void {
  app.setName('Threadbeat')
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  // Chromium's own files, and with them the lock of the single instance, belong to the data folder.
  app.setPath('userData', path.join(dataDir, 'shell'))
  skipMissingGpu(dataDir)
  app.commandLine.appendSwitch('password-store', 'basic') // no secret is kept, so no keyring is asked for
  app.commandLine.appendSwitch('disable-background-networking')
  // Every renderer, whatever a later window forgets to say. Containers that run as root have no sandbox and
  // say so by the flag.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerAppScheme()
  // The tray keeps the app alive; quitting is somebody's decision.
  app.on('window-all-closed', () => {})
  // A terminal that went away must not end the app by a broken pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => console.error('bug:', error))
  process.on('unhandledRejection', (error) => console.error('bug:', error))
}

/** false: another instance has this data folder, and has been asked to show itself. */
export function claimInstance({ hidden, link }: SecondStart): boolean {
  const message = { hidden, link }
  if (app.requestSingleInstanceLock(message)) return true
  // Chromium refuses a lock made under another host name even when its owner is long gone. The store's own
  // lock decides who works on the data folder, so clearing this one is safe.
  if (process.platform !== 'linux' || !lockIsFromElsewhere()) return false
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(path.join(app.getPath('userData'), name), { force: true })
  return app.requestSingleInstanceLock(message)
}

function lockIsFromElsewhere(): boolean {
  try {
    const owner = readlinkSync(path.join(app.getPath('userData'), 'SingletonLock')) // "host-pid"
    return owner.slice(0, owner.lastIndexOf('-')) !== hostname()
  } catch {
    return false
  }
}

/**
 * Never a silent end: one line for the terminal, one dialog for everybody else. The dialog of the system that needs no
 * promise keeps a processor busy for as long as it stands.
 */
export function refuseToStart(message: string): void {
  console.error(message)
  if (!app.isReady()) return app.exit(1)
  void dialog
    .showMessageBox({
      type: 'error',
      title: 'Threadbeat',
      message: 'Threadbeat cannot start',
      detail: message,
    })
    .finally(() => app.exit(1))
}

/**
 * Links as macOS hands them over; elsewhere they come as words of a start. Before `ready`, or the link that
 * started the app is lost.
 */
export function followLinks(open: (link: string) => void): void {
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (parseDeepLink(url) !== null) open(url)
  })
}

export const appVersion = (): string =>
  `Threadbeat ${app.getVersion()} (Electron ${process.versions.electron}, Node ` +
  `${process.versions.node}, ${process.platform} ${process.arch})`

/** The page follows by its media query. */
export function applyTheme(theme: Settings['theme']): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
}

export { app, globalShortcut }
