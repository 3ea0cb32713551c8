import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/folders.ts'
import { commandRequest } from './approval-hash.ts'

const repo = join(testFolder(), 'repo')
beforeEach(() => {
  rmSync(repo, { recursive: true, force: true })
  mkdirSync(repo, { recursive: true })
})

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, name)), { recursive: true })
    writeFileSync(join(repo, name), text)
    chmodSync(join(repo, name), 0o755)
  }
}
const request = async (command: string) => (await commandRequest(repo, `Run \`${command}\``))!

describe('a file that a command executes without naming it from the root', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'make -C sub check',
      { 'sub/Makefile': 'check:\n\t@true\n', Makefile: 'check:\n\t@echo\n' },
      'sub/Makefile',
    ],
    ['make -Csub check', { 'sub/Makefile': 'check:\n\t@true\n' }, 'sub/Makefile'],
    ['make --directory=sub check', { 'sub/Makefile': 'check:\n\t@true\n' }, 'sub/Makefile'],
    [
      'make check',
      { Makefile: 'check:\n\t@$(MAKE) -C sub check\n', 'sub/Makefile': 'check:\n' },
      'sub/Makefile',
    ],
    ['make check', { Makefile: 'check:\n\t@cd sub && ./x.sh\n', 'sub/x.sh': 'true\n' }, 'sub/x.sh'],
    ['make check', { Makefile: 'check:\n\t-@cd sub && sh x.sh\n', 'sub/x.sh': 'true\n' }, 'sub/x.sh'],
    [
      'make check',
      { Makefile: 'D=sub\ninclude $(D)/v.mk\ncheck:\n\t@true\n', 'sub/v.mk': 'X=1\n' },
      'sub/v.mk',
    ],
    ['make check', { Makefile: 'check:\n\tfor f in s/*.sh; do sh $$f; done\n' }, 's/new.sh'],
    [
      'npm --prefix pkgs/a test',
      { 'pkgs/a/package.json': '{"scripts":{"test":"true"}}' },
      'pkgs/a/package.json',
    ],
    [
      'npm test --prefix=pkgs/a',
      { 'pkgs/a/package.json': '{"scripts":{"test":"true"}}' },
      'pkgs/a/package.json',
    ],
    [
      'npm test -w a',
      { 'package.json': '{"workspaces":["pkgs/*"]}', 'pkgs/a/package.json': '{"scripts":{}}' },
      'pkgs/a/package.json',
    ],
    [
      'npm -w a test',
      { 'package.json': '{"workspaces":{"packages":["pkgs/*"]}}', 'pkgs/a/package.json': '{}' },
      'pkgs/a/package.json',
    ],
    [
      'make -C sub all',
      { 'sub/Makefile': 'D=p\ninclude $(D)/v.mk\nall:\n\t@cd tools && sh x.sh\n', 'sub/p/v.mk': '\n' },
      'sub/p/v.mk',
    ],
    ['make -C sub all', { 'sub/Makefile': 'all:\n\t@cd tools && sh x.sh\n' }, 'sub/tools/x.sh'],
    [
      './pnpm -r test',
      {
        pnpm: '#!/bin/sh\n',
        'pnpm-workspace.yaml': 'packages:\n  - "pkgs/*"\n',
        'pkgs/a/package.json': '{}',
      },
      'pkgs/a/package.json',
    ],
    [
      'npm test',
      { 'package.json': '{"scripts":{"test":"cd sub && npm test"}}', 'sub/package.json': '{}' },
      'sub/package.json',
    ],
    ['./run.sh', { 'run.sh': '#!/bin/bash\n. "$(dirname "$0")/lib.sh"\n', 'lib.sh': 'true\n' }, 'lib.sh'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\nsource "$(dirname "$0")/common"\n', common: 'true\n' }, 'common'],
    [
      'bin/run.sh',
      { 'bin/run.sh': '#!/bin/bash\n. "$(dirname "$0")/lib.sh"\n', 'bin/lib.sh': 'true\n' },
      'bin/lib.sh',
    ],
    [
      './run.sh',
      {
        'run.sh': '#!/bin/bash\nHERE="$(cd "$(dirname "$0")" && pwd)"\nsource "$HERE/lib.sh"\n',
        'lib.sh': 'true\n',
      },
      'lib.sh',
    ],
    ['./run.sh', { 'run.sh': '#!/bin/bash\n"$PWD"/k.sh\n', 'k.sh': 'true\n' }, 'k.sh'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\n"${ROOT}/tools/k"\n', 'tools/k': 'true\n' }, 'tools/k'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\nfor f in checks/*.sh; do bash "$f"; done\n' }, 'checks/b.sh'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\nfor f in checks/*; do "$f"; done\n' }, 'checks/b'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\nrun-parts scripts\n' }, 'scripts/a'],
    ['./run.sh', { 'run.sh': '#!/bin/bash\nfind bin -type f -exec sh {} \\;\n' }, 'bin/deep/a'],
    ['python3 -m mypkg', { 'mypkg.py': 'x = 1\n' }, 'mypkg.py'],
    ['python3 -m my.pkg', { 'my/pkg/__main__.py': 'x = 1\n' }, 'my/pkg/__main__.py'],
    ['node .', { 'package.json': '{"main":"m.js"}', 'm.js': '1\n' }, 'm.js'],
    ['git commit --allow-empty -m x', {}, '.git/hooks/pre-commit'],
    ['env PATH=bin:/usr/bin:/bin lint', { 'bin/lint': '#!/bin/sh\n' }, 'bin/lint'],
    ['./build', { build: '#!tools/interp\n', 'tools/interp': '#!/bin/sh\n' }, 'tools/interp'],
  ])('`%s` over %j asks again when %s changes', async (command, files, changed) => {
    put(files)
    const before = await request(command)
    const text = changed.endsWith('package.json') ? '{"scripts":{"test":"touch x"}}' : 'touch x\n'
    put({ [changed]: text })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file }) => file)).toContain(changed)
  })

  it('is shown from the folder in which make works, not from the root', async () => {
    put({ Makefile: 'check:\n\t@echo harmless\n', 'sub/Makefile': 'check:\n\t@rm -rf /important\n' })
    const { files } = await request('make -C sub check')
    expect(files.map(({ file, text }) => [file, text])).toEqual([
      ['sub/Makefile', 'check:\n\t@rm -rf /important'],
    ])
  })

  it('is said to be unknown where only a variable names it', async () => {
    put({ 'run.sh': '#!/bin/bash\n. "$NVM_DIR/nvm.sh"\nbash $script\n' })
    const { files } = await request('./run.sh')
    expect(files.at(-1)).toMatchObject({
      file: 'and more',
      text: expect.stringMatching(/is known only when they run: \$NVM_DIR\/nvm\.sh, \$script\./) as string,
    })
  })

  it('is not one that a loop only hands to a program that reads', async () => {
    put({ 'run.sh': '#!/bin/bash\nfor f in src/*.txt; do wc -l "$f"; done\n', 'src/a.txt': 'a' })
    const before = await request('./run.sh')
    put({ 'src/a.txt': 'b' })
    expect((await request('./run.sh')).hash).toBe(before.hash)
  })
})
