import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, linkSync, renameSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Zip, ZipDeflate } from 'fflate'

/** What a member holds once it is unpacked. */
export interface Written {
  readonly size: number
  readonly sha256: string
}

export interface ZipWriter {
  /** Streams a file into the zip. */
  addFile(name: string, file: string): Promise<Written>
  addBytes(name: string, bytes: Uint8Array): Promise<Written>
  addPieces(name: string, pieces: AsyncIterable<Uint8Array>): Promise<Written>
  /**
   * Puts the finished zip in its place in one step. `replace` false: 'exists' when something stands there
   * already; then nothing is changed.
   */
  finish(replace: boolean): Promise<'done' | 'exists'>
  /** Removes what was written so far; also right after `finish`. */
  abandon(): Promise<void>
}

/** The format's own bound without its 64-bit extension, of a member as of the whole. */
export const MOST_ZIP_BYTES = 0xffff_ffff

/**
 * A zip (deflate, owner only) under a temporary name beside `path` until it is finished. Holds no more than
 * a piece of it in memory. Throws what the system says.
 */
export async function createZip(path: string, now: number): Promise<ZipWriter> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(temporary, 'wx', 0o600)
  const zip: OpenZip = {
    path,
    temporary,
    now,
    file,
    zip: new Zip(),
    pieces: [],
    written: 0,
    failure: null,
    isOpen: true,
  }
  zip.zip.ondata = (error, piece) => {
    if (error !== null) zip.failure ??= error
    else zip.pieces.push(piece)
  }
  return {
    addFile: (name, from) => add(zip, name, createReadStream(from) as AsyncIterable<Uint8Array>),
    addBytes: (name, bytes) => add(zip, name, [bytes]),
    addPieces: (name, pieces) => add(zip, name, pieces),
    finish: (replace) => finish(zip, replace),
    abandon: () => abandon(zip),
  }
}

interface OpenZip {
  readonly path: string
  readonly temporary: string
  readonly now: number
  readonly file: FileHandle
  readonly zip: Zip
  pieces: Uint8Array[] // packed, not yet written
  written: number
  failure: Error | null
  isOpen: boolean
}

async function drain(z: OpenZip): Promise<void> {
  const ready = z.pieces
  z.pieces = []
  if (z.failure !== null) throw z.failure
  for (const piece of ready) {
    z.written += piece.length
    if (z.written > MOST_ZIP_BYTES)
      throw new Error(`${z.path} would be larger than a zip may be, ${MOST_ZIP_BYTES} bytes`)
    for (let at = 0; at < piece.length; )
      at += (await z.file.write(piece, at, piece.length - at)).bytesWritten
  }
}

async function add(
  z: OpenZip,
  name: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Written> {
  const member = new ZipDeflate(name, { level: 6 })
  member.mtime = z.now
  member.os = 3 // Unix: the upper half of attrs is the mode
  member.attrs = (0o100600 << 16) >>> 0
  z.zip.add(member)
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of source) {
    size += piece.length
    if (size > MOST_ZIP_BYTES)
      throw new Error(`${name} is larger than a member of a zip may be, ${MOST_ZIP_BYTES} bytes`)
    hash.update(piece)
    member.push(piece)
    await drain(z)
  }
  member.push(new Uint8Array(0), true)
  await drain(z)
  return { size, sha256: hash.digest('hex') }
}

async function finish(z: OpenZip, replace: boolean): Promise<'done' | 'exists'> {
  z.zip.end()
  await drain(z)
  await z.file.sync()
  await z.file.close()
  z.isOpen = false
  const isPlaced = replace ? (renameSync(z.temporary, z.path), true) : placeNew(z.temporary, z.path)
  await unlink(z.temporary).catch(() => undefined) // gone already after a rename
  return isPlaced ? 'done' : 'exists'
}

async function abandon(z: OpenZip): Promise<void> {
  if (z.isOpen) await z.file.close().catch(() => undefined)
  z.isOpen = false
  await unlink(z.temporary).catch(() => undefined)
}

/** A name of its own for a finished file, never over another one. False: something stands there. */
export function placeNew(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path) // a rename would replace what somebody put there meanwhile
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
