import { lstatSync, readdirSync, realpathSync, rmSync, type Dirent } from 'node:fs'
import path from 'node:path'
import type { Instant } from '../../../../shared/base/time.ts'

/** Where Chromium and Electron write what crashed. */
export const dumpFolder = (dataDir: string): string => path.join(dataDir, 'shell', 'crashes')

interface Dump {
  readonly file: string
  readonly at: Instant
  readonly bytes: number
}

/** Never more of one folder: there are a handful, unless somebody else put them there. */
const LOOKED_AT = 1000
const KEPT = 5
const BYTES_KEPT = 100_000_000

/**
 * Minidumps, newest first: files of this user in real folders, as Chromium makes them. What a link leads to is
 * somebody else's. None where there was no crash, or where the folder cannot be read.
 */
export function dumpsIn(dataDir: string): readonly Dump[] {
  const folder = dumpFolder(dataDir)
  if (!isOwnPlace(dataDir, folder)) return []
  const inside = entriesOf(folder)
  const folders = [folder, ...inside.filter((e) => e.isDirectory()).map((e) => path.join(folder, e.name))]
  return folders
    .flatMap((of) => (of === folder ? inside : entriesOf(of)).map((entry) => dumpOf(of, entry)))
    .filter((dump) => dump !== null)
    .sort((a, b) => b.at - a.at)
}

/** Keeps the newest five, and of them what is 100 MB together; a larger one is not kept. */
export function pruneDumps(dataDir: string): void {
  let bytes = 0
  dumpsIn(dataDir).forEach(({ file, bytes: more }, i) => {
    if (i >= KEPT || bytes + more > BYTES_KEPT) rmSync(file, { force: true })
    else bytes += more
  })
}

/** No folder on the way from the data folder is a link. */
function isOwnPlace(dataDir: string, folder: string): boolean {
  try {
    return realpathSync(folder) === dumpFolder(realpathSync(dataDir))
  } catch {
    return false
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).slice(0, LOOKED_AT)
  } catch {
    return []
  }
}

/** null: it is none of ours, or gone meanwhile. */
function dumpOf(folder: string, { name }: Dirent): Dump | null {
  if (!name.endsWith('.dmp')) return null
  const file = path.join(folder, name)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile()) return null
  if (process.getuid !== undefined && found.uid !== process.getuid()) return null
  return { file, at: found.mtimeMs, bytes: found.size }
}
