import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { shell } from 'electron'

/** The folder of the logs, in the person's file manager. */
export function showLogs(dataDir: string): void {
  const folder = path.join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  void shell.openPath(folder)
}
