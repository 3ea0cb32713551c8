import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../agents/local/approval/approval-hash.ts'
import { excludeHeartbeat } from './git-exclude.ts'
import { gitKeep } from './git-keep.ts'
import { locateRepository } from './git-location.ts'
import { hookPlan } from './hooks/git-hooks.ts'
import { look } from './look/look.ts'
import { facts } from './facts/repo-facts.ts'

let place = ''
let repo = ''
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'exchanged-files-')))
  repo = join(place, 'repo')
  execFileSync('git', ['init', '-q', repo])
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** What stands where a file is expected. */
const KINDS: Readonly<Record<string, (path: string) => void | Promise<void>>> = {
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  'a socket': (path) =>
    new Promise((done) => {
      const server = createServer().listen(path, () => {
        server.unref()
        done()
      })
    }),
  'a folder': (path) => void mkdirSync(path),
  'a link to a device without an end': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a huge file': (path) => execFileSync('truncate', ['-s', '30G', path]) as unknown as void,
}

const command = async (text: string) => (await commandRequest(repo, `Run \`${text}\``))?.fileHash ?? null
/** Each file that our own code reads in a repository, and who reads it. */
const READERS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['.git/info/exclude', () => excludeHeartbeat(repo)],
  ['.git/info/exclude', () => gitKeep(repo)],
  ['.gitignore', () => gitKeep(repo)],
  ['.git/config', () => facts(repo)],
  ['.git/config.worktree', () => look(repo)],
  ['.git/info/attributes', () => look(repo)],
  ['.git/commondir', () => locateRepository(repo)],
  ['.git/hooks/post-commit', () => hookPlan(repo, () => "threadbeat event 'x'")],
  ['package.json', () => command('npm test')],
  ['Makefile', () => command('make all')],
  ['check.sh', () => command('sh check.sh')],
]

describe.each(Object.entries(KINDS))('%s in the place of', (_kind, put) => {
  it.each(READERS)('%s holds up nobody', async (file, read) => {
    const path = join(repo, file)
    rmSync(path, { recursive: true, force: true })
    mkdirSync(dirname(path), { recursive: true })
    await put(path)
    // Not the answer counts, which git may give after its own bound: that there is one.
    const answer = await read()
    expect(answer).toBeDefined()
  })
})

it('what a reader is told names the file and what stands there', async () => {
  const path = join(repo, '.git/info/exclude')
  rmSync(path)
  execFileSync('mkfifo', [path])
  expect(await excludeHeartbeat(repo)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining(`${path} is a named pipe, not a regular file`) as string },
  })
  writeFileSync(join(repo, 'run.sh'), 'true\n')
  expect(await command('sh run.sh')).not.toBeNull()
})
