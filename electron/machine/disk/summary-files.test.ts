import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSummaryFiles } from './summary-files.ts'

const root = mkdtempSync(join(tmpdir(), 'summaries-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('replaces only what changed, for its owner, and leaves nothing else behind', async () => {
  const write = createSummaryFiles(root, () => expect.unreachable())
  await write({ a: '1', b: '1' })
  const [a, b] = [statSync(join(root, 'a')), statSync(join(root, 'b'))]
  await write({ a: '1', b: '2' })
  expect(statSync(join(root, 'a')).ino).toBe(a.ino)
  expect(statSync(join(root, 'b')).ino).not.toBe(b.ino)
  expect(readFileSync(join(root, 'b'), 'utf8')).toBe('2')
  expect(b.mode & 0o777).toBe(0o600)
  expect(readdirSync(root).sort()).toEqual(['a', 'b'])
})

it('never rejects, and tells once that a folder takes no files', async () => {
  const told: string[] = []
  mkdirSync(join(root, 'taken'))
  const write = createSummaryFiles(root, (file) => told.push(file))
  await write({ taken: '1' })
  await write({ taken: '2' })
  expect(told).toEqual(['taken'])
})

it('the line for a prompt is written where its file has its place, when there is none for a new one', async () => {
  const folder = join(root, 'full')
  mkdirSync(folder)
  const write = createSummaryFiles(folder, () => undefined)
  await write({ 'status-short': '1 0\n♥ ok\n' })
  mkdirSync(join(folder, '.status-short.tmp')) // takes the place of a new file
  await write({ 'status-short': '2 30\n♥ !\n' })
  expect(readFileSync(join(folder, 'status-short'), 'utf8')).toBe('2 30\n♥ !\n')
  rmSync(join(folder, '.status-short.tmp'), { recursive: true })
  await write({ 'status-short': '1 0\n♥ ok\n' })
  expect(readFileSync(join(folder, 'status-short'), 'utf8'), 'as before the disk was full').toBe(
    '1 0\n♥ ok\n',
  )
})
