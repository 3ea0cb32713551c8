import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { redactStream } from '../../../shared/base/secrets/redact-stream.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { cappedOutput } from './capped-output.ts'

/** What is read of a program, and who hears of it as it comes. */
export interface OutputSpec {
  /** merged: stdout and stderr in the order of arrival. */
  readonly capture: 'split' | 'merged'
  /**
   * What a person gets to read (`shown`, onOutput, onBytes) is without credentials: without these values, and
   * without what has a known shape. Absent: it is as it came.
   */
  readonly secrets?: readonly string[] | undefined
  /** Each piece of stdout as it came. Must not throw. */
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
  /** The same for a person. */
  shown(): { readonly stdout: string; readonly errors: string }
  /** Nothing more comes: what was held back is told. */
  end(): void
  /** What still lies in the pipes is read at once, also where somebody asked to wait. */
  drain(): void
}

interface Kept {
  readonly raw: ReturnType<typeof cappedOutput>
  readonly shown: ReturnType<typeof cappedOutput>
}

export function readOutput(child: ChildProcess, spec: OutputSpec): ReadOutput {
  const stdout = keptOf(spec)
  const stderr = spec.capture === 'merged' ? stdout : keptOf(spec)
  const ends: (() => void)[] = []
  let isOver = false
  const passOn = (source: Readable, chunk: Buffer): void => {
    const isFull = spec.onBytes?.(chunk) ?? null
    if (isFull === null || isOver) return
    source.pause()
    void isFull.then(() => source.resume())
  }
  const read = (source: Readable | null, kept: Kept, onChunk?: (chunk: Buffer) => void): void => {
    if (source === null) return
    const decoder = new StringDecoder('utf8') // a piece may end inside a character
    const show = (bytes: Buffer): void => {
      if (bytes.length === 0) return
      if (kept.shown !== kept.raw) kept.shown.push(bytes)
      passOn(source, bytes)
      spec.onOutput?.(decoder.write(bytes))
    }
    const clean = spec.secrets === undefined ? null : redactBytes(spec.secrets)
    source
      .on('data', (chunk: Buffer) => {
        kept.raw.push(chunk)
        onChunk?.(chunk)
        show(clean === null ? chunk : clean.push(chunk))
      })
      .on('error', () => undefined)
    if (clean !== null) ends.push(() => show(clean.end()))
  }
  read(child.stdout, stdout, spec.onStdout)
  read(child.stderr, stderr)
  return {
    stdout: () => stdout.raw.text(),
    errors: () => stderr.raw.text(),
    shown: () => ({ stdout: stdout.shown.text(), errors: stderr.shown.text() }),
    drain() {
      // There is little of it, and the drain does not wait for a slow disk.
      isOver = true
      child.stdout?.resume()
      child.stderr?.resume()
    },
    end() {
      for (const end of ends.splice(0)) end()
    },
  }
}

function keptOf({ secrets }: OutputSpec): Kept {
  const raw = cappedOutput()
  return { raw, shown: secrets === undefined ? raw : cappedOutput() }
}

/** Each byte stands for a character, so that all others come out as they went in. */
function redactBytes(secrets: readonly string[]): { push(chunk: Buffer): Buffer; end(): Buffer } {
  const values = secrets.map((secret) => Buffer.from(secret).toString('latin1'))
  const stream = redactStream(createRedactor(values))
  return {
    push: (chunk) => Buffer.from(stream.push(chunk.toString('latin1')), 'latin1'),
    end: () => Buffer.from(stream.end(), 'latin1'),
  }
}
