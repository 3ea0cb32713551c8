import { describe, expect, it } from 'vitest'
import { isTest, read, SOURCES } from './sources.ts'

/**
 * Any file may be exchanged: a pipe in its place would hold up its reader for ever, and in a repository a link
 * leads out.
 */
const READERS = /^electron\//
/** Each with what it reads or writes instead. */
const ALLOWED: Readonly<Record<string, string>> = {
  'electron/machine/process/app-version.ts: readFileSync': 'the package of the program itself',
  'electron/cli/drill/at-rest.ts: readFileSync': 'what the system says of a process',
  'electron/cli/drill/kinds/clock.ts: readFileSync': 'the log of an app that it has started',
  'electron/cli/drill/kinds/inbox.ts: readFileSync': 'answers to what it has put there',
  'electron/cli/drill/kinds/lists.ts: readFileSync': 'lists that it has written',
  'electron/cli/drill/kinds/places.ts: readFileSync': 'files that it has put beside a repository',
  'electron/cli/drill/kinds/processes.ts: readFileSync': 'what the system says of a process',
  'electron/cli/drill/kinds/repositories.ts: readFileSync': 'repositories that it has made',
  'electron/cli/drill/leftovers.ts: readFileSync': 'what the system says of its mounts',
  'electron/cli/events/exec/forward-signals.ts: readFileSync': 'what the system says of this process',
  'electron/cli/events/exec/real-pipe.ts: openSync': 'a pipe that it has just made',
  'electron/cli/events/exec/run-transparently.ts: readFileSync': 'what the system says of this process',
  'electron/desktop/windows/app-protocol.ts: readFileSync': 'the pages of the program itself',
  'electron/machine/archive/import.ts: open': 'new files, and what it has just unpacked',
  'electron/machine/archive/trust/archive-key.ts: openSync':
    'exactly as many bytes as a key has, without waiting',
  'electron/machine/archive/trust/restore-plan.ts: createReadStream': 'a copy that it has just made',
  'electron/machine/archive/zip/zip-file.ts: createReadStream': 'a copy of the history, just made',
  'electron/machine/archive/zip/zip-file.ts: open': 'a new file',
  'electron/machine/disk/answering/answering-disk.ts: readFileSync': 'what the system says of its mounts',
  'electron/machine/disk/log-file.ts: openSync': 'only written, without waiting',
  'electron/machine/disk/long-file.ts: open': 'a new file',
  'electron/machine/disk/outputs/run-output.ts: open': 'a new file',
  'electron/machine/disk/replace-file.ts: open': 'a new file, and a folder to sync it',
  'electron/machine/disk/whole-file.ts: openSync': 'a new file, and a folder to sync it',
  'electron/machine/process/agent-session.ts: readFileSync': 'what the system says of a process',
  'electron/machine/process/compiled-bundle.ts: readFileSync': 'the bundle of the program itself',
  'electron/machine/process/marks.ts: readFileSync': 'what the system says of a process',
  'electron/store/archive/salvage.ts: openSync': 'a new file',
  'electron/store/backup/files.ts: openSync': 'a folder, or what it has just written, to sync it',
  'electron/store/backup/verdicts.ts: readFileSync': 'a file whose kind it has looked at',
}
const DOOR = 'electron/machine/disk/regular-file.ts'
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

describe('files', () => {
  const files = SOURCES.filter((file) => READERS.test(file) && !isTest(file) && file !== DOOR)
  it(`are read through one door, ${DOOR}`, () => {
    expect(files.length).toBeGreaterThan(500)
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
