import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dumpFolder, dumpsIn, pruneDumps } from './dump-files.ts'

/** A data folder with the folders that Chromium makes. */
function dataFolder() {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'dump-files-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dataDir = path.join(root, 'data')
  const completed = path.join(dumpFolder(dataDir), 'completed')
  mkdirSync(completed, { recursive: true })
  return { root, dataDir, completed }
}
/** Eight of them, 0.dmp the oldest. */
function fill(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < 8; i++) {
    writeFileSync(path.join(folder, `${i}.dmp`), 'MDMP')
    utimesSync(path.join(folder, `${i}.dmp`), i + 1, i + 1)
  }
}
const names = (folder: string): readonly string[] => readdirSync(folder).sort()
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `${i}.dmp`)

it('keeps the newest five dumps', () => {
  const { dataDir, completed } = dataFolder()
  fill(completed)
  expect(dumpsIn(dataDir).map(({ file }) => path.basename(file))).toEqual(EIGHT.toReversed())
  pruneDumps(dataDir)
  expect(names(completed)).toEqual(EIGHT.slice(3))
})

it.runIf(process.platform !== 'win32').each(['shell/crashes/completed', 'shell/crashes', 'shell'])(
  'deletes nothing of the folder that a link at %s leads to, and counts nothing there',
  (linked) => {
    const { root, dataDir, completed } = dataFolder()
    fill(completed)
    const theirs = path.join(root, 'theirs')
    renameSync(path.join(dataDir, linked), theirs)
    symlinkSync(theirs, path.join(dataDir, linked))
    const before = readdirSync(theirs, { recursive: true, encoding: 'utf8' })
    expect(dumpsIn(dataDir)).toEqual([])
    pruneDumps(dataDir)
    expect(readdirSync(theirs, { recursive: true, encoding: 'utf8' })).toEqual(before)
  },
)

it.runIf(process.platform !== 'win32')('takes no link, pipe or folder named like a dump for one', () => {
  const { root, dataDir, completed } = dataFolder()
  fill(path.join(root, 'theirs'))
  EIGHT.forEach((name) => symlinkSync(path.join(root, 'theirs', name), path.join(completed, name)))
  mkdirSync(path.join(completed, 'folder.dmp'))
  expect(spawnSync('mkfifo', [path.join(completed, 'pipe.dmp')]).status).toBe(0)
  const before = names(completed)
  expect(dumpsIn(dataDir)).toEqual([])
  pruneDumps(dataDir)
  expect(names(completed)).toEqual(before)
  expect(names(path.join(root, 'theirs'))).toEqual(EIGHT)
})

it('keeps no dump of more than 100 MB, nor more than that of several', () => {
  const { dataDir, completed } = dataFolder()
  fill(completed)
  truncateSync(path.join(completed, '7.dmp'), 60_000_000) // sparse
  truncateSync(path.join(completed, '6.dmp'), 40_000_000)
  EIGHT.forEach((name, i) => utimesSync(path.join(completed, name), i + 1, i + 1))
  pruneDumps(dataDir)
  expect(names(completed)).toEqual(['6.dmp', '7.dmp'])
  const huge = path.join(completed, 'huge.dmp')
  writeFileSync(huge, '')
  truncateSync(huge, 5_000_000_000)
  pruneDumps(dataDir)
  expect(names(completed)).toEqual(['6.dmp', '7.dmp'])
})

it('finds none where there was no crash', () => expect(dumpsIn('/nowhere')).toEqual([]))
