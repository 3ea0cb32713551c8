import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { socketClient, type Client } from '../../electron/cli/kit/socket-client.ts'
import { findSocket } from '../../electron/machine/network/socket-path.ts'
import { manyThreads } from '../../e2e/harness/past.ts'
import { launchApp } from '../../e2e/harness/launch.ts'
import { startFeed, writeBareApp, type Feed } from './calm/page.ts'
import { measure, percentile, quiet, say, share, sum, type Measured } from './calm/frames.ts'
import { fillHistory, storm } from './calm/load.ts'
import { tell } from './table/report.ts'
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
const work = mkdtempSync(path.join(tmpdir(), 'threadbeat-calm-'))

async function main(): Promise<boolean> {
  if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
  const screen = isLinux ? await startVirtualDisplay({ size: '2600x1000x24' }) : null
  if (screen !== null) process.env['DISPLAY'] = screen.display
  const dataDir = path.join(work, 'data')
  mkdirSync(path.join(work, 'made'))
  await manyThreads(path.join(work, 'made'), dataDir, threads!, 24)
  console.log(`${threads} threads, ${fillHistory(dataDir, runs!).toLocaleString('en-US')} runs`)

  const feed = await startFeed()
  const real = await launchApp({ dataDir })
  const abort = new AbortController()
  try {
    const page = await real.window()
    await page.locator('[role=grid][aria-label=Fleet] [data-thread]').first().waitFor()
    await real.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 0, y: 0, width: 1280, height: 900 }),
    )
    const client = socketClient(findSocket(dataDir))
    const relay = (async () => {
      for await (const message of await client.live(undefined, { signal: abort.signal }))
        feed.send(JSON.stringify(message))
    })().catch(() => undefined)
    while (!feed.hasBegun()) await pause(50)
    const bare = await launchApp({
      appFolder: writeBareApp(path.join(work, 'bare')),
      env: { BARE_URL: feed.address },
    })
    try {
      const barePage = await bare.window()
      await barePage.locator('tbody tr').first().waitFor()
      return await compare(client, feed, { real: page, bare: barePage }, () => quiet(real.app, QUIET_MS))
    } finally {
      bare.app.process().kill('SIGTERM')
      await bare.close()
      abort.abort()
      await relay
    }
  } finally {
    real.app.process().kill('SIGTERM')
    await real.close()
    feed.stop()
    screen?.stop()
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Both windows in turn under the same storm, then a time without one. Returns whether all is as it should be. */
async function compare(
  client: Client,
  feed: Feed,
  pages: { readonly real: Page; readonly bare: Page },
  quietTime: () => Promise<{ readonly frames: number; readonly paints: number }>,
): Promise<boolean> {
  const { threads: all } = await client.snapshot()
  feed.count() // from here on
  const began = Date.now()
  const load = storm(
    client,
    all.map((t) => t.id),
    perSecond!,
  )
  const rounds: { real: Measured[]; bare: Measured[] } = { real: [], bare: [] }
  for (let i = 0; i < ROUNDS; i++) {
    const which = i % 2 === 0 ? 'real' : 'bare'
    rounds[which].push(await measure(pages[which], (seconds! * 1000) / ROUNDS))
  }
  const sent = await load.end()
  const took = (Date.now() - began) / 1000
  const { messages, bytes } = feed.count()
  const [ours, theirs] = [sum(rounds.real), sum(rounds.bare)]
  console.log(
    `${sent} events in ${took.toFixed(0)} s (${Math.round(sent / took)} a second) came as ` +
      `${messages} messages (${(messages / took).toFixed(1)} a second, ` +
      `${(bytes / Math.max(1, messages) / 1000).toFixed(0)} kB each)`,
  )
  say('the window', ours)
  say('a bare page', theirs)
  await pause(5000)
  const still = await quietTime()
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
  const late = ({ delays }: Measured): number => percentile(delays, 0.95)
  tell({
    rows: [
      {
        figure: 'a key answered in a storm, 95 of 100',
        against: 'a bare page',
        ratios: rounds.real.map((round, i) => late(round) / late(rounds.bare[i]!)),
      },
    ],
    notes: [
      `Of its frames the window dropped ${(share(ours) * 100).toFixed(0)} %, the bare page ` +
        `${(share(theirs) * 100).toFixed(0)} %.`,
    ],
    bad,
  })
  if (bad.length > 0) console.log(`NOT AS IT SHOULD BE: ${bad.join('; ')}`)
  return bad.length === 0
}

await main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
