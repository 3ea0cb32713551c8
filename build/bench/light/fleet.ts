import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { manyThreads } from '../../../e2e/harness/past.ts'
import { BACKUPS, makeBackup } from '../../../electron/store/backup/backups.ts'
import { loadDriver } from '../../../electron/store/connection/driver.ts'
import { fillHistory } from '../calm/load.ts'

/**
 * A data folder with threads of which none is due for a day, with a day and today's backup behind them, and so many
 * runs more in the year before.
 */
export async function fleet(folder: string, threads: number, runs = 0): Promise<string> {
  const name = `${threads}-${runs}`
  const [made, dataDir] = [path.join(folder, `made-${name}`), path.join(folder, `data-${name}`)]
  mkdirSync(made)
  await manyThreads(made, dataDir, threads)
  if (runs > 0) fillHistory(dataDir, runs)
  const history = path.join(dataDir, 'threadbeat.db')
  const backup = await makeBackup(history, path.join(dataDir, BACKUPS), 'daily', Date.now(), loadDriver())
  if (!backup.ok) throw new Error(backup.error)
  return dataDir
}
