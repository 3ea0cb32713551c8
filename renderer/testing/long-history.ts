import path from 'node:path'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { DATABASE } from '../../electron/machine/archive/manifest.ts'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { createStore } from '../../electron/store/store.ts'
import { writeManyRuns } from '../../electron/store/testing/many-rows.ts'
import { settingsInMemory } from '../../electron/store/testing/settings-in-memory.ts'
import { dataFolder } from './data-folder.ts'
import { NOON } from './noon.ts'

/** A data folder whose history has this many runs of one thread, `web`, one a minute, the newest at noon. */
export function longHistory(runs: number): string {
  const folder = dataFolder()
  const database = openDatabase(path.join(folder, DATABASE))
  if (!database.ok) throw new Error(database.error.message)
  const { db } = database.value
  db.exec('PRAGMA synchronous = OFF') // nobody minds when the machine loses power
  const store = createStore(db, (prefix) => `${prefix}_long` as never, settingsInMemory())
  const id = 'thr_web' as ThreadId
  const addedAt = NOON - runs * MINUTE
  store.threads.add({
    id,
    name: 'web',
    repoPath: '/web',
    intervalMs: 8 * MINUTE,
    trustedAt: addedAt,
    createdAt: addedAt,
  })
  writeManyRuns(db, { runs, threads: [id], newestAt: NOON, spanMs: runs * MINUTE })
  store.close()
  return folder
}
