import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { cappedOutput } from './capped-output.ts'

/** What is read of a program, and who hears of it as it comes. */
export interface OutputSpec {
  /** merged: stdout and stderr in the order of arrival. */
  readonly capture: 'split' | 'merged'
  /** Each piece of stdout as it comes. Must not throw. */
  readonly onStdout?: ((chunk: Buffer) => void) | undefined
  /** What is printed as it comes, stdout and stderr in the order of arrival. Must not throw. */
  readonly onOutput?: ((text: string) => void) | undefined
  /** The same, byte by byte. A promise: nothing more is read before it settles. Must not throw. */
  readonly onBytes?: ((chunk: Buffer) => Promise<void> | null) | undefined
}

interface ReadOutput {
  stdout(): string
  /** What went to stderr; everything when merged. */
  errors(): string
  /** What still lies in the pipes is read at once, also where somebody asked to wait. */
  drain(): void
}

export function readOutput(child: ChildProcess, spec: OutputSpec): ReadOutput {
  const stdout = cappedOutput()
  const stderr = spec.capture === 'merged' ? stdout : cappedOutput()
  let isOver = false
  const passOn = (source: Readable, chunk: Buffer): void => {
    const isFull = spec.onBytes?.(chunk) ?? null
    if (isFull === null || isOver) return
    source.pause()
    void isFull.then(() => source.resume())
  }
  const read = (source: Readable | null, kept: typeof stdout, onChunk?: (chunk: Buffer) => void): void => {
    const decoder = new StringDecoder('utf8') // a piece may end inside a character
    source
      ?.on('data', (chunk: Buffer) => {
        kept.push(chunk)
        passOn(source, chunk)
        onChunk?.(chunk)
        spec.onOutput?.(decoder.write(chunk))
      })
      .on('error', () => undefined)
  }
  read(child.stdout, stdout, spec.onStdout)
  read(child.stderr, stderr)
  return {
    stdout: () => stdout.text(),
    errors: () => stderr.text(),
    drain() {
      // There is little of it, and the drain does not wait for a slow disk.
      isOver = true
      child.stdout?.resume()
      child.stderr?.resume()
    },
  }
}
