import { app, session, type WebContents } from 'electron'
import { isAppUrl } from './app-files.ts'
import { pageUrl } from './page.ts'
import { openExternal } from '../shell/open-external.ts'

/**
 * Asked of the operating system by a page: only to put text into the clipboard, for the copy buttons of our
 * own page.
 */
const GRANTED = 'clipboard-sanitized-write'

/**
 * Denies what a page could do beyond drawing itself. After `ready`, before the first window. `devUrl`:
 * vite's server in development.
 */
export function guardWebContents(devUrl: string | null): void {
  const ours = session.defaultSession
  const isHome = (url: string): boolean => isAppUrl(url) || (devUrl !== null && url.startsWith(devUrl))
  ours.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === GRANTED && details.isMainFrame && isHome(details.requestingUrl)),
  )
  ours.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      permission === GRANTED && details.isMainFrame && isHome(`${origin}/`),
  )
  ours.setDevicePermissionHandler(() => false)
  ours.on('will-download', (event) => event.preventDefault())
  // The window needs no network at all.
  if (devUrl === null) {
    const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*']
    ours.webRequest.onBeforeRequest({ urls }, (_details, answer) => answer({ cancel: true }))
    // WebRTC asks none of the above: what it may still do goes through a proxy that is not there.
    void ours.setProxy({
      mode: 'fixed_servers',
      proxyRules: 'socks5://127.0.0.1:1',
      proxyBypassRules: '<-loopback>',
    })
  }
  app.on('web-contents-created', (_event, contents) => guard(contents, isHome, devUrl))
}

function guard(contents: WebContents, isHome: (url: string) => boolean, devUrl: string | null): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // A reload of our own page is the only navigation there is; places inside it are hashes, which do not
  // navigate.
  contents.on('will-navigate', (event) => {
    if (!(event.isMainFrame && isHome(event.url))) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!(event.isMainFrame && isHome(event.url))) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // An empty page, or none, asks nobody before it is gone to.
  const goHome = (): void => void contents.loadURL(pageUrl(devUrl))
  contents.on('did-navigate', (_event, url) => {
    if (url.startsWith('about:')) goHome()
  })
  contents.on('did-fail-load', (_event, _code, _words, url, isMainFrame) => {
    if (isMainFrame && url.startsWith('about:')) goHome()
  })
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url)
    return { action: 'deny' }
  })
}
