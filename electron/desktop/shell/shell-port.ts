import path from 'node:path'
import { app, dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'
import type { Autostart, Shell, Updates } from '../../engine/ports/desktop.ts'
import { ownImage } from '../../machine/process/own-command.ts'
import {
  openNotificationSettings,
  whyNoNotificationSettings,
} from '../../machine/session/notification-settings.ts'
import { installedOpeners, startOpener } from '../../machine/session/openers.ts'
import { openDemo } from './open-demo.ts'
import { openExternal } from './open-external.ts'

const FILE_MANAGER_NAMES: Readonly<Record<string, string>> = { darwin: 'Finder', win32: 'Explorer' }
const FILE_MANAGER = {
  key: 'files',
  what: 'files',
  name: FILE_MANAGER_NAMES[process.platform] ?? 'File manager',
} as const

interface ShellWindow {
  current(): BrowserWindow | null
  show(at?: OpenAt): void
}

/** What the contract's `shell` methods do. */
export function createShellPort(
  window: ShellWindow,
  takeGlobalShortcut: Shell['takeGlobalShortcut'],
  updates: Updates,
  autostart: Autostart,
): Shell {
  return {
    async openPath(target) {
      const problem = await shell.openPath(target)
      return problem === '' ? null : problem
    },
    chooseFile: (what, name) => (what === 'save' ? chooseTarget(window, name) : chooseArchive(window)),
    restart,
    updates,
    autostart,
    chooseFolders: () =>
      choose(window, {
        title: 'Add repositories',
        buttonLabel: 'Add',
        properties: ['openDirectory', 'multiSelections'],
      }),
    reveal: (folder) => Promise.resolve(shell.showItemInFolder(folder)),
    openers: async () => [...(await installedOpeners()), FILE_MANAGER],
    openFolder: async (key, folder, place) =>
      key === FILE_MANAGER.key
        ? (await shell.openPath(folder)) === ''
        : await startOpener(key, folder, place),
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

const ARCHIVE = [{ name: 'Threadbeat archive', extensions: ['zip'] }]

/** null: the person chose none. */
async function chooseTarget(window: ShellWindow, name: string): Promise<string | null> {
  const parent = window.current()
  const options = {
    title: 'Export everything',
    defaultPath: path.join(app.getPath('documents'), name),
    filters: ARCHIVE,
  }
  const { canceled, filePath } =
    parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options)
  return canceled || filePath === '' ? null : filePath
}

/** null: the person chose none. */
async function chooseArchive(window: ShellWindow): Promise<string | null> {
  const [file] = await choose(window, {
    title: 'Import an archive',
    buttonLabel: 'Look inside',
    filters: ARCHIVE,
    properties: ['openFile'],
  })
  return file ?? null
}

async function choose(window: ShellWindow, options: OpenDialogOptions): Promise<string[]> {
  const parent = window.current()
  const { filePaths } =
    parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
  return filePaths
}

export function restart(): Promise<void> {
  const image = ownImage() // an AppImage is mounted anew, so the image itself is started
  app.relaunch({
    args: process.argv.slice(1).filter((arg) => arg !== '--hidden'),
    ...(image !== null && { execPath: image }),
  })
  return Promise.resolve(void setImmediate(() => app.quit()))
}
