import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { OpenAt } from '../../shared/tray-state.ts'

/** The native menus; without an Edit menu macOS has no copy and paste. */
export function setApplicationMenu(open: (at: OpenAt) => void, showLogs: () => void): void {
  const isMac = process.platform === 'darwin'
  const settings: MenuItemConstructorOptions = { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open({ page: 'settings' }) }
  const template: MenuItemConstructorOptions[] = [
    isMac
      ? { role: 'appMenu', submenu: [{ role: 'about' }, { type: 'separator' }, settings, { type: 'separator' }, { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, { type: 'separator' }, { role: 'quit' }] }
      : { label: '&File', submenu: [{ label: 'Open Threadbeat', click: () => open({ page: 'today' }) }, settings, { type: 'separator' }, { role: 'close' }, { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ type: 'separator' } as const, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Show Logs', click: showLogs }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
