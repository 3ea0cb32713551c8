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
  const file: FileHandle = await open(temporary, 'wx', 0o600)
  let pieces: Uint8Array[] = []
  let written = 0
  let failure: Error | null = null
  let isOpen = true
  const zip = new Zip((error, piece) => {
    if (error !== null) failure ??= error
    else pieces.push(piece)
  })

  async function drain(): Promise<void> {
    const ready = pieces
    pieces = []
    if (failure !== null) throw failure
    for (const piece of ready) {
      written += piece.length
      if (written > MOST_ZIP_BYTES)
        throw new Error(`${path} would be larger than a zip may be, ${MOST_ZIP_BYTES} bytes`)
      for (let at = 0; at < piece.length; )
        at += (await file.write(piece, at, piece.length - at)).bytesWritten
    }
  }
  async function add(
    name: string,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<Written> {
    const member = new ZipDeflate(name, { level: 6 })
    member.mtime = now
    member.os = 3 // Unix: the upper half of attrs is the mode
    member.attrs = (0o100600 << 16) >>> 0
    zip.add(member)
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of source) {
      size += piece.length
      if (size > MOST_ZIP_BYTES)
        throw new Error(`${name} is larger than a member of a zip may be, ${MOST_ZIP_BYTES} bytes`)
      hash.update(piece)
      member.push(piece)
      await drain()
    }
    member.push(new Uint8Array(0), true)
    await drain()
    return { size, sha256: hash.digest('hex') }
  }

  return {
    addFile: (name, from) => add(name, createReadStream(from) as AsyncIterable<Uint8Array>),
    addBytes: (name, bytes) => add(name, [bytes]),
    addPieces: add,
    async finish(replace) {
      zip.end()
      await drain()
      await file.sync()
      await file.close()
      isOpen = false
      const isPlaced = replace ? (renameSync(temporary, path), true) : placeNew(temporary, path)
      await unlink(temporary).catch(() => undefined) // gone already after a rename
      return isPlaced ? 'done' : 'exists'
    },
    async abandon() {
      if (isOpen) await file.close().catch(() => undefined)
      isOpen = false
      await unlink(temporary).catch(() => undefined)
    },
  }
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
