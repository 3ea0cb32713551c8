import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../shared/base/error-message.ts'
import { startDemo } from '../host/demo.ts'
import { dataDirPath, ensurePrivateDir } from '../machine/disk/data-dir.ts'
import { readCompiled } from '../machine/process/compiled-bundle.ts'
import { app, claimInstance, prepareApp, refuseToStart } from './app.ts'
import { keepDumps } from './crashes/dumps.ts'
import { openDesk } from './desk.ts'
import { openFrame } from './frame.ts'
import { readLaunch } from './launch.ts'
import type * as Rest from './start.ts'
import { showFirstIcon } from './tray/first-icon.ts'
import { iconsIn } from './tray/icon-image.ts'
import { followRequests } from './window-request.ts'

/**
 * The desktop app: one for each data folder. Here stands only what comes before everything else: the icon, which is in
 * the tray at once, and the window, which reads its page while the rest, a file of its own, is read and opened.
 */
const distDir = path.dirname(fileURLToPath(import.meta.url))
const launch = readLaunch(process.argv)
const demo = launch.demo && launch.refused === null ? startDemo() : null

async function open(dataDir: string): Promise<void> {
  const request = followRequests(launch)
  await app.whenReady()
  const firstIcon = showFirstIcon(iconsIn(distDir), request.ask)
  if (!request.isWanted()) await pause(HAND_OVER_MS)
  keepDumps(dataDir)
  const desk = openDesk({ launch, demo, dataDir, distDir, request, firstIcon })
  const frame = openFrame(desk)
  const isWanted = request.isWanted()
  if (isWanted) frame.window.prepare()
  await turn()
  const rest = readCompiled<typeof Rest>(
    path.join(distDir, 'app.cjs'),
    path.join(dataDir, 'shell', 'compiled'),
  )
  await turn()
  const { start } = rest.run()
  if (isWanted) await Promise.race([frame.channels.opened, pause(PAGE_MS)])
  await turn()
  await start(desk, frame)
  setTimeout(() => {
    const problem = rest.keep()
    if (problem !== null) console.error('what was compiled is not kept:', problem)
  }, KEEP_AFTER_MS)
}

/** By then the functions that a start needs are compiled. */
const KEEP_AFTER_MS = 5000

/**
 * A panel is told of an icon by questions and answers, which reading the rest would hold up; where a window is wanted,
 * they come while it reads its page.
 */
const HAND_OVER_MS = 25

/**
 * The page's files are handed over by this process too, which each step of the start holds up. The rest is read while
 * Chromium starts the processes of a page, which asks for nothing before them; the host is opened when the page has asked
 * for its files, and is at work itself. A page that does not come is not waited for.
 */
const PAGE_MS = 400

/** What was asked of this process meanwhile comes first. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

try {
  if (launch.refused !== null) throw new Error(launch.refused)
  const dataDir = ensurePrivateDir(demo?.dataDir ?? dataDirPath(launch.dataDir))
  prepareApp(dataDir)
  if (claimInstance(launch)) {
    open(dataDir).catch((error: unknown) =>
      refuseToStart(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  } else {
    console.error('Threadbeat is already running with this data folder; its window comes to the front.')
    app.exit(0)
  }
} catch (error) {
  refuseToStart(messageOf(error))
}
