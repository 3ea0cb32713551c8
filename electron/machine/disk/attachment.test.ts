import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { attachment, readAttachment } from './attachment.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-test-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000)
let path: string

beforeAll(async () => {
  path = (await makeRepository(folder, 'repo', 'clean')).path
  mkdirSync(join(path, 'shots'))
  writeFileSync(join(path, 'shots', 'a.png'), 'picture')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync('a.png', join(path, 'shots', 'inside.png'))
  symlinkSync(join(folder, 'secret.txt'), join(path, 'outside.txt'))
  symlinkSync(folder, join(path, 'up'))
  symlinkSync('.git', join(path, 'git-link'))
  execFileSync('mkfifo', [join(path, 'pipe')])
})

describe('a file that an agent named', () => {
  it.each([
    ['shots/a.png', 'shots/a.png'],
    ['./shots/a.png', 'shots/a.png'],
    ['shots/inside.png', 'shots/a.png'],
  ])('%s', async (named, real) => {
    expect(await attachment(path, named)).toEqual({ path: real, bytes: 7 })
    expect(Buffer.from((await readAttachment(path, named, 100))!).toString()).toBe('picture')
  })
  it('may be named by its whole path', async () =>
    expect(await attachment(path, join(path, 'shots/a.png'))).toEqual({ path: 'shots/a.png', bytes: 7 }))
  it.each([
    '',
    '.',
    'shots',
    'missing.png',
    '../secret.txt',
    'shots/../shots/a.png',
    'outside.txt',
    'up/secret.txt',
    '.git/config',
    'git-link/config',
    'pipe',
    'a\0b',
    '/etc/passwd',
    'up',
  ])('is never %j', async (named) => {
    expect(await attachment(path, named)).toBeNull()
    expect(await readAttachment(path, named, 100)).toBeNull()
  })
  it('is none in a folder that is no repository, or among git’s own files of a bare one', async () => {
    expect(await attachment(folder, 'secret.txt')).toBeNull()
    expect(await attachment((await makeRepository(folder, 'bare', 'bare')).path, 'config')).toBeNull()
  })
  it('is not read when it is too large', async () => {
    expect(await readAttachment(path, 'shots/a.png', 6)).toBeNull()
    expect(await readAttachment(path, 'shots/a.png', 7)).toHaveLength(7)
  })
})
