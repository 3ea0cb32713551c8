import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../shared/base/error-message.ts'
import { startDemo } from '../host/demo.ts'
import { dataDirPath, ensurePrivateDir } from '../machine/disk/data-dir.ts'
import { app, claimInstance, prepareApp, refuseToStart } from './app.ts'
import { readLaunch } from './launch.ts'
import { start } from './start.ts'

/** The desktop app: one for each data folder. */
const distDir = path.dirname(fileURLToPath(import.meta.url))
const launch = readLaunch(process.argv)
const demo = launch.demo ? startDemo() : null

try {
  const dataDir = ensurePrivateDir(demo?.dataDir ?? dataDirPath(launch.dataDir))
  prepareApp(dataDir)
  if (claimInstance(launch)) {
    start({ launch, demo, dataDir, distDir }).catch((error: unknown) =>
      refuseToStart(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  } else {
    console.error('Threadbeat is already running with this data folder; its window comes to the front.')
    app.exit(0)
  }
} catch (error) {
  refuseToStart(messageOf(error))
}
