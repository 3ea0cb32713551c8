import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MINUTE } from '../../../shared/base/time.ts'
import { readOwnTextSync } from '../../machine/disk/regular-file.ts'

/** So many starts in a row that came to no good end, and the next one starts nothing by itself. */
export const CRASHES_BEFORE_SAFE = 3

/** What lives so long has not crashed at its start. */
export const SETTLED_AFTER_MS = 10 * MINUTE

interface Start {
  /** How many starts before this one, in a row, neither ended in order nor lived for ten minutes. */
  readonly crashes: number
  /** This one is none of them: it ends in order, or has lived for ten minutes. */
  good(): void
}

/**
 * Counts starts that come to no good end, in a file beside Chromium's. Where it cannot be kept nothing is counted: a
 * start that is safe for no reason would keep beats from running. One whose session is over (`sessionMark`) ended
 * with it.
 */
export function noteStart(folder: string, session: string): Start {
  const file = path.join(folder, 'starts.json')
  const crashes = crashesIn(file, session)
  keep(file, { crashes: crashes + 1, session })
  return { crashes, good: () => keep(file, { crashes: 0, session }) }
}

function crashesIn(file: string, session: string): number {
  try {
    const kept = JSON.parse(readOwnTextSync(file)) as { crashes?: unknown; session?: unknown }
    const crashes = Number.isInteger(kept.crashes) ? Math.min(Number(kept.crashes), 1000) : 0
    return Math.max(0, kept.session === session ? crashes : crashes - 1)
  } catch {
    return 0
  }
}

/** Not down to the disk, which a start would wait for: what a crash of the app leaves, the system still has. */
function keep(file: string, counted: { readonly crashes: number; readonly session: string }): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    rmSync(temporary, { force: true })
    writeFileSync(temporary, JSON.stringify(counted), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch {
    rmSync(temporary, { force: true }) // see noteStart
  }
}
