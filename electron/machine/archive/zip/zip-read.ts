import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Inflate } from 'fflate'
import { MOST_ZIP_BYTES, type Written } from './zip-file.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { openRegularFile } from '../../disk/regular-file.ts'

/**
 * A zip of somebody else: its directory was checked when it was opened, each member is while it is
 * unpacked. Faults are thrown as `ZipError`.
 */
export interface ZipReader {
  /** Names and declared sizes in bytes, in the order of the directory. */
  readonly members: ReadonlyMap<string, number>
  /** Streams one member to `take`. Never more bytes than declared. */
  unpack(name: string, take: (piece: Uint8Array) => Promise<void> | void): Promise<Written>
  /** A small member whole; `most` in bytes. */
  bytes(name: string, most: number): Promise<Buffer>
  close(): Promise<void>
}
export class ZipError extends Error {}

interface Entry {
  readonly name: string
  readonly method: 0 | 8
  readonly packed: number
  readonly size: number
  readonly at: number // of its local header
}

const MOST_MEMBERS = 20_000
const MOST_NAME = 500
/** Deflate can do 1032:1; what people's histories come to is far below this. */
const MOST_RATIO = 200
const RATIO_COUNTS_FROM = 64 * 1024 * 1024
const PIECE = 16 * 1024 // unpacks to 16 MB at most

/**
 * Refuses in its directory: names that leave the folder, links, duplicates (also by case), encryption,
 * overlapping members, and more than 4 GB.
 */
export async function openZip(path: string): Promise<ZipReader> {
  const file = await openRegularFile(path, constants.O_RDONLY, { links: 'follow' })
  try {
    const entries = await readDirectory(file)
    const byName = new Map(entries.map((e) => [e.name, e]))
    return {
      members: new Map(entries.map((e) => [e.name, e.size])),
      unpack: (name, take) => unpack(file, byName.get(name) ?? raise(`it has no ${name}`), take),
      async bytes(name, most) {
        const entry = byName.get(name) ?? raise(`it has no ${name}`)
        if (entry.size > most) raise(`${name} has ${entry.size} bytes, at most ${most} are read`)
        const pieces: Uint8Array[] = []
        await unpack(file, entry, (piece) => void pieces.push(piece))
        return Buffer.concat(pieces)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
}

const raise = (message: string): never => {
  throw new ZipError(message)
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) raise('it is cut short')
    read += bytesRead
  }
  return bytes
}

async function readDirectory(file: FileHandle): Promise<readonly Entry[]> {
  const { size: length } = await file.stat()
  const tail = await readAt(file, Math.max(0, length - 65_557), Math.min(length, 65_557))
  let end = tail.length - 22
  while (
    end >= 0 &&
    !(tail.readUInt32LE(end) === 0x0605_4b50 && end + 22 + tail.readUInt16LE(end + 20) === tail.length)
  )
    end--
  if (end < 0) raise('it is no zip, or cut short')
  const [count, bytes, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  if (tail.readUInt32LE(end + 4) !== 0 || tail.readUInt16LE(end + 8) !== count)
    raise('it is one part of several')
  if (count > MOST_MEMBERS) raise(`it has ${count} members, at most ${MOST_MEMBERS} are read`)
  const endAt = length - tail.length + end
  if (start + bytes > endAt) raise('its directory is cut short')
  return checked(parse(await readAt(file, start, bytes), count), start)
}

function parse(directory: Buffer, count: number): readonly Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x0201_4b50)
      raise('its directory is damaged')
    const [nameBytes, extra, comment] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ]
    if (at + 46 + nameBytes > directory.length) raise('its directory is damaged')
    const name = utf8(directory.subarray(at + 46, at + 46 + nameBytes))
    const method = directory.readUInt16LE(at + 10)
    if ((directory.readUInt16LE(at + 8) & 1) !== 0) raise(`${name} is encrypted`)
    if (method !== 0 && method !== 8)
      raise(`${name} is packed by method ${method}, only stored and deflated members are read`)
    const kind = (directory.readUInt32LE(at + 38) >>> 16) & 0o170000
    if (kind !== 0 && kind !== 0o100000) raise(`${name} is no regular file`)
    entries.push({
      name,
      method: method as 0 | 8,
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + extra + comment
  }
  if (at !== directory.length) raise('its directory is damaged')
  return entries
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return raise('the name of a member cannot be read')
  }
}

function checked(entries: readonly Entry[], directoryAt: number): readonly Entry[] {
  const seen = new Set<string>()
  let total = 0
  for (const { name, size, packed } of entries) {
    const problem = nameProblem(name)
    if (problem !== null) raise(`the member ${JSON.stringify(name.slice(0, 100))} ${problem}`)
    const folded = name.normalize('NFC').toLowerCase()
    if (seen.has(folded)) raise(`it has ${name} twice`)
    seen.add(folded)
    total += size
    if (total > MOST_ZIP_BYTES) raise(`it would unpack to more than ${MOST_ZIP_BYTES} bytes`)
    if (size > RATIO_COUNTS_FROM && size > packed * MOST_RATIO)
      raise(
        `${name} would unpack to ${Math.round(size / packed)} times its size, at most ${MOST_RATIO} times is read`,
      )
  }
  let from = 0
  for (const { name, at, packed } of [...entries].sort((a, b) => a.at - b.at)) {
    if (at < from) raise(`${name} overlaps another member`)
    from = at + 30 + packed
  }
  if (from > directoryAt) raise('its last member runs into the directory')
  return entries
}

/** null: a plain relative name on every system. */
function nameProblem(name: string): string | null {
  if (name === '' || name.length > MOST_NAME)
    return `has a name of ${name.length} letters, 1 to ${MOST_NAME} are read`
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute path'
  if (/[\u0000-\u001f\u007f\\]/.test(name)) return 'has a control character or backslash in its name'
  if (name.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'leads out of its folder'
  return null
}

async function unpack(
  file: FileHandle,
  { name, method, packed, size, at }: Entry,
  take: (piece: Uint8Array) => Promise<void> | void,
): Promise<Written> {
  const header = await readAt(file, at, 30)
  if (header.readUInt32LE(0) !== 0x0403_4b50) raise(`${name} is damaged`)
  const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (utf8(await readAt(file, at + 30, header.readUInt16LE(26))) !== name)
    raise(`${name} has another name in its own header`)
  const hash = createHash('sha256')
  let got = 0
  let ready: Uint8Array[] = []
  const accept = (piece: Uint8Array): void => {
    got += piece.length
    if (got > size) raise(`${name} unpacks to more than the ${size} bytes it declares`)
    hash.update(piece)
    ready.push(piece)
  }
  const inflate = method === 0 ? null : new Inflate((piece) => accept(piece))
  for (let read = 0; read < packed; ) {
    const piece = await readAt(file, start + read, Math.min(PIECE, packed - read))
    read += piece.length
    if (inflate === null) accept(piece)
    else {
      try {
        inflate.push(piece, read === packed)
      } catch (error) {
        throw error instanceof ZipError ? error : new ZipError(`${name} is damaged: ${messageOf(error)}`)
      }
    }
    const taken = ready
    ready = []
    for (const one of taken) await take(one)
  }
  if (got !== size) raise(`${name} has ${got} bytes, ${size} are declared`)
  return { size: got, sha256: hash.digest('hex') }
}
