import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { desktopApp } from './harness/desktop-app.ts'

/** Electron's security checklist, tried from inside of the page and read from what windows are made with. */
test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')

const { start } = desktopApp()

/** Candidates of a WebRTC connection by a server at this port; ends when no more come. */
const gather = (port: number): string => `new Promise((resolve) => {
  const found = []
  const iceServers = [
    { urls: 'stun:127.0.0.1:${port}' },
    { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' },
  ]
  const connection = new RTCPeerConnection({ iceServers })
  connection.onicecandidate = ({ candidate }) =>
    candidate === null ? resolve(found) : candidate.candidate && found.push(candidate.candidate)
  connection.createDataChannel('x')
  connection.createOffer().then((offer) => connection.setLocalDescription(offer))
})`

test('the page can neither reach Node nor the network nor a file, nor leave', async () => {
  const { app } = await start()
  const window = await app.window()
  await expect(window).toHaveTitle(/Threadbeat/)
  const probes = await window.evaluate(`(async () => {
    const failed = (promise) => promise.then(() => false, () => true)
    return {
      globals: ['require', 'process', 'module', 'electron', 'Buffer'].filter((name) => name in globalThis),
      http: await failed(fetch('http://127.0.0.1:9/')),
      file: await failed(fetch('file:///etc/hostname')),
      outside: await fetch('threadbeat://app/..%2f..%2fpackage.json').then((r) => r.status, () => 404),
      opened: window.open('https://example.com/') !== null,
      geolocation: await navigator.permissions.query({ name: 'geolocation' }).then((p) => p.state),
      notifications: Notification.permission,
      pickers: ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'].filter((name) => name in globalThis),
      asked: confirm('Is there a dialog?'),
      markup: await failed((async () => (document.createElement('div').innerHTML = '<b>x</b>'))()),
      code: await failed((async () => setTimeout('window.ran = true'))()),
      frame: await new Promise((resolve) => {
        const frame = document.createElement('iframe')
        document.addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true })
        frame.src = 'data:text/html,x'
        document.body.append(frame)
        frame.onload = () => resolve('loaded')
      }),
      worker: await new Promise((resolve) => {
        try {
          new Worker('data:text/javascript,').onerror = () => resolve('refused')
        } catch {
          resolve('refused')
        }
      }),
    }
  })()`)
  expect(probes).toEqual({
    globals: [],
    http: true,
    file: true,
    outside: 404,
    opened: false,
    geolocation: 'denied',
    notifications: 'denied',
    pickers: [],
    asked: false,
    markup: true,
    code: true,
    frame: 'refused',
    worker: 'refused',
  })
  let calls = 0
  const server = createServer(() => calls++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await window.evaluate(gather(port)), 'addresses that WebRTC found').toEqual([])
  expect(calls, 'connections to a relay').toBe(0)
  server.close()
  await window.evaluate('window.before = true')
  // An empty page is the only one that nobody is asked about: ours is back at once.
  for (const place of ['https://example.com/', 'threadbeat://app/x', 'about:srcdoc', 'about:blank'])
    await window.evaluate(`void (location.href = '${place}')`).catch(() => undefined)
  await expect
    .poll(() => window.evaluate('`${window.before} ${location.href} ${document.title}`').catch(() => ''))
    .toMatch(/^undefined threadbeat:\/\/app\/.*Threadbeat/)
})

/** Of Electron's security checklist, what a window is made with; the rest is tried above. */
const SAFE = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  disableDialogs: true,
}

test('every window is made with no more rights than a page needs', async () => {
  const { app } = await start()
  await expect(await app.window()).toHaveTitle(/Threadbeat/)
  const made = await app.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const preferences = (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences()
      return { ...preferences, url: contents.getURL() }
    }),
  )
  expect(made.length).toBeGreaterThan(0)
  for (const preferences of made) {
    expect(preferences).toMatchObject(SAFE)
    for (const right of ['enableBlinkFeatures', 'nodeIntegrationInWorker', 'navigateOnDragDrop'])
      expect(preferences[right as keyof typeof preferences] || false, right).toBe(false)
    expect((preferences as { url: string }).url).toMatch(/^threadbeat:\/\/app\//)
  }
})
