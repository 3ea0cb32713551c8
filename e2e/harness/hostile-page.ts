import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A plain browser: the same Chromium, with nothing of ours in it. */
export const BROWSER = `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ show: false }).loadURL(process.env.HOSTILE_PAGE))
`
export interface Target {
  readonly url: string
  readonly body: string // what would do harm, if it were taken
  readonly token: string
}

/**
 * Everything a page can send without being asked for leave, and what it can try besides. → how many were
 * sent, and which saw no end. Runs in the page.
 */
export async function attack({
  targets,
  rounds,
  page,
}: {
  readonly targets: readonly Target[]
  readonly rounds: number
  readonly page: string
}): Promise<{ readonly sent: number; readonly stuck: readonly string[] }> {
  let sent = 0
  const stuck: string[] = []
  const settledOf = async (what: string, work: readonly Promise<unknown>[]): Promise<void> => {
    sent += work.length
    await Promise.all(
      work.map(async (one, i) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        await Promise.race([
          one.catch(() => null),
          new Promise<void>(
            (resolve) => (timer = setTimeout(() => resolve(void stuck.push(`${what} ${i}`)), 15_000)),
          ),
        ])
        clearTimeout(timer)
      }),
    )
  }
  const loaded = (
    e: HTMLElement & { src?: string; href?: string },
    set: (e: HTMLElement) => void,
  ): Promise<void> =>
    new Promise<void>((resolve) => {
      for (const name of ['load', 'error', 'abort']) e.addEventListener(name, () => resolve(), { once: true })
      set(e)
      document.body.append(e)
    }).then(() => e.remove())
  /** The first load is the frame's own text, the second what its form came to. */
  const frame = (html: string, sandbox?: string): Promise<void> =>
    new Promise<void>((resolve) => {
      const e = document.createElement('iframe')
      let loads = 0
      e.addEventListener('load', () => {
        if (++loads === 2) resolve()
      })
      if (sandbox !== undefined) e.setAttribute('sandbox', sandbox)
      e.srcdoc = html
      document.body.append(e)
    })
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const formOf = (url: string, enctype: string, name: string, value: string): string =>
    `<form id=f method=post action="${escaped(url)}" enctype="${enctype}"><input ` +
    `name="${escaped(name)}" value="${escaped(value)}"></form><script>addEventListener('load', () => ` +
    `setTimeout(() => document.getElementById('f').submit()))</script>`
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      targets.map(async ({ url, body, token }) => {
        // with the equals sign of the form inside a string, this is JSON
        const split = `${body.slice(0, -1)},"pad":"`
        const post = (mode: RequestMode, type: string, more: RequestInit = {}): Promise<Response> =>
          fetch(url, { method: 'POST', mode, body, headers: { 'content-type': type }, ...more })
        await settledOf('fetch', [
          post('no-cors', 'text/plain'),
          post('no-cors', 'application/x-www-form-urlencoded'),
          post('no-cors', 'text/plain', { credentials: 'include', keepalive: true }),
          post('no-cors', 'text/plain', { referrerPolicy: 'no-referrer' }),
          post('cors', 'text/plain'),
          post('cors', 'application/json'),
          post('cors', 'application/json', {
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          }),
          fetch(`${url}?token=${token}`, { mode: 'no-cors' }),
          fetch(url, { method: 'PUT', body }),
          fetch(url, { method: 'DELETE' }),
          // Sent on by the page's own server, with the body, under an origin of nobody.
          fetch(`${page}/onwards?to=${encodeURIComponent(url)}`, {
            method: 'POST',
            mode: 'no-cors',
            body,
            headers: { 'content-type': 'text/plain' },
          }),
          fetch(`${page}/onwards?to=${encodeURIComponent(url)}`, {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          }),
        ])
        await settledOf('element', [
          ...['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].flatMap((enctype) => [
            frame(formOf(url, enctype, split, '"}')),
            frame(formOf(url, enctype, split, '"}'), 'allow-scripts allow-forms'),
          ]),
          loaded(document.createElement('img'), (e) => e.setAttribute('src', `${url}?${round}`)),
          loaded(document.createElement('script'), (e) => e.setAttribute('src', url)),
          loaded(
            document.createElement('link'),
            (e) => (e.setAttribute('rel', 'stylesheet'), e.setAttribute('href', url)),
          ),
          loaded(document.createElement('iframe'), (e) => e.setAttribute('src', url)),
        ])
        sent += 2
        navigator.sendBeacon(url, body)
        navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
        await settledOf('stream', [
          new Promise<unknown>(
            (resolve) => (new WebSocket(url.replace('http:', 'ws:'), ['Bearer', token]).onerror = resolve),
          ),
          new Promise<void>((resolve) => {
            const source = new EventSource(url)
            source.onerror = () => {
              source.close()
              resolve()
            }
          }),
        ])
      }),
    )
  }
  return { sent, stuck }
}

/**
 * The page's own server, on another port of this machine; and one that is attacked like ours, to see that
 * the attacks go out.
 */
export async function hostileServers(): Promise<{
  page: string
  decoy: string
  taken: string[]
  close: () => void
}> {
  const taken: string[] = []
  const listen = async (server: Server): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const pages = createServer((req, res) => {
    const to = new URL(req.url ?? '/', 'http://page').searchParams.get('to')
    if (to !== null) res.writeHead(307, { location: to, 'access-control-allow-origin': '*' }).end()
    else
      res
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Cheap flights</title><body>')
  })
  const decoys = createServer((req, res) => {
    taken.push(`${req.method} ${req.headers['content-type']?.split(';')[0] ?? ''}`.trim())
    req.resume()
    res.writeHead(403).end()
  })
  const servers = [pages, decoys]
  return {
    page: await listen(pages),
    decoy: await listen(decoys),
    taken,
    close: () => servers.forEach((s) => (s.closeAllConnections(), s.close())),
  }
}
