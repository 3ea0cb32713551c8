import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commandRequest, listCommands } from './approval-hash.ts'
import { testFolder } from '../../testing/folders.ts'

const folder = testFolder()
const repo = join(folder, 'repo')
const outside = join(folder, 'outside.sh')

beforeEach(() => {
  rmSync(repo, { recursive: true, force: true })
  mkdirSync(join(repo, 'scripts'), { recursive: true })
  writeFileSync(outside, 'echo outside\n', { mode: 0o755 })
  writeFileSync(join(repo, 'check.sh'), 'echo one\n', { mode: 0o755 })
  writeFileSync(join(repo, 'scripts/lint'), 'echo lint\n', { mode: 0o755 })
  writeFileSync(join(repo, 'notes.md'), 'notes\n')
  writeFileSync(join(repo, 'Makefile'), 'all:\n\techo one\n')
  writeFileSync(join(repo, 'package.json'), '{"version":"1.0.0","scripts":{"test":"true"}}')
  symlinkSync(outside, join(repo, 'linked.sh'))
})

const hashOf = async (task: string): Promise<string | null> =>
  (await commandRequest(repo, task))?.hash ?? null

describe('the commands that would be executed', () => {
  it('are listed once each, with what decides about them', async () => {
    const found = await listCommands(repo, [
      { text: 'Run `true`' },
      { text: 'Then run `true`' },
      { text: 'Run `./check.sh --fast`' },
      { text: 'Run `true | cat`' },
      { text: 'Check `no-such-program --version`' },
      { text: 'Check `notes.md` for gaps' },
      { text: 'Run `git status`; report' },
      { text: 'Look at the logs' },
    ])
    expect(found.map(({ kind, argv, text, fileHash }) => [kind, argv, text, fileHash !== null])).toEqual([
      ['argv', ['true'], 'true', false],
      ['argv', ['./check.sh', '--fast'], './check.sh --fast', true],
      ['shell', [], 'true | cat', false],
    ])
    expect(found.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  const shown = async (task: string): Promise<unknown> =>
    (await commandRequest(repo, task))?.files.map((f) => [f.aside ? 'aside' : `${f.file}:${f.line}`, f.text])

  it('show what of the repository runs, with file and line', async () => {
    const scripts = {
      pretest: 'npm run build',
      test: 'vitest run && npm run lint',
      build: 'tsc',
      lint: 'oxlint',
      release: 'rm -rf dist',
    }
    writeFileSync(join(repo, 'package.json'), JSON.stringify({ name: 'test', scripts }, null, 2))
    expect(await shown('Run `npm test`')).toEqual([
      ['package.json:5', '"test": "vitest run && npm run lint"'],
      ['package.json:4', '"pretest": "npm run build"'],
      ['package.json:6', '"build": "tsc"'],
      ['package.json:7', '"lint": "oxlint"'],
      ['aside', '"release": "rm -rf dist"'],
    ])
    expect(await shown('Run `npm run lint`')).toContainEqual(['package.json:7', '"lint": "oxlint"'])
    expect(await shown('Run `npm run lint -- --fix | cat`')).toContainEqual([
      'package.json:7',
      '"lint": "oxlint"',
    ])
    expect(await shown('Run `./check.sh --fast`')).toEqual([['./check.sh:1', 'echo one\n']])
    writeFileSync(
      join(repo, 'Makefile'),
      'X = 1\nall: build\n\ntest: build | dirs\n\tgo test ./...\n\nbuild:\n\tgo build\n\ndirs:\n\tmkdir -p out\n\nclean:\n\trm -rf out\n',
    )
    expect(await shown('Run `make test`')).toEqual([
      ['Makefile:4', 'test: build | dirs\n\tgo test ./...'],
      ['Makefile:7', 'build:\n\tgo build'],
      ['Makefile:10', 'dirs:\n\tmkdir -p out'],
      ['aside', expect.stringMatching(/^X = 1\nall: build[^]*clean:\n\trm -rf out$/)],
    ])
    expect(await shown('Run `make`')).toContainEqual(['Makefile:2', 'all: build'])
  })

  it('show a justfile, and say what is left out of a long file', async () => {
    const just = join(repo, 'scripts', 'just')
    writeFileSync(just, 'true\n', { mode: 0o755 })
    writeFileSync(
      join(repo, 'justfile'),
      'set shell := ["bash"]\n\ntest *args: build\n  go test\n\nbuild:\n  go build\n',
    )
    expect(await shown('Run `./scripts/just test`')).toEqual([
      ['./scripts/just:1', 'true\n'],
      ['justfile:3', 'test *args: build\n  go test'],
      ['justfile:6', 'build:\n  go build'],
      ['aside', 'set shell := ["bash"]'],
    ])
    writeFileSync(join(repo, 'check.sh'), `${'#'.repeat(4999)}\n`, { mode: 0o755 })
    const [file] = (await commandRequest(repo, 'Run `./check.sh`'))!.files
    expect([file?.text.length, file?.cut]).toEqual([4000, 1000])
  })

  it('keep their hash while nothing changes', async () => {
    for (const task of [
      'Run `true`',
      'Run `./check.sh`',
      'Run `npm test`',
      'Run `make`',
      'Run `true && ./check.sh`',
    ])
      expect(await hashOf(task)).toBe(await hashOf(task))
  })

  it.each<[string, string, () => void]>([
    ['the script itself', 'Run `./check.sh`', () => writeFileSync(join(repo, 'check.sh'), 'rm -rf /\n')],
    [
      'a script that is named without its folder',
      'Run `check.sh`',
      () => writeFileSync(join(repo, 'check.sh'), 'rm -rf /\n'),
    ],
    [
      'a script given to an interpreter',
      'Run `sh scripts/lint`',
      () => writeFileSync(join(repo, 'scripts/lint'), 'rm -rf /\n'),
    ],
    [
      'what a link in the repository leads to',
      'Run `./linked.sh`',
      () => writeFileSync(outside, 'rm -rf /\n'),
    ],
    [
      'the scripts of package.json',
      'Run `npm test`',
      () => writeFileSync(join(repo, 'package.json'), '{"scripts":{"test":"rm -rf /"}}'),
    ],
    [
      'a makefile that is named',
      'Run `make -f scripts/lint`',
      () => writeFileSync(join(repo, 'scripts/lint'), 'all:\n\trm -rf /\n'),
    ],
    [
      'a script that the named one does not call',
      'Run `npm test`',
      () => writeFileSync(join(repo, 'package.json'), '{"scripts":{"test":"true","x":"rm -rf /"}}'),
    ],
    ['the Makefile', 'Run `make`', () => writeFileSync(join(repo, 'Makefile'), 'all:\n\trm -rf /\n')],
    [
      'a Makefile that goes first',
      'Run `make`',
      () => writeFileSync(join(repo, 'GNUmakefile'), 'all:\n\trm -rf /\n'),
    ],
    [
      'a script in a shell line',
      'Run `true && ./check.sh`',
      () => writeFileSync(join(repo, 'check.sh'), 'rm -rf /\n'),
    ],
    [
      'a script that a shell line reads in',
      'Run `. scripts/lint; true`',
      () => writeFileSync(join(repo, 'scripts/lint'), 'rm -rf /\n'),
    ],
  ])('ask again after a change of %s', async (_, task, change) => {
    const before = await hashOf(task)
    change()
    expect(before).not.toBeNull()
    expect(await hashOf(task)).not.toBe(before)
  })

  it.each<[string, string, () => void]>([
    [
      'a file that is only read',
      'Run `wc -l notes.md`',
      () => writeFileSync(join(repo, 'notes.md'), 'more\nnotes\n'),
    ],
    [
      'a file that a shell line only reads',
      'Run `cat notes.md | wc -l`',
      () => writeFileSync(join(repo, 'notes.md'), 'more\nnotes\n'),
    ],
    [
      'the version in package.json',
      'Run `npm test`',
      () => writeFileSync(join(repo, 'package.json'), '{"version":"1.0.1","scripts":{"test":"true"}}'),
    ],
  ])('do not ask again after a change of %s', async (_, task, change) => {
    const before = await hashOf(task)
    change()
    expect(before).not.toBeNull()
    expect(await hashOf(task)).toBe(before)
  })

  it('differ for different words, also where they read the same when joined', async () => {
    const hashes = await Promise.all(
      ['Run `echo a b`', "Run `echo 'a b'`", 'Run `echo a  b`', 'Run `echo a; b`', 'Run `printf a b`'].map(
        hashOf,
      ),
    )
    expect(new Set(hashes).size).toBe(5)
  })

  it('are none when the script may not be executed', async () => {
    chmodSync(join(repo, 'check.sh'), 0o644)
    expect(await hashOf('Run `./check.sh`')).toBeNull()
  })
})

describe('a random change of an approved script', () => {
  it('never keeps its approval', async () => {
    const task = 'Run `./check.sh`'
    const original = 'echo one\nexit 0\n'
    writeFileSync(join(repo, 'check.sh'), original)
    const approved = await hashOf(task)
    for (let i = 0; i < 60; i++) {
      const at = i % original.length
      const mutated =
        i % 3 === 0
          ? original.slice(0, at) + original.slice(at + 1)
          : `${original.slice(0, at)}${String.fromCharCode(33 + i)}${original.slice(at + (i % 2))}`
      if (mutated === original) continue
      writeFileSync(join(repo, 'check.sh'), mutated)
      expect(await hashOf(task), JSON.stringify(mutated)).not.toBe(approved)
    }
  })
})
