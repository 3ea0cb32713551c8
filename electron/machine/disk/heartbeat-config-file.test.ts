import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../agents/testing/folders.ts'
import { readHeartbeatConfig } from './heartbeat-config-file.ts'

const folder = testFolder()
let repo = ''
beforeEach(() => {
  repo = mkdtempSync(join(folder, 'repo-'))
})
const put = (name: string, content: string | Buffer = '{}'): void => writeFileSync(join(repo, name), content)
const refused = (code: string, words: string) => ({
  ok: false,
  error: { code, message: expect.stringContaining(words) as string },
})

describe('HEARTBEAT.json on disk', () => {
  it('is nothing where there is none', async () => {
    put('HEARTBEAT.md')
    expect(await readHeartbeatConfig(repo)).toEqual({ ok: true, value: null })
  })
  it('is the first of the names that is there, and all of them are named', async () => {
    put('.heartbeat.json', 'c')
    expect(await readHeartbeatConfig(repo)).toEqual({
      ok: true,
      value: { name: '.heartbeat.json', text: 'c', names: ['.heartbeat.json'] },
    })
    put('heartbeat.json', 'b')
    put('HEARTBEAT.json', 'ä')
    expect(await readHeartbeatConfig(repo)).toEqual({
      ok: true,
      value: {
        name: 'HEARTBEAT.json',
        text: 'ä',
        names: ['HEARTBEAT.json', 'heartbeat.json', '.heartbeat.json'],
      },
    })
  })
  it(
    'is neither a link, even inside, nor anything else but a file; the next name does not ' +
      'take its place',
    async () => {
      put('heartbeat.json')
      symlinkSync('heartbeat.json', join(repo, 'HEARTBEAT.json'))
      expect(await readHeartbeatConfig(repo)).toMatchObject(
        refused('file.unreadable', 'HEARTBEAT.json is a link'),
      )
    },
  )
  it.each<readonly [string, string, string, () => void]>([
    ['a folder', 'file.unreadable', 'is a folder', () => mkdirSync(join(repo, 'HEARTBEAT.json'))],
    [
      'a pipe',
      'file.unreadable',
      'no regular file',
      () => void execFileSync('mkfifo', [join(repo, 'HEARTBEAT.json')]),
    ],
    [
      'too large a file',
      'file.too_large',
      'has 65537 bytes; the limit is 65536',
      () => put('HEARTBEAT.json', ' '.repeat(65_537)),
    ],
    [
      'bytes that are no text',
      'file.unreadable',
      'not UTF-8',
      () => put('HEARTBEAT.json', Buffer.from([0x7b, 0xff, 0x7d])),
    ],
  ])('is refused as %s', async (_, code, words, make) => {
    make()
    expect(await readHeartbeatConfig(repo)).toMatchObject(refused(code, words))
  })
  it('may be as large as the limit', async () => {
    put('HEARTBEAT.json', ' '.repeat(65_536))
    expect(await readHeartbeatConfig(repo)).toMatchObject({ ok: true, value: { name: 'HEARTBEAT.json' } })
  })
  it('says when the repository is gone', async () => {
    expect(await readHeartbeatConfig(join(repo, 'gone'))).toMatchObject(refused('repo.missing', 'gone'))
  })
})
