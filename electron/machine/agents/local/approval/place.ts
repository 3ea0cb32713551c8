import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { readRegularFile } from '../../../disk/regular-file.ts'

const LARGEST_HASHED_BYTES = 16 * 1024 * 1024

/**
 * Of each file that decides what is executed, by its name in the repository: its number and the time of its
 * last change of any kind, which nobody can set back, also not by exchanging it twice. null: it was not there.
 */
export type FileStamps = ReadonlyMap<string, string | null>

/** A repository, and the stamps of what is read in it. */
export interface Place {
  readonly repoPath: string
  readonly stamps: Map<string, string | null>
}

interface FileInside {
  readonly content: Buffer
  readonly stamp: string
  readonly executable: boolean
}

/**
 * Content of a regular file that lies in the repository, or is linked from it. A name on PATH is no file of
 * the repository.
 */
export async function fileInside({ repoPath }: Place, word: string): Promise<FileInside | null> {
  try {
    const root = await realpath(repoPath)
    const path = resolve(root, word)
    if (!path.startsWith(root + sep) && !(await realpath(path)).startsWith(root + sep)) return null
    const { bytes, stats } = await readRegularFile(path, { maxBytes: LARGEST_HASHED_BYTES, links: 'follow' })
    return { content: bytes, stamp: `${stats.ino}:${stats.ctimeMs}`, executable: (stats.mode & 0o111) !== 0 }
  } catch {
    return null
  }
}

/** As `fileInside`, of one that decides what is executed also where it is not there. */
export async function stampedInside(place: Place, name: string): Promise<Buffer | null> {
  const file = await fileInside(place, name)
  place.stamps.set(name, file?.stamp ?? null)
  return file?.content ?? null
}
