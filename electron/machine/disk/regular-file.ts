import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { fault, type Fault } from '../../../shared/base/faults.ts'

/** Neither waits for somebody at the other end of a pipe, nor for a device. */
const WITHOUT_WAITING = constants.O_NONBLOCK ?? 0

interface ReadOptions {
  readonly maxBytes: number
  /** 'follow': the file may be a link, wherever it leads to. */
  readonly links: 'refuse' | 'follow'
}

/**
 * The one door for reading a file that others can exchange: through one handle, a regular file only, at most
 * `maxBytes`. Throws what the system says (ENOENT, ELOOP for a link), and a sentence with the path for what is
 * no regular file or too large.
 */
export async function readRegularFile(
  path: string,
  options: ReadOptions,
): Promise<{ readonly bytes: Buffer; readonly stats: Stats }> {
  const file = await openRegularFile(path, constants.O_RDONLY, options)
  try {
    const stats = await file.stat()
    return { bytes: await readAll(file, path, stats, options.maxBytes), stats }
  } finally {
    await file.close()
  }
}

/** As `readRegularFile`; `flags` of `open`. The caller closes it. */
export async function openRegularFile(
  path: string,
  flags: number,
  { links }: Pick<ReadOptions, 'links'>,
): Promise<FileHandle> {
  const noLinks = links === 'refuse' ? (constants.O_NOFOLLOW ?? 0) : 0
  const file = await open(path, flags | WITHOUT_WAITING | noLinks, 0o644)
  const stats = await file.stat()
  if (stats.isFile()) return file
  await file.close()
  throw new NoRegularFile(path, stats)
}

/** As `openRegularFile`, to be read; the caller closes it. */
export function openRegularFileSync(path: string, { links }: Pick<ReadOptions, 'links'>): number {
  const noLinks = links === 'refuse' ? (constants.O_NOFOLLOW ?? 0) : 0
  const file = openSync(path, constants.O_RDONLY | WITHOUT_WAITING | noLinks)
  const stats = fstatSync(file)
  if (stats.isFile()) return file
  closeSync(file)
  throw new NoRegularFile(path, stats)
}

/** As `readRegularFile`, for the last look before a step that nothing of this process may come between. */
export function readRegularFileSync(path: string, { maxBytes, links }: ReadOptions): Buffer {
  const file = openRegularFileSync(path, { links })
  try {
    const stats = fstatSync(file)
    if (stats.size > maxBytes) throw new TooLarge(path, stats.size, maxBytes)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

const MOST_OWN_BYTES = 16_000_000

/** A text that the app itself keeps or that a program writes for it; throws as `readRegularFile` does. */
export const readOwnText = async (path: string): Promise<string> =>
  (await readRegularFile(path, { maxBytes: MOST_OWN_BYTES, links: 'follow' })).bytes.toString('utf8')

/** As `readOwnText`. */
export const readOwnTextSync = (path: string): string =>
  readRegularFileSync(path, { maxBytes: MOST_OWN_BYTES, links: 'follow' }).toString('utf8')

/** To its end, whatever its size is said to be: a file of the system has none, another may still grow. */
async function readAll(file: FileHandle, path: string, stats: Stats, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(Math.min(maxBytes + 1, Math.max(4096, stats.size + 1))),
    )
    if (bytesRead === 0) return Buffer.concat(chunks)
    size += bytesRead
    if (size > maxBytes) throw new TooLarge(path, Math.max(size, stats.size), maxBytes)
    chunks.push(buffer.subarray(0, bytesRead))
  }
}

export class TooLarge extends Error {
  constructor(path: string, bytes: number, maxBytes: number) {
    super(`${path} has ${bytes} bytes; the limit is ${maxBytes}`)
  }
}

class NoRegularFile extends Error {
  constructor(path: string, stats: Stats) {
    super(`${path} is ${kindOf(stats)}, not a regular file`)
  }
}

/** null: something else of the system. */
export function fileFault(error: unknown): Fault | null {
  if (error instanceof TooLarge) return fault('file.too_large', error.message)
  return error instanceof NoRegularFile ? fault('file.unreadable', error.message) : null
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}
