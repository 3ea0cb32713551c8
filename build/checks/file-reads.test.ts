import { describe, expect, it } from 'vitest'
import { isTest, read, SOURCES } from './sources.ts'

/**
 * Here every file that is read belongs to a repository, where anything may stand in its place: a pipe would
 * hold up its reader for ever, and a link leads out.
 */
const READERS =
  /^electron\/machine\/(?:git|agents\/local)\/|\/archive\/export\.ts$|\/disk\/(?:attachment|replace-file|heartbeat-[\w-]+)\.ts$/
/** Each with what it reads or writes instead. */
const ALLOWED: Readonly<Record<string, string>> = {
  'electron/machine/git/facts/repo-facts.ts: readFile': 'the settings of gh, in the home of the user',
  'electron/machine/disk/replace-file.ts: open': 'a new file, and a folder to sync it',
}
const READING = new Set(['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream', 'fs'])

const doorsOf = (file: string, text: string): readonly string[] =>
  [...text.matchAll(/import (?:\{([^}]*)\}|(\w+)|\* as (\w+)) from 'node:fs(?:\/promises)?'/g)]
    .flatMap(([, names = '', whole, all]) => [
      ...names.split(','),
      whole === undefined && all === undefined ? '' : 'fs',
    ])
    .map((name) => name.trim())
    .filter((name) => READING.has(name))
    .map((name) => `${file}: ${name}`)

describe('files of a repository', () => {
  const files = SOURCES.filter((file) => READERS.test(file) && !isTest(file))
  it('are read through one door, electron/machine/disk/regular-file.ts', () => {
    expect(files.length).toBeGreaterThan(30)
    const found = files.flatMap((file) => doorsOf(file, read(file)))
    expect(found.filter((door) => ALLOWED[door] === undefined)).toEqual([])
    expect(Object.keys(ALLOWED).filter((door) => !found.includes(door))).toEqual([])
  })
  it.each([
    "import { lstat, readFile } from 'node:fs/promises'",
    "import fs from 'node:fs'",
    "import * as files from 'node:fs/promises'",
  ])('notices %s', (line) => {
    expect(doorsOf('x.ts', line)).toHaveLength(1)
  })
})
