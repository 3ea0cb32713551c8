import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { messageOf } from '../../../shared/base/error-message.ts'
import { readRegularFileSync } from '../disk/regular-file.ts'

const MOST_BYTES = 64_000_000
const HASH_BYTES = 32

interface Compiled<T> {
  /** Runs it, once: what it exports. Throws what it does. */
  run(): T
  /** Keeps what is compiled by now, where that was not had from before. Never throws; returns why not, or null. */
  keep(): string | null
}

/**
 * A CommonJS bundle as `require` reads it, with what V8 compiled of it at an earlier start: for a bundle of megabytes
 * that is most of what reading it takes. `folder`: the app's own, for what was compiled; it holds nothing else, and what
 * cannot be used there is done without. Throws where the bundle cannot be read or is no script.
 */
export function readCompiled<T>(bundle: string, folder: string): Compiled<T> {
  const source = readFileSync(bundle)
  const kept = path.join(folder, `${hashOf(source).toString('hex')}-${process.versions.v8}-${process.arch}`)
  const cachedData = readKept(kept)
  const script = new vm.Script(wrapped(source.toString('utf8')), {
    filename: bundle,
    ...(cachedData === null ? {} : { cachedData }),
  })
  const isKnown = cachedData !== null && script.cachedDataRejected !== true
  return {
    run() {
      const module: { exports: unknown } = { exports: {} }
      const evaluate = script.runInThisContext() as (...names: readonly unknown[]) => void
      evaluate.call(
        module.exports,
        module.exports,
        createRequire(bundle),
        module,
        bundle,
        path.dirname(bundle),
      )
      return module.exports as T
    },
    keep: () => (isKnown ? null : writeKept(kept, script.createCachedData())),
  }
}

/** On one line with what follows: places in stacks are those of the file. */
const wrapped = (source: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** V8 looks only at its own head of it: what was cut off or changed must not come so far. null: none that is whole. */
function readKept(file: string): Buffer | null {
  try {
    const bytes = readRegularFileSync(file, { maxBytes: MOST_BYTES, links: 'refuse' })
    const compiled = bytes.subarray(HASH_BYTES)
    return hashOf(compiled).equals(bytes.subarray(0, HASH_BYTES)) ? compiled : null
  } catch {
    return null
  }
}

/** In the place of whatever was compiled before. */
function writeKept(file: string, compiled: Buffer): string | null {
  const folder = path.dirname(file)
  const temporary = path.join(folder, `${process.pid}.tmp`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const old of readdirSync(folder)) rmSync(path.join(folder, old), { recursive: true, force: true })
    writeFileSync(temporary, Buffer.concat([hashOf(compiled), compiled]), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
    return null
  } catch (error) {
    return messageOf(error)
  }
}
