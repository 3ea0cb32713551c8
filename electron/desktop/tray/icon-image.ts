import path from 'node:path'
import { nativeImage, nativeTheme, type NativeImage } from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { TrayIcon } from '../../../shared/views/tray/tray-state.ts'

export const iconsIn = (distDir: string): string => path.join(distDir, 'icons', 'tray')

/** What the picture is called, without its size. Only macOS colours it by itself. */
export function iconFile(iconsDir: string, icon: TrayIcon, setting: Settings['trayIcons']): string {
  if (process.platform === 'darwin') return path.join(iconsDir, `${icon}Template`)
  const isDarkPanel = setting === 'system' ? nativeTheme.shouldUseDarkColors : setting === 'dark'
  return path.join(iconsDir, `${icon}-${isDarkPanel ? 'dark' : 'light'}`)
}

export function imageOf(file: string): NativeImage {
  // by its name, with @2x beside it, a template image
  if (process.platform === 'darwin') return nativeImage.createFromPath(`${file}.png`)
  if (process.platform === 'win32') return nativeImage.createFromPath(`${file}.ico`)
  const image = nativeImage.createFromPath(`${file}-22.png`)
  image.addRepresentation({
    scaleFactor: 2,
    width: 22,
    height: 22,
    buffer: nativeImage.createFromPath(`${file}-44.png`).toPNG(),
  })
  return image
}
