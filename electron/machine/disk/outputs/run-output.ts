import { open, rm, type FileHandle } from 'node:fs/promises'
import { messageOf } from '../../../../shared/base/error-message.ts'
import type { RunOutput } from '../../../engine/ports/disk.ts'
import { gapLine } from '../../process/capped-output.ts'

export interface OutputBounds {
  readonly heldBytes: number // a run that prints no more has no file; its record has all of it
  readonly runBytes: number // more of one run is not kept
  readonly allBytes: number // of all files; the oldest make room
}

interface OutputPlace {
  readonly file: string
  readonly bounds: OutputBounds
  readonly makeFolder: () => void
  /** Once a file is whole. */
  readonly makeRoom: () => Promise<void>
  readonly failed: (message: string) => void
}

const PIECE_BYTES = 64 * 1024
/** More than this waits for the disk: nothing more should come. */
const ENOUGH_PIECES = 16
/** Whoever goes on all the same is not listened to any more. */
const TOO_MANY_PIECES = 128

/**
 * The whole output of one run. Copies what comes into pieces of one size, so that a flood of single bytes is
 * no flood of objects, and writes one piece at a time.
 */
export function beginOutput(place: OutputPlace): RunOutput {
  const output: Output = {
    place,
    waiting: [],
    piece: null,
    filled: 0,
    keptBytes: 0,
    missingBytes: 0,
    handle: null,
    writing: null,
    state: 'open',
  }
  return { push: (bytes) => push(output, bytes), end: () => end(output) }
}

interface Output {
  readonly place: OutputPlace
  waiting: Buffer[]
  piece: Buffer | null // its filled part waits for more
  filled: number
  keptBytes: number
  missingBytes: number
  handle: FileHandle | null
  writing: Promise<void> | null
  state: 'open' | 'full' | 'lost' | 'over'
}

function push(o: Output, bytes: Uint8Array): Promise<void> | null {
  if (o.state === 'lost' || o.state === 'over') return null
  const { bounds } = o.place
  const room = o.state === 'full' ? 0 : Math.min(bytes.length, bounds.runBytes - o.keptBytes)
  o.keptBytes += room
  o.missingBytes += bytes.length - room
  if (room < bytes.length) o.state = 'full'
  fillPieces(o, bytes.subarray(0, room))
  if (o.waiting.length > TOO_MANY_PIECES) o.state = 'full'
  if (o.keptBytes + o.missingBytes <= bounds.heldBytes || o.waiting.length === 0) return null
  const written = write(o)
  return o.waiting.length > ENOUGH_PIECES ? written : null
}

async function end(o: Output): Promise<void> {
  await o.writing
  if (o.state === 'lost' || o.state === 'over') return
  if (o.keptBytes + o.missingBytes > o.place.bounds.heldBytes) {
    clearPiece(o)
    if (o.missingBytes > 0) o.waiting.push(Buffer.from(`\n${gapLine(o.missingBytes)}\n`))
    if (o.waiting.length > 0) await write(o)
    await o.handle?.close().catch(() => undefined)
    await o.place.makeRoom()
  }
  o.state = 'over'
  o.waiting = []
  o.piece = null
}

function fillPieces(o: Output, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) {
    o.piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES)
    const part = bytes.subarray(from, from + PIECE_BYTES - o.filled)
    o.piece.set(part, o.filled)
    o.filled += part.length
    from += part.length
    if (o.filled === PIECE_BYTES) clearPiece(o)
  }
}

function clearPiece(o: Output): void {
  if (o.piece !== null && o.filled > 0) o.waiting.push(o.piece.subarray(0, o.filled))
  o.piece = null
  o.filled = 0
}

const write = (o: Output): Promise<void> => (o.writing ??= writeAll(o))

async function writeAll(o: Output): Promise<void> {
  const { file, makeFolder, failed } = o.place
  try {
    if (o.handle === null) {
      makeFolder()
      o.handle = await open(file, 'w', 0o600)
    }
    for (let next = o.waiting.shift(); next !== undefined; next = o.waiting.shift())
      await o.handle.writeFile(next) // goes on where a disk took only a part
  } catch (error) {
    o.state = 'lost'
    o.waiting = []
    o.piece = null
    failed(messageOf(error))
    await o.handle?.close().catch(() => undefined)
    // A part that does not say so would be taken for the whole.
    if (o.handle !== null) await rm(file, { force: true }).catch(() => undefined)
    o.handle = null
  } finally {
    o.writing = null
  }
}
