import { app, Menu, Tray } from 'electron'
import { STARTING } from '../../../shared/views/tray/tray-state.ts'
import { iconFile, imageOf } from './icon-image.ts'

/** The icon from the first moment on, while the app is still read from disk and opens its history. */
export interface FirstIcon {
  readonly tray: Tray
  /** What keeps the app from being started. Nothing else is known yet, so nothing else is shown. */
  show(text: string): void
}

/** A click is answered as soon as there is something to show. */
export function showFirstIcon(iconsDir: string, onClick: () => void): FirstIcon {
  const tray = new Tray(imageOf(iconFile(iconsDir, 'paused', 'system')))
  const show = (text: string): void => {
    tray.setToolTip(text)
    // Elsewhere a menu would come up at a left click.
    if (process.platform === 'linux') tray.setContextMenu(menuWith(text))
  }
  show(STARTING)
  tray.on('click', onClick)
  return { tray, show }
}

const menuWith = (text: string): Menu =>
  Menu.buildFromTemplate([
    { label: text, enabled: false },
    { type: 'separator' },
    { label: 'Quit', click: () => app.quit() },
  ])
