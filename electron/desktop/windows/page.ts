import path from 'node:path'
import { nativeTheme, type BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { APP_ORIGIN } from './app-files.ts'

export const pageBackground = (): string => (nativeTheme.shouldUseDarkColors ? '#101418' : '#ffffff')

/**
 * What every window of ours is made with: our page, without rights. `distDir`: the folder of the bundle;
 * `zoomPercent`: of the text.
 */
export const pageOptions = (distDir: string, zoomPercent: number): BrowserWindowConstructorOptions => ({
  show: false,
  title: 'Threadbeat',
  backgroundColor: pageBackground(),
  ...(process.platform === 'linux' ? { icon: path.join(distDir, 'icons', 'app.png') } : {}),
  webPreferences: {
    preload: path.join(distDir, 'preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    disableDialogs: true, // a page of ours asks in the page
    disableBlinkFeatures: 'FileSystemAccessLocal', // folders are picked in the system's own dialog, by the app
    v8CacheOptions: 'bypassHeatCheck', // compiled scripts are kept from the first window on
    spellcheck: false, // its dictionaries would be fetched from a server
    zoomFactor: zoomPercent / 100,
  },
})

/** Our page; `devUrl`: vite's server, in development. A place in it is a hash. */
export const pageUrl = (devUrl: string | null): string => devUrl ?? `${APP_ORIGIN}/`
export const hashOf = (url: string): string => (url.includes('#') ? url.slice(url.indexOf('#')) : '#/')

/** The browser keeps a zoom of its own for each origin, which a reload brings back. */
export const keepZoom = ({ webContents }: BrowserWindow, zoomPercent: () => number): void =>
  void webContents.on('dom-ready', () => webContents.setZoomFactor(zoomPercent() / 100))
/** Shows everything larger or smaller, at once. */
export function setZoom(window: BrowserWindow | null, percent: number): void {
  if (window !== null && Math.round(window.webContents.getZoomFactor() * 100) !== percent)
    window.webContents.setZoomFactor(percent / 100)
}
