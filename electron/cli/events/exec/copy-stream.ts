import { spawn } from 'node:child_process'
import { write } from 'node:fs'
import type { Readable } from 'node:stream'

/** One stream on its way to a file descriptor, byte by byte as it came. */
export interface CopiedStream {
  /**
   * Once everything that lay in it has been passed on. true: it has ended; false: something still holds its
   * other end.
   */
  settled(): Promise<boolean>
  /**
   * What still holds the other end goes on writing to the same place when this process is gone. `fd`: the
   * end that was read here.
   */
  handOver(fd: number): void
}

const FULL_AGAIN_MS = 5

/**
 * `seen` is shown each piece. The source is read no faster than its target takes it; where the target is
 * closed, so is the source.
 */
export function copyStream(source: Readable, to: number, seen: (chunk: Buffer) => void): CopiedStream {
  let pieces = 0
  let isWriting = false
  let isEnded = false
  source.on('data', (chunk: Buffer) => {
    pieces++
    isWriting = true
    seen(chunk)
    source.pause()
    void writeAll(to, chunk).then((isOpen) => {
      isWriting = false
      if (isOpen) source.resume()
      else source.destroy() // the command's next write fails as it would have failed there
    })
  })
  for (const event of ['end', 'close', 'error'] as const) source.on(event, () => (isEnded = true))
  return {
    async settled() {
      for (;;) {
        const before = pieces
        // What lies in a pipe is reported by the next poll, which comes between two of these.
        for (let turns = 0; turns < 3; turns++) await new Promise((next) => setImmediate(next))
        if (isWriting) await new Promise((next) => setTimeout(next, 1))
        else if (isEnded) return true
        else if (pieces === before) return false
      }
    },
    handOver(fd) {
      source.pause()
      spawn('cat', { stdio: [fd, to, 'ignore'], detached: true })
        .on('error', () => {})
        .unref()
    },
  }
}

/**
 * Through the thread pool, not by process.stdout: that would make the descriptor non-blocking for everybody
 * who shares it. false: nobody reads it any more.
 */
async function writeAll(fd: number, chunk: Buffer): Promise<boolean> {
  let from = 0
  while (from < chunk.length) {
    const written = await new Promise<number | string>((resolve) =>
      write(fd, chunk, from, chunk.length - from, null, (error, count) => resolve(error?.code ?? count)),
    )
    if (typeof written === 'number') from += written
    else if (written === 'EAGAIN')
      await new Promise((next) => setTimeout(next, FULL_AGAIN_MS)) // somebody made it non-blocking
    else if (written !== 'EINTR') return false
  }
  return true
}
