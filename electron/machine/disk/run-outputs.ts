import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { RunId } from '../../../shared/base/ids.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { RunOutput, RunOutputs } from '../../engine/ports/disk.ts'
import { gapLine } from '../process/capped-output.ts'
import { ensurePrivateDir } from './data-dir.ts'

const KB = 1024
const MB = KB * KB

export interface OutputBounds {
  readonly heldBytes: number // a run that prints no more has no file; its record has all of it
  readonly runBytes: number // more of one run is not kept
  readonly allBytes: number // of all files; the oldest make room
}
const BOUNDS: OutputBounds = { heldBytes: 256 * KB, runBytes: 50 * MB, allBytes: 1024 * MB }

const PIECE_BYTES = 64 * KB
/** More than this waits for the disk: nothing more should come. */
const ENOUGH_PIECES = 16
/** Whoever goes on all the same is not listened to any more. */
const TOO_MANY_PIECES = 128

const fileName = (id: RunId): string => `${id}.txt`
const FILE = /^(run_[\w-]{1,100})\.txt$/

/**
 * Whole outputs as files of one private folder. `failed` hears of a disk that takes none; the run goes on
 * without a file.
 */
export function createRunOutputs(
  folder: string,
  failed: (id: RunId, message: string) => void,
  bounds: OutputBounds = BOUNDS,
): RunOutputs {
  const placeOf = (id: RunId): string => path.join(folder, fileName(id))
  const list = async (): Promise<readonly RunId[]> =>
    (await readdir(folder).catch(() => [])).flatMap((name) => (FILE.exec(name)?.[1] ?? []) as RunId[] | RunId)
  const remove = async (ids: readonly RunId[]): Promise<void> => {
    for (const id of ids) await rm(placeOf(id), { force: true }).catch(() => undefined)
  }
  const makeRoom = async (): Promise<void> => {
    const files = await Promise.all(
      (await list()).map(async (id) => ({ id, found: await stat(placeOf(id)).catch(() => null) })),
    )
    const newestFirst = files
      .flatMap(({ id, found }) => (found === null ? [] : [{ id, bytes: found.size, at: found.mtimeMs }]))
      .sort((a, b) => b.at - a.at)
    let sum = 0
    await remove(newestFirst.filter(({ bytes }) => (sum += bytes) > bounds.allBytes).map(({ id }) => id))
  }

  return {
    begin: (id) =>
      beginOutput(
        placeOf(id),
        () => ensurePrivateDir(folder),
        bounds,
        (message) => failed(id, message),
        makeRoom,
      ),
    async read(id, from, limit) {
      let file: FileHandle | null = null
      try {
        file = await open(placeOf(id), 'r')
        const { size } = await file.stat()
        const bytes = Buffer.alloc(Math.max(0, Math.min(limit, size - from)))
        const { bytesRead } =
          bytes.length === 0 ? { bytesRead: 0 } : await file.read(bytes, 0, bytes.length, from)
        return { bytes: bytes.subarray(0, bytesRead), total: size }
      } catch {
        return null
      } finally {
        await file?.close().catch(() => undefined)
      }
    },
    pathOf: (id) =>
      stat(placeOf(id)).then(
        (found) => (found.isFile() ? placeOf(id) : null),
        () => null,
      ),
    list,
    remove,
  }
}

/**
 * Copies what comes into pieces of one size, so that a flood of single bytes is no flood of objects, and
 * writes one piece at a time.
 */
function beginOutput(
  file: string,
  makeFolder: () => void,
  bounds: OutputBounds,
  failed: (message: string) => void,
  makeRoom: () => Promise<void>,
): RunOutput {
  let waiting: Buffer[] = []
  let piece: Buffer | null = null // its filled part waits for more
  let filled = 0
  let kept = 0
  let missing = 0
  let handle: FileHandle | null = null
  let writing: Promise<void> | null = null
  let state: 'open' | 'full' | 'lost' | 'over' = 'open'

  const clearPiece = (): void => {
    if (piece !== null && filled > 0) waiting.push(piece.subarray(0, filled))
    piece = null
    filled = 0
  }
  const writeAll = async (): Promise<void> => {
    try {
      if (handle === null) {
        makeFolder()
        handle = await open(file, 'w', 0o600)
      }
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await handle.writeFile(next) // goes on where a disk took only a part
    } catch (error) {
      state = 'lost'
      waiting = []
      piece = null
      failed(messageOf(error))
      await handle?.close().catch(() => undefined)
      // A part that does not say so would be taken for the whole.
      if (handle !== null) await rm(file, { force: true }).catch(() => undefined)
      handle = null
    } finally {
      writing = null
    }
  }
  const write = (): Promise<void> => (writing ??= writeAll())

  return {
    push(bytes) {
      if (state === 'lost' || state === 'over') return null
      const room = state === 'full' ? 0 : Math.min(bytes.length, bounds.runBytes - kept)
      kept += room
      missing += bytes.length - room
      if (room < bytes.length) state = 'full'
      for (let from = 0; from < room; ) {
        piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES)
        const part = bytes.subarray(from, Math.min(room, from + PIECE_BYTES - filled))
        piece.set(part, filled)
        filled += part.length
        from += part.length
        if (filled === PIECE_BYTES) clearPiece()
      }
      if (waiting.length > TOO_MANY_PIECES) state = 'full'
      if (kept + missing <= bounds.heldBytes || waiting.length === 0) return null
      const written = write()
      return waiting.length > ENOUGH_PIECES ? written : null
    },
    async end() {
      await writing
      if (state === 'lost' || state === 'over') return
      if (kept + missing > bounds.heldBytes) {
        clearPiece()
        if (missing > 0) waiting.push(Buffer.from(`\n${gapLine(missing)}\n`))
        if (waiting.length > 0) await write()
        await handle?.close().catch(() => undefined)
        await makeRoom()
      }
      state = 'over'
      waiting = []
      piece = null
    },
  }
}
