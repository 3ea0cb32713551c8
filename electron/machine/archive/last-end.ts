import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '../disk/whole-file.ts'
import { readOwnTextSync } from '../disk/regular-file.ts'

/**
 * How a history was left. 'clean': closed in order and not touched since. 'unclean': whoever had it open
 * died, by a kill or with the machine. 'unknown': nothing tells, it was found damaged, or somebody else has
 * written the file.
 */
type LastEnd = 'clean' | 'unclean' | 'unknown'

/** The note beside the history. Only what it says and what fits the file is believed. */
const LAST_END = 'history-end.json'

interface Note {
  readonly state: 'open' | 'closed' | 'damaged'
  readonly bytes: number
  readonly mtimeMs: number
}

export function lastEnd(database: string): LastEnd {
  const [note, file] = [readNote(database), printOf(database)]
  if (note === null || file === null || note.state === 'damaged') return 'unknown'
  if (note.state === 'open') return 'unclean'
  const isSame = file.bytes === note.bytes && file.mtimeMs === note.mtimeMs
  // A log that is left is of somebody who had it open after us.
  const hasLog = (printOf(`${database}-wal`)?.bytes ?? 0) > 0
  return isSame && !hasLog ? 'clean' : 'unknown'
}

/** What becomes known of a history that is open. */
export interface EndNote {
  sound(): void
  /** The next start reads every page, in whatever order this one ends. */
  damaged(): void
  /** In order. Clean is the end only of a history that was found sound. */
  closed(): void
}

/** From now on the end is unclean, until it is `closed`. */
export function noteOpen(database: string, isSound: boolean): EndNote {
  let found: 'sound' | 'damaged' | null = isSound ? 'sound' : null
  write(database, 'open')
  return {
    sound: () => void (found = 'sound'),
    damaged() {
      found = 'damaged'
      write(database, 'damaged')
    },
    closed() {
      if (found === 'sound') write(database, 'closed')
    },
  }
}

function write(database: string, state: Note['state']): void {
  const file = fileOf(database)
  try {
    const note: Note = { state, ...(printOf(database) ?? { bytes: 0, mtimeMs: 0 }) }
    writeWholeFile(file, JSON.stringify(note))
  } catch {
    forget(file)
  }
}

/**
 * A full disk keeps nobody from starting: without a note the next start reads every page, and one that
 * cannot be taken away no longer fits the history as soon as that is written.
 */
function forget(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // See above.
  }
}

const fileOf = (database: string): string => path.join(path.dirname(database), LAST_END)

function readNote(database: string): Note | null {
  try {
    const { state, bytes, mtimeMs } = JSON.parse(readOwnTextSync(fileOf(database))) as Partial<Note>
    if (state !== 'open' && state !== 'closed' && state !== 'damaged') return null
    return typeof bytes === 'number' && typeof mtimeMs === 'number' ? { state, bytes, mtimeMs } : null
  } catch {
    return null
  }
}

function printOf(file: string): Pick<Note, 'bytes' | 'mtimeMs'> | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? null : { bytes: stat.size, mtimeMs: stat.mtimeMs }
}
