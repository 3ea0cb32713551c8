import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sessionMark } from './session-mark.ts'
import { noteStart } from './starts.ts'

function folder(): string {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), 'starts-test-')))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('starts that come to no good end are counted, in a row', () => {
  const at = folder()
  expect([1, 2, 3, 4].map(() => noteStart(at, 'here').crashes)).toEqual([0, 1, 2, 3])
})

it('one that ends in order, or lives on, begins the count anew', () => {
  const at = folder()
  noteStart(at, 'here')
  const second = noteStart(at, 'here')
  expect(second.crashes).toBe(1)
  second.good()
  expect(noteStart(at, 'here').crashes).toBe(0)
})

it('one that its session took along is none of them: a logout ends a desktop by its sockets', () => {
  const at = folder()
  expect(['first', 'second', 'third', 'fourth'].map((session) => noteStart(at, session).crashes)).toEqual([
    0, 0, 0, 0,
  ])
  const crashed = folder()
  expect(['a', 'a', 'a', 'b', 'b'].map((session) => noteStart(crashed, session).crashes)).toEqual([
    0, 1, 2, 2, 3,
  ])
})

it('a session is another one once its bus or its display was made anew', () => {
  const at = folder()
  const bus = path.join(at, 'bus')
  const env = {
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
    XDG_RUNTIME_DIR: at,
    WAYLAND_DISPLAY: 'wayland-0',
  }
  writeFileSync(bus, '')
  writeFileSync(path.join(at, 'wayland-0'), '')
  const first = sessionMark(env, 'linux')
  expect(sessionMark(env, 'linux')).toBe(first)
  for (const name of ['bus', 'wayland-0']) {
    const before = sessionMark(env, 'linux')
    writeFileSync(path.join(at, 'later'), '')
    renameSync(path.join(at, 'later'), path.join(at, name))
    expect(sessionMark(env, 'linux'), name).not.toBe(before)
  }
  expect(sessionMark(env, 'darwin')).toBe('')
})

it.each(['', '{"crashes": "many"}', '{"crashes": -1}', 'null'])(
  'a file that says %j counts nothing, and is written anew',
  (text) => {
    const at = folder()
    writeFileSync(path.join(at, 'starts.json'), text)
    expect(noteStart(at, 'here').crashes).toBe(0)
    expect(noteStart(at, 'here').crashes).toBe(1)
  },
)

it('where nothing can be kept nothing is counted', () => {
  const gone = path.join(folder(), 'gone')
  expect([noteStart(gone, 'here').crashes, noteStart(gone, 'here').crashes]).toEqual([0, 0])
})
