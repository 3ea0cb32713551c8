import { app, Menu } from 'electron'
import { menuTable, type MenuDeeds } from './menu-table.ts'

/** The native menus of this system. */
export function setApplicationMenu(deeds: MenuDeeds): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTable({ platform: process.platform, packaged: app.isPackaged }, deeds)),
  )
}
