import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app, clipboard, dialog, shell, type BrowserWindow } from 'electron'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import { FOREVER } from '../../shared/alerts/alert.ts'
import type { Contract } from '../../shared/contract/api.ts'
import { holdUntil, type OpenAt, type TrayAction } from '../../shared/views/tray/tray-menu.ts'
import type { ApiRouter } from '../engine/api/handlers.ts'
import type { Shell } from '../engine/ports/desktop.ts'
import {
  openNotificationSettings,
  whyNoNotificationSettings,
} from '../machine/session/notification-settings.ts'
import { installedOpeners, startOpener } from '../machine/session/openers.ts'
import { appVersion } from './app.ts'
import { createAutostart } from './login-item.ts'
import { openDemo } from './open-demo.ts'
import { openExternal } from './open-external.ts'

type Client = ContractRouterClient<Contract>

/**
 * The contract called in this process, with the window's rights: the tray is the same person at the same
 * desktop.
 */
export const clientOf = (router: ApiRouter): Client =>
  createRouterClient(router, { context: { origin: 'window' } }) as Client

interface ActionDeps {
  readonly client: Client
  readonly timeZone: string
  readonly open: (at: OpenAt) => void
  readonly showLogs: () => void
}

/** What a click in the tray menu does. */
export async function perform(
  action: TrayAction,
  { client, timeZone, open, showLogs }: ActionDeps,
): Promise<unknown> {
  const until = 'hold' in action ? holdUntil(action.hold, Date.now(), timeZone) : null
  switch (action.kind) {
    case 'open':
      return open(action.at)
    case 'beat_due':
      return client.beat.allDue()
    case 'stop':
      return client.beat.stop({ runId: action.runId })
    case 'pause':
      return client.threads.pause({ id: null, until, reason: 'paused from the tray' })
    case 'resume':
      return client.threads.resume({ id: null })
    case 'mute':
      return client.settings.change({ mutedUntil: until ?? FOREVER })
    case 'unmute':
      return client.settings.change({ mutedUntil: null })
    case 'show_logs':
      return showLogs()
    case 'copy_version':
      return clipboard.writeText(appVersion())
    case 'quit':
      return app.quit()
  }
}

export function showLogs(dataDir: string): void {
  const folder = path.join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  void shell.openPath(folder)
}

const FILE_MANAGER = {
  key: 'files',
  what: 'files',
  name: process.platform === 'darwin' ? 'Finder' : process.platform === 'win32' ? 'Explorer' : 'File manager',
} as const

/** What the contract's `shell` methods do. */
export function createShellPort(
  window: { current(): BrowserWindow | null; show(at?: OpenAt): void },
  takeGlobalShortcut: Shell['takeGlobalShortcut'],
): Shell {
  return {
    async openPath(target) {
      const problem = await shell.openPath(target)
      return problem === '' ? null : problem
    },
    async chooseFile(what, name) {
      const parent = window.current()
      const filters = [{ name: 'Threadbeat archive', extensions: ['zip'] }]
      if (what === 'save') {
        const options = {
          title: 'Export everything',
          defaultPath: path.join(app.getPath('documents'), name),
          filters,
        }
        const { canceled, filePath } =
          parent === null
            ? await dialog.showSaveDialog(options)
            : await dialog.showSaveDialog(parent, options)
        return canceled || filePath === '' ? null : filePath
      }
      const options: Electron.OpenDialogOptions = {
        title: 'Import an archive',
        buttonLabel: 'Look inside',
        filters,
        properties: ['openFile'],
      }
      const { filePaths } =
        parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
      return filePaths[0] ?? null
    },
    restart() {
      const image = process.env['APPIMAGE'] // an AppImage is mounted anew, so the image itself is started
      app.relaunch({
        args: process.argv.slice(1).filter((arg) => arg !== '--hidden'),
        ...(image !== undefined && { execPath: image }),
      })
      return Promise.resolve(void setImmediate(() => app.quit()))
    },
    autostart: createAutostart(),
    async chooseFolders() {
      const parent = window.current()
      const options: Electron.OpenDialogOptions = {
        title: 'Add repositories',
        buttonLabel: 'Add',
        properties: ['openDirectory', 'multiSelections'],
      }
      const { filePaths } =
        parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
      return filePaths
    },
    reveal: (folder) => Promise.resolve(shell.showItemInFolder(folder)),
    openers: async () => [...(await installedOpeners()), FILE_MANAGER],
    openFolder: async (key, folder) =>
      key === FILE_MANAGER.key ? (await shell.openPath(folder)) === '' : await startOpener(key, folder),
    async openExternal(url) {
      await openExternal(url)
    },
    showWindow: (link) => Promise.resolve(window.show(link === null ? undefined : { page: 'link', link })),
    // After the answer to whoever asked is on its way.
    quit: () => Promise.resolve(void setImmediate(() => app.quit())),
    openDemo,
    notificationSettings: {
      whyNot: whyNoNotificationSettings,
      open: () =>
        openNotificationSettings((url) =>
          shell.openExternal(url).then(
            () => true,
            () => false,
          ),
        ),
    },
    takeGlobalShortcut,
  }
}
