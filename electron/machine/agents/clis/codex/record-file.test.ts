import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/folders.ts'
import { followRecord, homeOf, recordLength } from './find-record.ts'

const ID = '01a21d69-97d4-7b12-bea4-545fc6938bb1'
const root = testFolder()
let count = 0

/** The place of a record in a folder of Codex of its own, as Codex 0.169 names it. */
function place(id = ID): { home: string; path: string } {
  const home = join(root, String(++count))
  const day = new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16))
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  const folder = join(home, 'sessions', ...parts.map((part) => String(part).padStart(2, '0')))
  mkdirSync(folder, { recursive: true })
  return { home, path: join(folder, `rollout-2026-11-27T14-29-49-${id}.jsonl`) }
}
const head = (id = ID): string => `${JSON.stringify({ type: 'session_meta', payload: { id } })}\n`

function follow(home: string, more: { from?: Promise<number | null>; mostBytes?: number } = {}) {
  const seen: string[] = []
  const from = more.from ?? Promise.resolve(0)
  const following = followRecord({ home, sessionId: ID, onLine: (line) => seen.push(line), ...more, from })
  return { seen, following }
}
const ended = async (home: string, more = {}) => {
  const { seen, following } = follow(home, more)
  const startedAt = performance.now()
  const unseen = await following.end()
  expect(performance.now() - startedAt).toBeLessThan(2500)
  return { lines: seen.length, unseen }
}

describe('the file of a record', () => {
  it('is read on as it grows, whole lines only', async () => {
    const { home, path } = place()
    writeFileSync(path, head())
    const { seen, following } = follow(home)
    await expect.poll(() => seen.length).toBe(1)
    appendFileSync(path, '{"a":1}\n{"b"')
    await expect.poll(() => seen.length).toBe(2)
    appendFileSync(path, ':2}\n{"last":3}')
    expect(await following.end()).toBeNull()
    expect(seen.slice(1)).toEqual(['{"a":1}', '{"b":2}', '{"last":3}'])
  })

  it('is found when it comes later, and read from where an earlier run ended', async () => {
    const { home, path } = place()
    expect(await recordLength(home, ID)).toBeNull()
    writeFileSync(path, `${head()}{"old":1}\n`)
    const from = await recordLength(home, ID)
    appendFileSync(path, '{"new":1}\n')
    const { seen, following } = follow(home, { from: Promise.resolve(from) })
    expect(await following.end()).toBeNull()
    expect(seen).toEqual(['{"new":1}'])
    expect(await ended(home, { from: Promise.resolve(null) })).toEqual({
      lines: 0,
      unseen: 'how long its record was before is not known',
    })
  })

  it.each<[string, (path: string) => void, string | RegExp]>([
    ['nothing', () => {}, 'Codex kept no record of it'],
    ['an empty file', (path) => writeFileSync(path, ''), 'Codex kept no record of it'],
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), /named pipe, not a regular file/],
    ['a folder', (path) => mkdirSync(path), /a folder, not a regular file/],
    [
      'the record of another session',
      (path) => writeFileSync(path, head(ID.replace('97d4', '97d5'))),
      /cannot/,
    ],
    [
      'a gigabyte of nothing',
      (path) => (writeFileSync(path, ''), truncateSync(path, 1 << 30)),
      /cannot be read/,
    ],
    [
      'a gigabyte behind its head',
      (path) => (writeFileSync(path, head()), truncateSync(path, 1 << 30)),
      /too l/,
    ],
    [
      'a link to the record of another place',
      (path) => {
        writeFileSync(`${path}.other`, head())
        symlinkSync(`${path}.other`, path)
      },
      'its record cannot be read',
    ],
  ])('harms nobody and says so where there is %s', async (_, make, unseen) => {
    if (process.platform === 'win32') return
    const { home, path } = place()
    make(path)
    expect((await ended(home)).unseen).toMatch(unseen)
  })

  it('is read to a bound', async () => {
    const { home, path } = place()
    writeFileSync(path, head() + '{"x":1}\n'.repeat(1000))
    expect(await ended(home, { mostBytes: 1000 })).toMatchObject({ unseen: 'its record is too large' })
  })

  it('is in the folder of the account', () => {
    expect(homeOf({ environment: { CODEX_HOME: '/c', HOME: '/h' } })).toBe('/c')
    expect(homeOf({ environment: { HOME: '/h' } })).toBe(join('/h', '.codex'))
  })

  it('of an id without a time is not looked for', async () => {
    expect(await recordLength(root, '../../etc')).toBeNull()
    expect(await recordLength(root, 't1')).toBeNull()
  })
})
