import type { Stats } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, normalize, resolve, sep } from 'node:path'
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

/**
 * What is read of a repository while nothing of it is run: each file once, whatever commands name it. Whoever runs
 * something begins anew.
 */
export interface Sources {
  readonly repoPath: string
  readonly files: Map<string, Promise<FileInside | null>>
  /** By a program's word: where it stands. */
  readonly programs: Map<string, Promise<string | null>>
  /** What all commands together took. */
  readonly taken: { bytes: number; names: number; shownChars: number }
}

export const sourcesOf = (repoPath: string): Sources => ({
  repoPath,
  files: new Map(),
  programs: new Map(),
  taken: { bytes: 0, names: 0, shownChars: 0 },
})

/** A repository, what one command has of its files, and the stamps of what counts. */
export interface Place {
  readonly repoPath: string
  readonly sources: Sources
  readonly stamps: Map<string, string | null>
  readonly read: Map<string, FileInside | null>
  readBytes: number
}

export const placeIn = (sources: Sources): Place => ({
  repoPath: sources.repoPath,
  sources,
  stamps: new Map(),
  read: new Map(),
  readBytes: 0,
})

interface FileInside {
  readonly content: Buffer
  readonly stamp: string
  readonly executable: boolean
  /** Stands for the content where that is too large. */
  readonly instead: Buffer
}

/**
 * Content of a regular file that lies in the repository, or is linked from it. A name on PATH is no file of
 * the repository.
 */
export async function fileInside(place: Place, word: string): Promise<FileInside | null> {
  const known = place.read.get(word)
  if (known !== undefined) return known
  const whole = await sourceInside(place.sources, word)
  const left = Math.max(0, READ_AT_MOST_BYTES - place.readBytes)
  const file = whole !== null && whole.content.length > left ? { ...whole, content: whole.instead } : whole
  place.read.set(word, file)
  place.readBytes += file?.content.length ?? 0
  return file
}

/** The same as it was when a command of this list named it first. */
export function sourceInside({ repoPath, files, taken }: Sources, word: string): Promise<FileInside | null> {
  const name = normalize(word)
  const known = files.get(name)
  if (known !== undefined) return known
  const reading = readInside(repoPath, name).then((file) => {
    taken.bytes += file?.content.length ?? 0
    return file
  })
  files.set(name, reading)
  return reading
}

async function readInside(repoPath: string, word: string): Promise<FileInside | null> {
  try {
    const root = await realpath(repoPath)
    const path = resolve(root, word)
    if (!path.startsWith(root + sep) && !(await realpath(path)).startsWith(root + sep)) return null
    const { bytes, stats } = await contentOf(path)
    const stamp = [...(await wayTo(root, path)), `${stats.ino}:${stats.ctimeMs}`].join(' ')
    const instead = standIn(stats)
    return { content: bytes ?? instead, stamp, executable: (stats.mode & 0o111) !== 0, instead }
  } catch {
    return null
  }
}

/** `bytes` null: it is too large to be read. Rejects as `readRegularFile`. */
async function contentOf(path: string): Promise<{ readonly bytes: Buffer | null; readonly stats: Stats }> {
  try {
    return await readRegularFile(path, { maxBytes: LARGEST_HASHED_BYTES, links: 'follow' })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return { bytes: null, stats: await stat(path) }
  }
}

/** Of a file that is too large to be read, what changes with it. */
const standIn = ({ ino, size, ctimeMs }: Stats): Buffer =>
  Buffer.from(`A file of ${size} bytes, number ${ino}, changed at ${ctimeMs}.`)

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
