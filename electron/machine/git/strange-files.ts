import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitLocation } from './git-location.ts'

/** Where git's own files lie that it opens by itself; git waits without end at a pipe in their place. */
const FOLDERS = [
  '.',
  'info',
  'logs',
  'objects/info',
  'objects/info/commit-graphs',
  'objects/pack',
  'rebase-apply',
  'rebase-merge',
  'sequencer',
] as const
/** These are never anything else than files, where they are there. */
const FILES = ['HEAD', 'index', 'packed-refs', 'shallow', 'info/exclude', 'info/grafts'] as const
/** git maps these into memory, reads them in pieces, or never opens them; all others it reads to their end. */
const NOT_READ_WHOLE =
  /^(?:index|packed-refs|objects\/(?:pack|info\/commit-graph)|logs\/|(?:gc|maintenance|fsmonitor|COMMIT_EDITMSG))/
/** A file that git reads whole, and keeps in memory, is not larger than this. */
const READ_WHOLE_BYTES = 64 * 1024 * 1024

/**
 * Why git is not started here, a sentence without its full stop: in the place of one of its files stands a pipe or
 * a device, also by a link, or a file too large to be read whole. null: nothing of that kind.
 */
export async function strangeFile({ path, gitDir, commonDir }: GitLocation): Promise<string | null> {
  const own = await strangeAtRoot(path)
  if (own !== null) return own
  for (const folder of new Set([gitDir, commonDir]))
    for (const name of FOLDERS) {
      const strange = await strangeIn(folder, name)
      if (strange !== null) return strange
    }
  return await strangeRef(join(commonDir, 'refs'))
}

/** Files of git's in the working tree, in which it follows no link. Those of folders below are not looked at. */
const AT_ROOT = ['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'] as const

async function strangeAtRoot(folder: string): Promise<string | null> {
  for (const name of AT_ROOT) {
    const stats = await lstat(join(folder, name)).catch(() => null)
    if (stats !== null && hasNoEnd(stats)) return `${join(folder, name)} is no regular file`
  }
  return null
}

const ENTRIES_LOOKED_AT = 20_000

async function strangeIn(gitFolder: string, folder: (typeof FOLDERS)[number]): Promise<string | null> {
  const entries = await entriesOf(join(gitFolder, folder))
  if (entries === null) return `${join(gitFolder, folder)} cannot be listed`
  if (entries.length > ENTRIES_LOOKED_AT) return `${join(gitFolder, folder)} holds too many files`
  for (const entry of entries) {
    const name = folder === '.' ? entry.name : `${folder}/${entry.name}`
    const isFile = (FILES as readonly string[]).includes(name)
    const isWhole = !NOT_READ_WHOLE.test(name)
    if ((entry.isDirectory() && !isFile) || (entry.isFile() && !isWhole)) continue
    const path = join(gitFolder, name)
    const stats = await statsOf(path)
    if (stats === null) continue
    if (isFile ? !stats.isFile() : hasNoEnd(stats)) return `${path} is no regular file`
    if (isWhole && stats.size > READ_WHOLE_BYTES)
      return `${path} has ${stats.size} bytes, more than the ${READ_WHOLE_BYTES} that git is let read`
  }
  return null
}

/** Of branches and tags that lie in files of their own: git would read one to its end. */
async function strangeRef(folder: string): Promise<string | null> {
  let looked = 0
  const folders = [folder]
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of (await entriesOf(at)) ?? []) {
      if (entry.isFile()) continue
      const path = join(at, entry.name)
      if (++looked > ENTRIES_LOOKED_AT) return `${folder} holds too many folders and links`
      if (entry.isDirectory()) folders.push(path)
      else if ((await statsOf(path))?.isFile() === false) return `${path} is no regular file`
    }
  return null
}

/** Empty where there is no such folder; null: there is, and it may not be listed. */
const entriesOf = (folder: string): Promise<readonly Dirent[] | null> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? [] : null,
  )
const statsOf = (path: string): Promise<Stats | null> => stat(path).catch(() => null)
/** A pipe holds whoever opens it, and some devices never end; a socket (of git's own monitor) cannot be opened. */
const hasNoEnd = (stats: Stats): boolean =>
  stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice()
