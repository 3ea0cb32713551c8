import { constants } from 'node:fs'
import { readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { RunId } from '../../../../shared/base/ids.ts'
import type { RunOutputs } from '../../../engine/ports/disk.ts'
import { ensurePrivateDir } from '../data-dir.ts'
import { openRegularFile } from '../regular-file.ts'
import { beginOutput, type OutputBounds } from './run-output.ts'

const KB = 1024
const MB = KB * KB

const BOUNDS: OutputBounds = { heldBytes: 256 * KB, runBytes: 50 * MB, allBytes: 1024 * MB }

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
      beginOutput({
        file: placeOf(id),
        bounds,
        makeFolder: () => ensurePrivateDir(folder),
        makeRoom,
        failed: (message) => failed(id, message),
      }),
    async read(id, from, limit) {
      let file: FileHandle | null = null
      try {
        file = await openRegularFile(placeOf(id), constants.O_RDONLY, { links: 'refuse' })
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
