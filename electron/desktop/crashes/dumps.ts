import { rmSync } from 'node:fs'
import { app, crashReporter } from 'electron'
import { dumpFolder, dumpsIn } from '../../machine/disk/crashes/dump-files.ts'

const KEPT = 5

/**
 * What Chromium and Electron write when a process of theirs crashes stays in the data folder, the newest five, and is
 * sent nowhere. Of processes that begin after this call, and of this one.
 */
export function keepDumps(dataDir: string): void {
  const folder = dumpFolder(dataDir)
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
  for (const { file } of dumpsIn(folder).slice(KEPT)) rmSync(file, { force: true })
}
