import type { Stats } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { readRegularFile, TooLarge } from '../../../disk/regular-file.ts'

const LARGEST_HASHED_BYTES = 16 * 1024 * 1024
/** Of all files of one command together; what comes after counts as if it were too large. */
const READ_AT_MOST_BYTES = 48 * 1024 * 1024

/**
 * Of each file that decides what is executed, by its name in the repository: its number and the time of its
 * last change of any kind, which nobody can set back, also not by exchanging it twice; the same of the links on
 * the way to it, and of the folders as far as they were renamed. null: it was not there.
 */
export type FileStamps = ReadonlyMap<string, string | null>

/** A repository, what was read of it for one command, each file once, and the stamps of what counts. */
export interface Place {
  readonly repoPath: string
  readonly stamps: Map<string, string | null>
  readonly read: Map<string, FileInside | null>
}

export const placeOf = (repoPath: string): Place => ({ repoPath, stamps: new Map(), read: new Map() })

interface FileInside {
  readonly content: Buffer
  readonly stamp: string
  readonly executable: boolean
}

/**
 * Content of a regular file that lies in the repository, or is linked from it. A name on PATH is no file of
 * the repository.
 */
export async function fileInside(place: Place, word: string): Promise<FileInside | null> {
  const known = place.read.get(word)
  if (known !== undefined) return known
  const used = [...place.read.values()].reduce((sum, file) => sum + (file?.content.length ?? 0), 0)
  const file = await readInside(place.repoPath, word, Math.max(0, READ_AT_MOST_BYTES - used))
  place.read.set(word, file)
  return file
}

async function readInside(repoPath: string, word: string, mostBytes: number): Promise<FileInside | null> {
  try {
    const root = await realpath(repoPath)
    const path = resolve(root, word)
    if (!path.startsWith(root + sep) && !(await realpath(path)).startsWith(root + sep)) return null
    const { bytes, stats } = await contentOf(path, Math.min(LARGEST_HASHED_BYTES, mostBytes))
    const stamp = [...(await wayTo(root, path)), `${stats.ino}:${stats.ctimeMs}`].join(' ')
    return { content: bytes, stamp, executable: (stats.mode & 0o111) !== 0 }
  } catch {
    return null
  }
}

/** Of a file that is too large to be read, what changes with it. Rejects as `readRegularFile`. */
async function contentOf(
  path: string,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly stats: Stats }> {
  try {
    return await readRegularFile(path, { maxBytes, links: 'follow' })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    const stats = await stat(path)
    const { ino, size, ctimeMs } = stats
    return { bytes: Buffer.from(`A file of ${size} bytes, number ${ino}, changed at ${ctimeMs}.`), stats }
  }
}

/** Links and folders between the root and the file. */
async function wayTo(root: string, path: string): Promise<readonly string[]> {
  const way: string[] = []
  for (let at = path; at.startsWith(root + sep); at = dirname(at)) {
    const stats = await lstat(at)
    if (stats.isSymbolicLink()) way.push(`${stats.ino}:${stats.ctimeMs}`)
    else if (at !== path) way.push(folderStamp(stats))
  }
  return way
}

/** Entries that come and go change both times of a folder, its own renaming only one. */
const folderStamp = ({ ino, ctimeMs, mtimeMs }: Stats): string =>
  ctimeMs === mtimeMs ? `${ino}:entries` : `${ino}:${ctimeMs}`

/** Nothing on the way to a file, nor the file, was changed or exchanged; entries of its folders may have been. */
export function isSameStamp(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return before === after
  const [old, now] = [before.split(' '), after.split(' ')]
  return (
    old.length === now.length &&
    old.every((part, at) => part === now[at] || `${part.split(':')[0]}:entries` === now[at])
  )
}

/** As `fileInside`, of one that decides what is executed also where it is not there. */
export async function stampedInside(place: Place, name: string): Promise<Buffer | null> {
  const file = await fileInside(place, name)
  place.stamps.set(name, file?.stamp ?? null)
  return file?.content ?? null
}
