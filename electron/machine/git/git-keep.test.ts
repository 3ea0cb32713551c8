import { execFileSync } from 'node:child_process'
import {
  existsSync,
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
import { gitKeep, setGitKeep } from './git-keep.ts'

let repo = ''
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: repo,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const exclude = (): string => readFileSync(join(repo, '.git/info/exclude'), 'utf8')
const ignore = (): string => readFileSync(join(repo, '.gitignore'), 'utf8')
const view = async () => {
  const seen = await gitKeep(repo)
  if (!seen.ok) throw new Error(seen.error.message)
  return seen.value
}
const seenByGit = (): boolean => git('status', '--porcelain').includes('HEARTBEAT.md')

beforeEach(() => {
  repo = realpathSync(mkdtempSync(join(tmpdir(), 'git-keep-')))
  git('init', '-q')
  writeFileSync(join(repo, 'HEARTBEAT.md'), 'x')
})
afterEach(() => rmSync(repo, { recursive: true, force: true }))

describe('what hides HEARTBEAT.md from git', () => {
  it('is told, and looking writes nothing', async () => {
    const before = exclude()
    expect(await view()).toMatchObject({
      now: 'undecided',
      gitignore: { before: null, after: '/HEARTBEAT.md\n' },
    })
    expect([exclude(), existsSync(join(repo, '.gitignore'))]).toEqual([before, false])
    await excludeHeartbeat(repo)
    expect((await view()).now).toBe('exclude')
    git('add', '-f', 'HEARTBEAT.md')
    expect((await view()).now).toBe('tracked')
  })
  it('is left to git when a person says so, and no later beat hides the file again', async () => {
    await excludeHeartbeat(repo)
    expect(await setGitKeep(repo, 'leave', '')).toEqual({ ok: true, value: null })
    expect([(await view()).now, seenByGit()]).toEqual(['leave', true])
    await excludeHeartbeat(repo)
    expect(seenByGit()).toBe(true)
    expect(existsSync(join(repo, '.gitignore'))).toBe(false)
    await setGitKeep(repo, 'exclude', '')
    expect([(await view()).now, seenByGit(), exclude().includes('left to git')]).toEqual([
      'exclude',
      false,
      false,
    ])
  })
  it.each(['leave', 'gitignore'] as const)(
    'found by review: takes a line of any spelling out of the exclude file for %s, or it would still hide the file',
    async (keep) => {
      writeFileSync(join(repo, '.git/info/exclude'), '*.log\nHEARTBEAT.md\n')
      expect((await view()).now).toBe('exclude')
      expect(await setGitKeep(repo, keep, (await view()).gitignore!.version)).toEqual({
        ok: true,
        value: null,
      })
      expect([(await view()).now, exclude()]).toEqual([keep, '*.log\n# HEARTBEAT.md is left to git\n'])
      expect(seenByGit()).toBe(keep === 'leave')
    },
  )
  it('moves to .gitignore exactly as it was shown: endings and all other bytes stay', async () => {
    writeFileSync(join(repo, '.gitignore'), 'a\r\n*.log')
    await excludeHeartbeat(repo)
    const { gitignore } = await view()
    expect(gitignore).toMatchObject({ before: 'a\r\n*.log', after: 'a\r\n*.log\r\n/HEARTBEAT.md\r\n' })
    await setGitKeep(repo, 'gitignore', gitignore!.version)
    expect([ignore(), seenByGit(), exclude().split('\n').includes('/HEARTBEAT.md')]).toEqual([
      gitignore!.after,
      false,
      false,
    ])
    expect(await view()).toEqual({ now: 'gitignore', gitignore: null })
    expect(await setGitKeep(repo, 'gitignore', '')).toEqual({ ok: true, value: null })
    expect(ignore()).toBe(gitignore!.after)
  })
  it('never writes a .gitignore that is another than was shown', async () => {
    const { gitignore } = await view()
    writeFileSync(join(repo, '.gitignore'), 'theirs\n')
    const answer = await setGitKeep(repo, 'gitignore', gitignore!.version)
    expect(answer).toMatchObject({ ok: false, error: { code: 'file.conflict' } })
    expect(ignore()).toBe('theirs\n')
  })
  it('never follows a .gitignore that is a link', async () => {
    writeFileSync(join(repo, 'elsewhere'), 'keep\n')
    symlinkSync('elsewhere', join(repo, '.gitignore'))
    expect((await view()).gitignore).toBeNull()
    expect(await setGitKeep(repo, 'gitignore', '')).toMatchObject({
      ok: false,
      error: { code: 'git.failed' },
    })
    expect(readFileSync(join(repo, 'elsewhere'), 'utf8')).toBe('keep\n')
  })
})
