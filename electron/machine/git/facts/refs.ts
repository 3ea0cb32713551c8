import { constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { openRegularFile, readRegularFile } from '../../disk/regular-file.ts'
import { lastValue, type ConfigEntry } from '../git-config.ts'
import type { GitLocation } from '../git-location.ts'
import { codeOf } from '../../disk/answering/disk-reason.ts'
import { entriesOf } from './folder-entries.ts'

/** HEAD, and what the refs of some folders lead to. */
interface Refs {
  readonly head: string | null // commit id; null: no commit yet
  readonly branch: string | null // null: detached
  readonly refs: readonly Ref[] // in the order of git: by their bytes
}

interface Ref {
  readonly name: string // refs/heads/main
  readonly id: string
  readonly target: string | null // the ref that this one only points to; null: it stands for itself
}

/** Folders below refs/ that all worktrees have in common. */
type RefFolder = 'heads' | 'remotes' | 'tags'

interface Place {
  readonly location: GitLocation
  readonly config: readonly ConfigEntry[]
}

/** More single files and folders than these, or a longer list, are git's to read. */
const MOST = 2000
const PACKED_LIMIT_BYTES = 2 * 1024 * 1024
const DEEPEST = 12

/**
 * What git's own files say, without git; every call reads them anew. null: something stands there that only git
 * can read (another storage, a link, a name or a line out of the ordinary, very many refs, a branch that is not
 * there), so git has to be asked.
 */
export async function readRefs(place: Place, folders: readonly RefFolder[]): Promise<Refs | null> {
  const { location, config } = place
  if (!isKnownFormat(config)) return null
  try {
    const pointer = await readPointer(location.gitDir)
    if (pointer === null) return null
    // The single files first: what git packs, it writes into the list before it takes the file away.
    const loose = new Loose(location.commonDir)
    for (const folder of folders) if (!(await loose.read(`refs/${folder}`))) return null
    const own = 'ref' in pointer ? pointer.ref : null
    if (own !== null && !(await loose.readOne(own))) return null
    const packed = await readPacked(location.commonDir)
    if (packed === null) return null
    const all = new Map([...packed, ...loose.found])
    const branch = own?.slice('refs/heads/'.length) ?? null
    const head = 'commit' in pointer ? pointer.commit : resolved(own ?? '', all)?.id
    // Nothing was committed yet, or the name is written otherwise on this disk: git knows.
    if (head === undefined) return null
    const inFolders = [...all.keys()].filter((name) => folders.some((f) => name.startsWith(`refs/${f}/`)))
    return { head, branch, refs: refsOf(inFolders, all) }
  } catch {
    return null
  }
}

/** With any other format or extension git may keep its refs elsewhere, or refuse the repository. */
const isKnownFormat = (config: readonly ConfigEntry[]): boolean =>
  ['0', '1'].includes(lastValue(config, 'core.repositoryformatversion') ?? '0') &&
  config.every(
    ([key, value]) =>
      !key.startsWith('extensions.') ||
      /^extensions\.(?:objectformat|partialclone|preciousobjects|noop)$/.test(key) ||
      (key === 'extensions.refstorage' && value === 'files'),
  )

/**
 * What the file HEAD says. null: it says something that only git can read (a link, another storage of refs,
 * damage).
 */
export async function readPointer(
  gitDir: string,
): Promise<{ readonly ref: string } | { readonly commit: string } | null> {
  const path = join(gitDir, 'HEAD')
  if ((await lstat(path).catch(() => null))?.isFile() !== true) return null
  const text = await readSmall(path)
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})\n?$/.exec(text)?.[1]
  if (commit !== undefined) return { commit }
  const ref = /^ref:\s*(refs\/heads\/[^\s*?[\\~^:]+)\n?$/.exec(text)?.[1]
  return ref === undefined || ref === 'refs/heads/.invalid' ? null : { ref }
}

/** By name, sorted; what points to nowhere is left out, as git does. */
function refsOf(names: readonly string[], all: ReadonlyMap<string, string>): readonly Ref[] {
  return [...names]
    .sort((a, b) => (a < b ? -1 : 1)) // plain letters only, so this is the order of their bytes
    .flatMap((name) => {
      const found = resolved(name, all)
      return found === null ? [] : [{ name, ...found }]
    })
}

/** null: it is not there, or points to what is not there. One step: a longer way is git's to go. */
function resolved(name: string, all: ReadonlyMap<string, string>): Omit<Ref, 'name'> | null {
  const value = all.get(name)
  if (value === undefined) return null
  const target = symbolic(value)
  if (target === null) return { id: value, target: null }
  const id = all.get(target)
  if (id === undefined) return null
  if (symbolic(id) !== null) throw new Error(`${name} points to a ref that points on`)
  return { id, target }
}

const symbolic = (value: string): string | null =>
  value.startsWith('ref: ') ? value.slice('ref: '.length) : null

/** Refs that have a file of their own. */
class Loose {
  readonly found = new Map<string, string>()
  private looked = 0
  constructor(private readonly commonDir: string) {}

  /** false: git has to be asked. */
  async read(folder: string, depth = 0): Promise<boolean> {
    const path = join(this.commonDir, folder)
    if (depth > DEEPEST || ++this.looked > MOST) return false
    if (depth === 0 && !(await isFolderOrGone(path))) return false
    const entries = await entriesOf(path, MOST)
    if (entries === null) return false
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`
      // What git passes over as well: it is about to become a ref, or was.
      if (entry.name.startsWith('.') || entry.name.endsWith('.lock')) continue
      if (!isPlainName(name)) return false
      if (entry.isDirectory()) {
        if (!(await this.read(name, depth + 1))) return false
      } else if (!entry.isFile() || !(await this.readOne(name))) return false
    }
    return true
  }

  /** A file that is gone is no fault: git has packed it, or deleted the ref. */
  async readOne(name: string): Promise<boolean> {
    if (this.found.has(name)) return true
    if (!isPlainName(name) || ++this.looked > MOST) return false
    const path = join(this.commonDir, name)
    const found = await lstat(path).catch(() => null)
    if (found === null || found.isDirectory()) return true
    if (!found.isFile()) return false
    const text = await readSmall(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (text === null) return true
    const id = /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(text)?.[1]
    const target = /^ref: (refs\/(?:heads|remotes)\/\S+)\n$/.exec(text)?.[1]
    if (target !== undefined && isPlainName(target)) {
      this.found.set(name, `ref: ${target}`)
      return await this.readOne(target)
    }
    if (id === undefined || isNothing(id)) return false
    this.found.set(name, id)
    return true
  }
}

/** `# pack-refs with: …`, then `<id> <name>`, each perhaps followed by `^<id>`. null: git has to be asked. */
async function readPacked(commonDir: string): Promise<ReadonlyMap<string, string> | null> {
  const all = new Map<string, string>()
  let bytes: Buffer
  try {
    bytes = (
      await readRegularFile(join(commonDir, 'packed-refs'), { maxBytes: PACKED_LIMIT_BYTES, links: 'follow' })
    ).bytes
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? all : null
  }
  const lines = bytes.toString('latin1').split('\n')
  if (lines.pop() !== '') return null
  for (const line of lines) {
    if (line.startsWith('#') || line.startsWith('^')) continue
    const [, id, name] = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/\S+)$/.exec(line) ?? []
    if (id === undefined || name === undefined || isNothing(id)) return null
    if (!/^refs\/(?:heads|remotes|tags)\//.test(name)) continue
    if (!isPlainName(name)) return null
    all.set(name, id)
  }
  return all
}

const isNothing = (id: string): boolean => /^0+$/.test(id)

/**
 * A name that any git takes, and that is written in one way on every disk: of plain letters, digits and the
 * usual signs.
 */
const isPlainName = (name: string): boolean =>
  /^refs\/[\w.@/+#%&=,!-]+$/.test(name) && !/\.\.|@\{|\/\/|\/\.|\/@(?:\/|$)|\.lock(?:\/|$)|[./]$/.test(name)

const isFolderOrGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => codeOf(error) === 'ENOENT',
  )

const SMALL_BYTES = 4096

/** Through the one door; of a longer file only its beginning, which then is no ref. */
async function readSmall(path: string): Promise<string> {
  const file = await openRegularFile(path, constants.O_RDONLY, { links: 'refuse' })
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SMALL_BYTES), 0, SMALL_BYTES, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}
