import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { excludeHeartbeat } from './git-exclude.ts'

let place = ''
let repo = ''
let exclude = ''

const git = (folder: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always', ...args],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'git-exclude-')))
  repo = join(place, 'repo')
  mkdirSync(repo)
  git(repo, 'init', '-q')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'first')
  exclude = join(repo, '.git/info/exclude')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const isClean = (folder: string): boolean => {
  writeFileSync(join(folder, 'HEARTBEAT.md'), 'x')
  return git(folder, 'status', '--porcelain') === ''
}

describe('excludeHeartbeat', () => {
  it('hides the file from git status with one line, however often it is asked', async () => {
    const before = readFileSync(exclude, 'utf8')
    for (let i = 0; i < 3; i++) expect(await excludeHeartbeat(repo)).toEqual({ ok: true, value: null })
    expect(readFileSync(exclude, 'utf8')).toBe(`${before}/HEARTBEAT.md\n`)
    expect(isClean(repo)).toBe(true)
    expect(existsSync(join(repo, '.gitignore'))).toBe(false)
  })

  it('adds it anew where somebody has taken it out, or the folder that holds it was exchanged', async () => {
    const later = (): number => Date.now() + 60_000 // as if nothing had changed for a minute
    const added = async (): Promise<boolean> => {
      expect(await excludeHeartbeat(repo, later)).toEqual({ ok: true, value: null })
      return readFileSync(exclude, 'utf8').includes('/HEARTBEAT.md')
    }
    for (let i = 0; i < 3; i++) expect(await added()).toBe(true)
    writeFileSync(exclude, '# nothing\n')
    for (let i = 0; i < 3; i++) expect(await added()).toBe(true)
    rmSync(join(repo, '.git/info'), { recursive: true })
    expect(await added()).toBe(true)
  })

  it('makes the file and its folder where they are missing', async () => {
    rmSync(join(repo, '.git/info'), { recursive: true })
    await excludeHeartbeat(repo)
    expect(readFileSync(exclude, 'utf8')).toBe('/HEARTBEAT.md\n')
    expect(isClean(repo)).toBe(true)
  })

  it.each([
    ['no final newline', '*.log', '*.log\n/HEARTBEAT.md\n'],
    ['CRLF', '*.log\r\n', '*.log\r\n/HEARTBEAT.md\r\n'],
    ['CRLF without a last ending', 'a\r\n*.log', 'a\r\n*.log\r\n/HEARTBEAT.md\r\n'],
    ['the line already, with CRLF', '/HEARTBEAT.md\r\n', '/HEARTBEAT.md\r\n'],
    ['a line of the person', 'HEARTBEAT.md\n', 'HEARTBEAT.md\n'],
    ['a wish to see it', '!/HEARTBEAT.md\n', '!/HEARTBEAT.md\n'],
    ['bytes that are no text', '\xff\n', '\xff\n/HEARTBEAT.md\n'],
  ])('respects a file with %s', async (_, before, after) => {
    writeFileSync(exclude, before, 'latin1')
    await excludeHeartbeat(repo)
    expect(readFileSync(exclude, 'latin1')).toBe(after)
  })

  it('counts for every worktree', async () => {
    git(repo, 'worktree', 'add', '-q', '../tree')
    expect(await excludeHeartbeat(join(place, 'tree'))).toEqual({ ok: true, value: null })
    expect(readFileSync(exclude, 'utf8')).toContain('/HEARTBEAT.md\n')
    expect(isClean(join(place, 'tree'))).toBe(true)
  })

  it('works in a submodule', async () => {
    const outer = join(place, 'outer')
    mkdirSync(outer)
    git(outer, 'init', '-q')
    git(outer, 'submodule', 'add', '-q', repo, 'inner')
    expect(await excludeHeartbeat(join(outer, 'inner'))).toEqual({ ok: true, value: null })
    expect(isClean(join(outer, 'inner'))).toBe(true)
  })

  it('adds nothing to a bare repository', async () => {
    git(place, 'init', '-q', '--bare', 'bare.git')
    const before = readFileSync(join(place, 'bare.git/info/exclude'), 'utf8')
    expect(await excludeHeartbeat(join(place, 'bare.git'))).toEqual({ ok: true, value: null })
    expect(readFileSync(join(place, 'bare.git/info/exclude'), 'utf8')).toBe(before)
  })

  it('never follows a link to a .gitignore or out of the repository', async () => {
    writeFileSync(join(repo, '.gitignore'), 'mine\n')
    rmSync(exclude)
    symlinkSync('../../.gitignore', exclude)
    expect(await excludeHeartbeat(repo)).toMatchObject({
      ok: false,
      error: { code: 'git.failed', message: expect.stringContaining('outside') },
    })
    expect(readFileSync(join(repo, '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('names a folder that is no repository', async () => {
    expect(await excludeHeartbeat(place)).toMatchObject({ ok: false, error: { code: 'repo.not_git' } })
  })
})
