import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { socketClient, type Client } from '../../electron/cli/kit/socket-client.ts'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { writeManyRuns } from '../../electron/store/testing/many-rows.ts'
import { findSocket } from '../../electron/machine/network/socket-path.ts'
import { MAX_EVENTS_AT_ONCE } from '../../shared/events/system-event.ts'
import { DAY } from '../../shared/base/time.ts'
import { manyThreads } from '../../e2e/harness/fleet.ts'
import { launchApp } from '../../e2e/harness/launch.ts'
import { BARE_MAIN, BARE_PAGE } from './calm-page.ts'
import { bundle } from '../bundle.mjs'
import { isLinux } from '../machine/machine.mjs'
import { startVirtualDisplay } from '../machine/virtual-display.mjs'

/**
 * `npm run bench:calm [-- THREADS RUNS EVENTS_A_SECOND SECONDS]`: the real window beside a bare page (a
 * plain HTML table in a bare Electron, fed the same messages), both on one display in the same run and
 * measured in turn. Exits 1 when the window drops more frames than the bare page and a tenth, answers a key
 * later than twice as late, or draws anything in ten quiet seconds.
 */
const [threads = 500, runs = 1_000_000, perSecond = 1000, seconds = 60] = process.argv.slice(2).map(Number)
const ROUNDS = 6
const QUIET_MS = 10_000
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A year of runs behind the day that the threads already have. Returns how many there are then. */
function fillHistory(dataDir: string, wanted: number): number {
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const count = (): number => Number(db.prepare('SELECT count(*) AS n FROM runs').get()!['n'])
  const ids = db
    .prepare('SELECT id FROM threads ORDER BY number')
    .all()
    .map((row) => String(row['id']))
  const more = wanted - count()
  if (more > 0)
    writeManyRuns(db, { runs: more, threads: ids, newestAt: Date.now() - 2 * DAY, spanMs: 360 * DAY })
  const all = count()
  db.close()
  return all
}

interface Measured {
  frames: number
  dropped: number
  long: number
  delays: number[]
}
/** Frames, tasks over 50 ms, and how long a key takes to the frame after it. */
async function measure(page: Page, ms: number): Promise<Measured> {
  await page.bringToFront()
  await page.evaluate(() => {
    const m = { frames: 0, dropped: 0, long: 0, delays: [] as number[], on: true }
    Object.assign(window, { measured: m })
    new PerformanceObserver((list) => void (m.on && (m.long += list.getEntries().length))).observe({
      type: 'longtask',
    })
    let last = performance.now()
    const frame = (at: number): void => {
      m.frames++
      m.dropped += Math.max(0, Math.round((at - last) / (1000 / 60)) - 1)
      last = at
      if (m.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame((at) => {
      last = at
      requestAnimationFrame(frame)
    })
    addEventListener(
      'keydown',
      (event) => {
        if (!m.on) return
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => m.delays.push(performance.now() - event.timeStamp)
          port2.postMessage(0)
        })
      },
      true,
    )
  })
  for (const end = Date.now() + ms; Date.now() < end; await pause(250)) await page.keyboard.press('j')
  return page.evaluate(() => {
    const { measured } = window as unknown as {
      measured: { frames: number; dropped: number; long: number; delays: number[]; on: boolean }
    }
    measured.on = false
    return measured
  })
}

/**
 * Facts for the threads in turn, as fast as asked for, until it is ended; what is due while a message is
 * under way goes with the next. Returns how many were taken.
 */
function storm(client: Client, ids: readonly string[]): { end: () => Promise<number> } {
  let isOn = true
  const sender = (async (): Promise<number> => {
    let sent = 0
    for (const began = performance.now(); isOn; await pause(2)) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond!) - sent
      if (due === 0) continue
      const events = Array.from({ length: Math.min(due, MAX_EVENTS_AT_ONCE) }, (_, i) => ({
        to: ids[((sent + i) * 7) % ids.length] as never,
        text: `fact ${sent + i}`,
        source: 'cli' as const,
        wake: 'next' as const,
        trusted: true,
      }))
      sent += (await client.events.addAll({ events })).length
    }
    return sent
  })()
  return {
    end: () => {
      isOn = false
      return sender
    },
  }
}

async function quiet(app: ElectronApplication): Promise<{ frames: number; paints: number }> {
  for (;;) {
    const inMinute = Date.now() % 60_000
    if (inMinute > 2000 && inMinute < 45_000) break
    await pause(500) // the tick of the minute is no quiet time
  }
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
  )
  const file = await app.evaluate(async ({ contentTracing }, length) => {
    await contentTracing.startRecording({
      included_categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
    })
    await new Promise((resolve) => setTimeout(resolve, length))
    return contentTracing.stopRecording()
  }, QUIET_MS)
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    traceEvents: { name: string; pid: number }[]
  }
  rmSync(file)
  const count = (...names: string[]): number =>
    traceEvents.filter((e) => e.pid === pid && names.includes(e.name)).length
  return { frames: count('BeginMainThreadFrame', 'FireAnimationFrame'), paints: count('Paint') }
}

const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
const sum = (all: readonly Measured[]): Measured => ({
  frames: all.reduce((n, m) => n + m.frames, 0),
  dropped: all.reduce((n, m) => n + m.dropped, 0),
  long: all.reduce((n, m) => n + m.long, 0),
  delays: all.flatMap((m) => m.delays),
})
const share = (m: Measured): number => m.dropped / Math.max(1, m.frames + m.dropped)
const say = (name: string, m: Measured): void =>
  console.log(
    `${name.padEnd(12)} ${String(m.frames).padStart(6)} frames  ${String(m.dropped).padStart(5)} ` +
      `dropped (${(share(m) * 100).toFixed(1)} %)  ${String(m.long).padStart(4)} long tasks  key to ` +
      `frame p50 ${percentile(m.delays, 0.5).toFixed(1)} ms, p95 ` +
      `${percentile(m.delays, 0.95).toFixed(1)} ms`,
  )

async function main(): Promise<boolean> {
  if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
  const screen = isLinux ? await startVirtualDisplay({ size: '2600x1000x24' }) : null
  if (screen !== null) process.env['DISPLAY'] = screen.display
  const work = mkdtempSync(path.join(tmpdir(), 'threadbeat-calm-'))
  const dataDir = path.join(work, 'data')
  mkdirSync(path.join(work, 'made'))
  await manyThreads(path.join(work, 'made'), dataDir, threads!, 24)
  console.log(`${threads} threads, ${fillHistory(dataDir, runs!).toLocaleString('en-US')} runs`)

  const feeds = new Set<ServerResponse>()
  let first = ''
  let messages = 0
  let bytes = 0
  const server = createServer((request, response) => {
    if (request.url !== '/feed')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(BARE_PAGE)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${first}\n\n`)
    feeds.add(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bareFolder = path.join(work, 'bare')
  mkdirSync(bareFolder)
  writeFileSync(path.join(bareFolder, 'package.json'), '{ "name": "bare", "main": "main.cjs" }')
  writeFileSync(path.join(bareFolder, 'main.cjs'), BARE_MAIN)

  const real = await launchApp({ dataDir })
  const abort = new AbortController()
  try {
    const page = await real.window()
    await page.locator('[role=grid][aria-label=Fleet] [data-thread]').first().waitFor()
    await real.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 0, y: 0, width: 1280, height: 900 }),
    )
    const client = socketClient(findSocket(dataDir))
    const heard = (async () => {
      for await (const message of await client.live(undefined, { signal: abort.signal })) {
        const text = JSON.stringify(message)
        if (first === '') first = text
        else {
          messages++
          bytes += text.length
        }
        for (const feed of feeds) feed.write(`data: ${text}\n\n`)
      }
    })().catch(() => undefined)
    while (first === '') await pause(50)
    const bare = await launchApp({
      appFolder: bareFolder,
      env: { BARE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    })
    try {
      const barePage = await bare.window()
      await barePage.locator('tbody tr').first().waitFor()
      const { threads: all } = await client.snapshot()
      messages = bytes = 0
      const began = Date.now()
      const blowing = storm(
        client,
        all.map((t) => t.id),
      )
      const rounds: { real: Measured[]; bare: Measured[] } = { real: [], bare: [] }
      for (let i = 0; i < ROUNDS; i++) {
        const which = i % 2 === 0 ? 'real' : 'bare'
        rounds[which].push(await measure(which === 'real' ? page : barePage, (seconds! * 1000) / ROUNDS))
      }
      const sent = await blowing.end()
      const took = (Date.now() - began) / 1000
      const [ours, theirs] = [sum(rounds.real), sum(rounds.bare)]
      console.log(
        `${sent} events in ${took.toFixed(0)} s (${Math.round(sent / took)} a second) came as ` +
          `${messages} messages (${(messages / took).toFixed(1)} a second, ` +
          `${(bytes / Math.max(1, messages) / 1000).toFixed(0)} kB each)`,
      )
      say('the window', ours)
      say('a bare page', theirs)
      await pause(5000)
      const still = await quiet(real.app)
      console.log(`quiet for ${QUIET_MS / 1000} s: ${still.frames} frames, ${still.paints} paints`)
      const bad = [
        [messages / took <= 10.5, 'more than ten messages a second'],
        [share(ours) <= share(theirs) + 0.1, 'more than a tenth more dropped frames than a bare page'],
        [
          percentile(ours.delays, 0.95) <= Math.max(2 * percentile(theirs.delays, 0.95), 34),
          'keys answered later than twice as late as on a bare page',
        ], // two frames are no difference
        [still.frames === 0 && still.paints === 0, 'a quiet window draws'],
      ]
        .filter(([isSo]) => isSo !== true)
        .map(([, what]) => String(what))
      if (bad.length > 0) console.log(`NOT AS IT SHOULD BE: ${bad.join('; ')}`)
      return bad.length === 0
    } finally {
      bare.app.process().kill('SIGTERM')
      await bare.close()
      abort.abort()
      await heard
    }
  } finally {
    real.app.process().kill('SIGTERM')
    await real.close()
    for (const feed of feeds) feed.end()
    server.close()
    screen?.stop()
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

await main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
