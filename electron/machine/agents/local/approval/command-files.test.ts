import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commandRequest } from './approval-hash.ts'
import { testFolder } from '../../testing/folders.ts'

const repo = join(testFolder(), 'repo')
beforeEach(() => {
  rmSync(repo, { recursive: true, force: true })
  mkdirSync(repo, { recursive: true })
})
const hashOf = async (task: string): Promise<string | null> =>
  (await commandRequest(repo, task))?.hash ?? null

describe('what a command names a step further', () => {
  it.each<[string, string, string]>([
    ['npm test', '.npmrc', 'script-shell=./evil.sh'],
    ['npm run build', 'b.sh', 'echo evil'],
    ['sh -c ". ./lib.sh"', 'lib.sh', 'echo evil'],
    ["bash -c 'source lib.sh'", 'lib.sh', 'echo evil'],
    ['cd sub && sh s.sh', 'sub/s.sh', 'echo evil'],
    ['make', 'x.mk', 'all:\n\techo evil'],
    ['./check.sh', 'deep.sh', 'echo evil'],
    ['make', 'mk/a.mk', 'all:\n\techo evil'],
    ['make', 'mk/new.mk', 'all:\n\techo evil'],
    ['make', 'deps/one/rules.inc', 'all:\n\techo evil'],
    ['make', 'common', 'all:\n\techo evil'],
    ['./check.sh', 'hooks/pre', 'echo evil'],
    ['npm test', 'node_modules/.bin/sh', 'echo evil'],
  ])('`%s` asks again when %s changes', async (command, file, text) => {
    for (const folder of ['sub', 'mk', 'deps/one', 'hooks', 'node_modules/.bin'])
      mkdirSync(join(repo, folder), { recursive: true })
    writeFileSync(join(repo, 'package.json'), '{"scripts":{"test":"true","build":"sh ./b.sh"}}')
    writeFileSync(join(repo, 'b.sh'), '. ./lib.sh\n')
    writeFileSync(join(repo, 'check.sh'), '#!/bin/sh\n./b.sh && ./deep.sh\n. ./hooks/*\n', { mode: 0o755 })
    for (const name of ['lib.sh', 'deep.sh', 'sub/s.sh', 'hooks/pre', 'common'])
      writeFileSync(join(repo, name), 'echo\n')
    writeFileSync(
      join(repo, 'Makefile'),
      'include x.mk $(wildcard mk/*.mk)\n-include deps/*/rules.inc\ninclude common\n',
    )
    for (const name of ['x.mk', 'mk/a.mk']) writeFileSync(join(repo, name), 'all:\n\techo\n')
    const before = await commandRequest(repo, `Run \`${command}\``)
    expect(before).not.toBeNull()
    writeFileSync(join(repo, file), text)
    const after = await commandRequest(repo, `Run \`${command}\``)
    expect(after!.hash).not.toBe(before!.hash)
    expect(after!.files.map((f) => [f.file, f.text])).toContainEqual([file, text])
  })
})

describe('how far what a command names is followed', () => {
  it('not to the file of another package script', async () => {
    writeFileSync(join(repo, 'package.json'), '{"scripts":{"test":"true","build":"sh ./b.sh"}}')
    writeFileSync(join(repo, 'b.sh'), 'echo\n')
    const before = await hashOf('Run `npm test`')
    writeFileSync(join(repo, 'b.sh'), 'echo another\n')
    expect(await hashOf('Run `npm test`')).toBe(before)
  })

  it('also behind the part of a long script that is shown', async () => {
    writeFileSync(join(repo, 'check.sh'), `#!/bin/sh\n${'# a long remark\n'.repeat(20_000)}. ./lib.sh\n`, {
      mode: 0o755,
    })
    writeFileSync(join(repo, 'lib.sh'), 'echo\n')
    const before = await hashOf('Run `./check.sh`')
    writeFileSync(join(repo, 'lib.sh'), 'echo another\n')
    expect(await hashOf('Run `./check.sh`')).not.toBe(before)
  })

  it.each<[string, string, boolean]>([
    ['stars without end', `include ${'*a'.repeat(100)}b\n`, false],
    [
      'more patterns than are looked through',
      Array.from({ length: 60 }, (_, n) => `include ${n}*.mk\n`).join(''),
      true,
    ],
    ['a way deeper than is looked through', `include ${'*/'.repeat(2000)}x\n`, true],
    ['lines without end', `${'\n'.repeat(400_000)}include *.mk\n`, false],
    ['brackets without end', `${'(({ '.repeat(100_000)}include *.mk\n`, false],
  ])('not for ever where a pattern is hostile: %s', async (_, makefile, isTooMuch) => {
    symlinkSync('.', join(repo, 'again'))
    for (let n = 0; n < 20; n++) writeFileSync(join(repo, `${'a'.repeat(200)}${n}`), '')
    writeFileSync(join(repo, 'Makefile'), makefile)
    const request = await commandRequest(repo, 'Run `make`')
    expect(request?.hash).not.toBeNull()
    expect(request!.limits.some((limit) => limit.startsWith('More than'))).toBe(isTooMuch)
  })

  it('not to what a pattern only hands to a program that reads', async () => {
    writeFileSync(join(repo, 'package.json'), '{"scripts":{"test":"eslint src/*.ts"}}')
    mkdirSync(join(repo, 'src'))
    writeFileSync(join(repo, 'src/a.ts'), 'a()\n')
    const before = await hashOf('Run `npm test`')
    writeFileSync(join(repo, 'src/a.ts'), 'b()\n')
    expect(await hashOf('Run `npm test`')).toBe(before)
  })

  it('not in silence where more is named than is looked at', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `part-${n}.sh`)
    for (const name of names) writeFileSync(join(repo, name), 'echo\n')
    writeFileSync(join(repo, 'check.sh'), `#!/bin/sh\n${names.map((name) => `. ./${name}\n`).join('')}`, {
      mode: 0o755,
    })
    const request = await commandRequest(repo, 'Run `./check.sh`')
    expect(request!.limits[0]).toContain('Changes of what is named after that do not ask again')
  })
})

it.each([
  ['cd sub && sh s2', 'sub/s2', false],
  ['sh -c ". ./ci"', 'ci', false],
  ['sh -c "cd sub && . ./s2"', 'sub/s2', false],
  ['sh ci', 'deep/lib', true], // named by the script alone
])('`%s`: %s is a part besides: %s', async (command, name, isAside) => {
  for (const folder of ['sub', 'deep']) mkdirSync(join(repo, folder))
  writeFileSync(join(repo, 'sub/s2'), 'echo two\n')
  writeFileSync(join(repo, 'ci'), '. deep/lib\n')
  writeFileSync(join(repo, 'deep/lib'), 'echo three\n')
  const { files = [] } = (await commandRequest(repo, `Run \`${command}\``)) ?? {}
  expect(files.find(({ file }) => file === name)?.aside).toBe(isAside)
})
