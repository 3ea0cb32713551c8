import { app, crashReporter } from 'electron'
import { dumpFolder, pruneDumps } from '../../machine/disk/crashes/dump-files.ts'

/**
 * What Chromium and Electron write when a process of theirs crashes stays in the data folder, the newest five, and is
 * sent nowhere. Of processes that begin after this call, and of this one.
 */
export function keepDumps(dataDir: string): void {
  app.setPath('crashDumps', dumpFolder(dataDir))
  crashReporter.start({ uploadToServer: false })
  pruneDumps(dataDir)
}
