import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/**
 * What `bench:calm` compares with: the least that can show the same messages, in an Electron of its own.
 */
const BARE_MAIN = `
const { app, BrowserWindow } = require('electron')
app.setPath('userData', require('node:path').join(__dirname, 'profile'))
app.whenReady().then(() => new BrowserWindow({ x: 1300, y: 0, width: 1280, height: 900, webPreferences: { sandbox: true, contextIsolation: true } }).loadURL(process.env.BARE_URL))
app.on('window-all-closed', () => app.quit())
`

const BARE_PAGE = `<!doctype html><meta charset="utf-8"><title>bare</title>
<style>body { font: 13px sans-serif; margin: 8px } td { padding: 4px 10px; white-space: nowrap } .on { background: #ddf }</style>
<h1></h1><table><tbody></tbody></table>
<script>
const body = document.querySelector('tbody'), title = document.querySelector('h1'), rows = new Map()
let at = -1
const fill = (row, t) => [t.state, t.name, t.because, t.last ? t.last.summary : '', t.nextDueAt ? new Date(t.nextDueAt).toLocaleTimeString() : '', String(t.events), t.git ? t.git.branch || '' : ''].forEach((text, i) => { if (row.cells[i].textContent !== text) row.cells[i].textContent = text })
const known = new Map()
const show = (patch) => {
  const t = Object.assign(known.get(patch.id) || {}, patch)
  known.set(t.id, t)
  let row = rows.get(t.id)
  if (!row) { row = body.insertRow(); for (let i = 0; i < 7; i++) row.insertCell(); rows.set(t.id, row) }
  fill(row, t)
}
new EventSource('/feed').onmessage = ({ data }) => {
  const m = JSON.parse(data)
  const fleet = m.kind === 'snapshot' ? m.snapshot.fleet : m.fleet
  if (fleet && fleet.verdict) title.textContent = fleet.verdict.headline + ' ' + fleet.verdict.rest
  for (const t of m.kind === 'snapshot' ? m.snapshot.threads : m.changed) show(t)
}
addEventListener('keydown', (e) => {
  if (e.key !== 'j' || body.rows.length === 0) return
  if (at >= 0) body.rows[at].className = ''
  at = Math.min(body.rows.length - 1, at + 1)
  body.rows[at].className = 'on'
  body.rows[at].scrollIntoView({ block: 'nearest' })
})
</script>`

/** Returns the folder. */
export function writeBareApp(folder: string): string {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "bare", "main": "main.cjs" }')
  writeFileSync(path.join(folder, 'main.cjs'), BARE_MAIN)
  return folder
}

export interface Feed {
  readonly address: string
  /** The first one is the snapshot, which every page that comes later gets too. */
  send(message: string): void
  hasBegun(): boolean
  /** What was sent since the last count, the snapshot aside. */
  count(): { readonly messages: number; readonly bytes: number }
  stop(): void
}

/** Serves the bare page and, as server-sent events, what it shows. */
export async function startFeed(): Promise<Feed> {
  const readers = new Set<ServerResponse>()
  let snapshot = ''
  let messages = 0
  let bytes = 0
  const server = createServer((request, response) => {
    if (request.url !== '/feed')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(BARE_PAGE)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${snapshot}\n\n`)
    readers.add(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    send(message) {
      if (snapshot === '') snapshot = message
      else {
        messages++
        bytes += message.length
      }
      for (const reader of readers) reader.write(`data: ${message}\n\n`)
    },
    hasBegun: () => snapshot !== '',
    count() {
      const counted = { messages, bytes }
      messages = bytes = 0
      return counted
    },
    stop() {
      for (const reader of readers) reader.end()
      server.close()
    },
  }
}
