import type { FileHandle } from 'node:fs/promises'
import { SECOND } from '../../../../shared/base/time.ts'
import { fileFault } from '../../disk/regular-file.ts'
import { lines } from '../../process/lines.ts'

/** Of one run; a turn of hours has a few megabytes. */
const MOST_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const LOOK_MS = 200
/** It is there after a second, or never; looking for it may mean to read a long list. */
const LOOKS_AT_ONCE = 25
const END_MS = 3 * SECOND

/** A record that a CLI keeps of a run, one JSON object a line, read on as it grows. */
export interface Following {
  /** Reads on now, not at the next look, once it is found. */
  look(): void
  /** Reads the rest. Why it, or a part of it, was not seen; null: all of it was. Never rejects, never waits long. */
  end(): Promise<string | null>
  stop(): void
}

interface FollowOptions {
  /** null: it is not there yet. Rejects for what is no record, which is then not looked for again. */
  readonly open: () => Promise<FileHandle | null>
  /** Why none was seen, where it never came. */
  readonly missing: string
  /** How long it was before this run; null: it is not known. */
  readonly from: Promise<number | null>
  readonly onLine: (line: string) => void
  readonly mostBytes?: number
}

export function followFile(options: FollowOptions): Following {
  const record = openReading(options)
  let looks = 0
  let reading: Promise<void> | null = null
  const look = (): Promise<void> => (reading ??= record.readOn().finally(() => (reading = null)))
  const timer = setInterval(() => {
    if (record.isFound() || ++looks < LOOKS_AT_ONCE || looks % LOOKS_AT_ONCE === 0) void look()
  }, LOOK_MS)
  timer.unref()

  const rest = async (): Promise<string | null> => {
    await reading
    await look()
    return record.unseen()
  }
  return {
    look: () => void (record.isFound() && look()),
    stop: () => clearInterval(timer),
    async end() {
      clearInterval(timer)
      let alarm: NodeJS.Timeout | undefined
      const late = new Promise<string>((resolve) => {
        alarm = setTimeout(() => resolve('its record was not read in time'), END_MS)
      })
      const unseen = await Promise.race([rest(), late])
      clearTimeout(alarm)
      await record.close()
      return unseen
    },
  }
}

interface Reading {
  /** To its end of now. Never rejects. */
  readOn(): Promise<void>
  isFound(): boolean
  /** After the last of it. */
  unseen(): string | null
  close(): Promise<void>
}

function openReading({ open, missing, from, onLine, mostBytes = MOST_BYTES }: FollowOptions): Reading {
  let file: FileHandle | null = null
  let at = 0
  let left = mostBytes
  let problem: string | null = null
  let isClosed = false
  const input = lines(onLine, () => (problem ??= 'a line of its record is too long'))

  const find = async (): Promise<FileHandle | null> => {
    const found = await open()
    if (found === null) return null
    const before = await from
    if (before === null) problem = 'how long its record was before is not known'
    at = before ?? (await found.stat()).size
    return found
  }
  const readOn = async (): Promise<void> => {
    file ??= await find()
    while (file !== null && !isClosed) {
      if (left === 0) return void (problem ??= 'its record is too large')
      const size = Math.min(CHUNK_BYTES, left)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, at)
      if (bytesRead === 0) return
      at += bytesRead
      left -= bytesRead
      input.push(buffer.subarray(0, bytesRead))
    }
  }
  return {
    async readOn() {
      // What is no record will not become one.
      if (file === null && problem !== null) return
      await readOn().catch((error: unknown) => {
        problem ??= fileFault(error)?.message ?? 'its record cannot be read'
      })
    },
    isFound: () => file !== null,
    unseen() {
      if (file === null) return problem ?? missing
      input.end()
      return problem
    },
    async close() {
      isClosed = true
      await file?.close().catch(() => undefined)
    },
  }
}
