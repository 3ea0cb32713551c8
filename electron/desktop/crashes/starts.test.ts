import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noteStart } from './starts.ts'

function folder(): string {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), 'starts-test-')))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('starts that come to no good end are counted, in a row', () => {
  const at = folder()
  expect([1, 2, 3, 4].map(() => noteStart(at).crashes)).toEqual([0, 1, 2, 3])
})

it('one that ends in order, or lives on, begins the count anew', () => {
  const at = folder()
  noteStart(at)
  const second = noteStart(at)
  expect(second.crashes).toBe(1)
  second.good()
  expect(noteStart(at).crashes).toBe(0)
})

it.each(['', '{"crashes": "many"}', '{"crashes": -1}', 'null'])(
  'a file that says %j counts nothing, and is written anew',
  (text) => {
    const at = folder()
    writeFileSync(path.join(at, 'starts.json'), text)
    expect(noteStart(at).crashes).toBe(0)
    expect(noteStart(at).crashes).toBe(1)
  },
)

it('where nothing can be kept nothing is counted', () => {
  const gone = path.join(folder(), 'gone')
  expect([noteStart(gone).crashes, noteStart(gone).crashes]).toEqual([0, 0])
})
