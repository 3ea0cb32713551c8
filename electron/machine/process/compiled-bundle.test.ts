import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readCompiled } from './compiled-bundle.ts'

const root = mkdtempSync(path.join(tmpdir(), 'compiled-'))
afterAll(() => rmSync(root, { recursive: true }))
let bundle: string
let folder: string
beforeEach(() => {
  const own = mkdtempSync(path.join(root, 'one-'))
  bundle = path.join(own, 'bundle.cjs')
  folder = path.join(own, 'compiled')
})

interface Exported {
  readonly twice: (n: number) => number
  readonly sibling: string
  readonly place: string
}
const TEXT = `
exports.twice = (n) => n * 2
exports.sibling = require('./sibling.cjs').name
exports.place = [__filename, __dirname].join()
`
function write(text = TEXT): void {
  writeFileSync(bundle, text)
  writeFileSync(path.join(path.dirname(bundle), 'sibling.cjs'), "exports.name = 'sibling'")
}
const load = () => {
  const read = readCompiled<Exported>(bundle, folder)
  return { exports: read.run(), keep: read.keep }
}
const kept = (): readonly string[] => readdirSync(folder)

it('reads a bundle as require does, and keeps what was compiled once', () => {
  write()
  const first = load()
  expect(first.exports.twice(4)).toBe(8)
  expect(first.exports.sibling).toBe('sibling')
  expect(first.exports.place).toBe(`${bundle},${path.dirname(bundle)}`)
  expect(first.keep()).toBeNull()
  const [name] = kept()
  const bytes = readFileSync(path.join(folder, name!))
  const second = load()
  expect(second.exports.twice(5)).toBe(10)
  expect(second.keep(), 'nothing is written anew').toBeNull()
  expect(readFileSync(path.join(folder, name!)).equals(bytes)).toBe(true)
})

it('never takes what was compiled of another text, also of the same length', () => {
  write()
  load().keep()
  write(TEXT.replace('n * 2', 'n * 3'))
  const other = load()
  expect(other.exports.twice(4)).toBe(12)
  other.keep()
  expect(kept(), 'that of before is gone').toHaveLength(1)
})

it('does without what was cut off, changed, or is no file of its own', () => {
  write()
  load().keep()
  const file = path.join(folder, kept()[0]!)
  const whole = readFileSync(file)
  for (const broken of [
    whole.subarray(0, whole.length / 2),
    Buffer.alloc(0),
    flipped(whole, whole.length - 9),
  ]) {
    writeFileSync(file, broken)
    expect(load().exports.twice(4)).toBe(8)
  }
  expect(load().keep()).toBeNull()
  const mended = readFileSync(file)
  load().keep()
  expect(readFileSync(file).equals(mended), 'as good as before').toBe(true)
  rmSync(file)
  symlinkSync(bundle, file)
  expect(load().exports.twice(4)).toBe(8)
  rmSync(file)
  spawnSync('mkfifo', [file])
  expect(load().exports.twice(4), 'waits for nobody').toBe(8)
})

const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes)
  other[at] = other[at]! ^ 0xff
  return other
}

it('says why nothing could be kept, and goes on', () => {
  write()
  writeFileSync(folder, 'a file where the folder should be')
  const loaded = load()
  expect(loaded.exports.twice(4)).toBe(8)
  expect(loaded.keep()).toMatch(/EEXIST|ENOTDIR/)
})

it('throws what the bundle throws, with its place', () => {
  write("\n\nthrow new Error('broken')")
  expect(load).toThrow('broken')
  try {
    load()
  } catch (error) {
    expect((error as Error).stack).toContain('bundle.cjs:3:')
  }
})
