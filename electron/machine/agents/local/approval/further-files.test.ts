import { normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put: putAs, request } = approvalRepository()
const put = (files: Readonly<Record<string, string>>): void => putAs(files, 0o755)

describe('scripts and recipes of the root, behind something that starts what runs them', () => {
  const PACKAGE = '{"name":"a","scripts":{"test":"true"}}'
  const MAKEFILE = 'check:\n\t@true\n'
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['sh -c "npm test"', {}, 'package.json'],
    ["bash -lc 'make check'", {}, 'Makefile'],
    ['timeout 60 npm test', {}, 'package.json'],
    ['env CI=1 npm test', {}, 'package.json'],
    ['nice make check', {}, 'Makefile'],
    ['time npm test', {}, 'package.json'],
    ['xargs -a one npm run', {}, 'package.json'],
    [`node -e "require('child_process').execSync('npm test')"`, {}, 'package.json'],
    [`python3 -c "import os; os.system('make check')"`, {}, 'Makefile'],
    ['git -c alias.x="!npm test" x', {}, 'package.json'],
    ['git submodule foreach npm test', {}, 'package.json'],
    ['node --run test', {}, 'package.json'],
    ['./mk.sh', { 'mk.sh': '#!/bin/sh\nset -e\nmake check\n' }, 'Makefile'],
    ['./run.sh', { 'run.sh': '#!/bin/sh\nif true; then npm test; fi\n' }, 'package.json'],
    ['npm test', { 'package.json': '{"scripts":{"test":"make check"}}' }, 'Makefile'],
    ['make check', { Makefile: 'check:\n\t@npm test\n' }, 'package.json'],
  ])('%s', async (command, files, changed) => {
    put({ 'package.json': PACKAGE, Makefile: MAKEFILE, ...files })
    const before = await request(command)
    put({ [changed]: changed === 'Makefile' ? 'check:\n\t@touch x\n' : '{"scripts":{"test":"touch x"}}' })
    const after = await request(command)
    expect(before.files.map(({ file }) => file)).toContain(changed)
    expect(after.hash).not.toBe(before.hash)
  })
  it.each([
    ['./run.sh', '#!/bin/sh\n# make sure that npm is there\necho "you can make it"\ntrue\n'],
    ['sh -c "echo make npm"', '#!/bin/sh\n'],
  ])('words of a comment or a sentence are none: %s', async (command, script) => {
    put({ 'package.json': PACKAGE, Makefile: MAKEFILE, 'run.sh': script })
    const { files } = await request(command)
    expect(files.map(({ file }) => file).filter((file) => file !== './run.sh')).toEqual([])
  })
})

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
    ['git --no-pager commit --allow-empty -m x', {}, '.git/hooks/pre-commit'],
    ['git -C sub commit -m x', {}, 'sub/.git/hooks/pre-commit'],
    ['GIT_DIR=sub/.git git commit -m x', {}, 'sub/.git/hooks/pre-commit'],
    ['git --git-dir=sub/.git --work-tree=sub commit -m x', {}, 'sub/.git/hooks/pre-commit'],
    ['git cherry-pick x', {}, '.git/hooks/post-checkout'],
    ['git bisect run ./x.sh', { 'x.sh': 'true\n' }, 'x.sh'],
    ['git fetch --upload-pack=./x.sh', { 'x.sh': 'true\n' }, 'x.sh'],
    ['sh -c "true" ./x.sh', { 'x.sh': 'true\n' }, 'x.sh'],
    ['timeout 9 flock lock ./x.sh', { 'x.sh': 'true\n' }, 'x.sh'],
    ['node scripts/check', { 'scripts/check.js': '1\n' }, 'scripts/check.js'],
    ['python3 tools', { 'tools/__main__.py': '1\n' }, 'tools/__main__.py'],
    ['make -fci/rules.mk', { 'ci/rules.mk': 'a:\n' }, 'ci/rules.mk'],
    ['make -f ci/rules.mk -I mk', { 'ci/rules.mk': 'a:\n\t@sh b.sh\n' }, 'b.sh'],
    ['npm test --script-shell=./s.sh', { 's.sh': 'true\n', 'package.json': '{}' }, 's.sh'],
    ['eval "$(cat cmds)"', { cmds: 'true\n' }, 'cmds'],
    ['npm restart', { 'package.json': '{"scripts":{"start":"sh ./p.sh"}}', 'p.sh': '\n' }, 'p.sh'],
    ['npm start', { 'package.json': '{}', 'server.js': '1\n' }, 'server.js'],
    ['npm pack', { 'package.json': '{"scripts":{"prepack":"sh ./p.sh"}}', 'p.sh': '\n' }, 'p.sh'],
    ['npm test', { 'package.json': '{"scripts":{"test":"run-s a","a":"sh ./p.sh"}}', 'p.sh': '\n' }, 'p.sh'],
    ['env unknown-runner run ./x.py', { 'x.py': '1\n' }, 'x.py'],
    ['./build', { build: '#!tools/interp\n', 'tools/interp': '#!/bin/sh\n' }, 'tools/interp'],
  ])('`%s` over %j asks again when %s changes', async (command, files, changed) => {
    put(files)
    const before = await request(command)
    const text = changed.endsWith('package.json') ? '{"scripts":{"test":"touch x"}}' : 'touch x\n'
    put({ [changed]: text })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file }) => normalize(file))).toContain(changed)
  })

  it.each(['GIT_DIR=sub/.git git status', 'git --git-dir sub/.git status', 'git -C sub status'])(
    'what git starts by its settings is watched where it works: %s',
    async (command) => {
      const settings = (program: string) => ({ 'sub/.git/config': `[core]\n\tfsmonitor = ${program}\n` })
      put(settings('./a'))
      const before = await request(command)
      put(settings('./b'))
      expect((await request(command)).hash).not.toBe(before.hash)
    },
  )

  it('is shown from the folder in which make works, not from the root', async () => {
    put({ Makefile: 'check:\n\t@echo harmless\n', 'sub/Makefile': 'check:\n\t@rm -rf /important\n' })
    const { files } = await request('make -C sub check')
    expect(files.map(({ file, text }) => [file, text])).toEqual([
      ['sub/Makefile', 'check:\n\t@rm -rf /important'],
    ])
  })

  it.each([
    ['./run.sh', false],
    ['npm test', false],
    ['cat notes.md | wc -l', true],
    ['git log -3', true],
    ['git diff --stat', true],
    ['git -c core.pager=./x log', false],
    ['sort notes.md', false],
    ['git submodule foreach ./x.sh', false],
    ['for t in a b; do ./ci/$t.sh; done', false],
    ['find . -name "*.sh" | xargs -n1 sh', false],
    ['if test -f x; then cat x; fi', true],
  ])(
    'what `%s` loads besides is said not to be watched, unless it only reads (%s)',
    async (command, reads) => {
      put({ 'run.sh': 'true\n', 'notes.md': 'a', 'package.json': '{}' })
      const { limits } = await request(command)
      expect(limits.some((limit) => limit.includes('is not watched'))).toBe(!reads)
    },
  )

  it('counts by its number and time where it is too large to be read', async () => {
    const large = `#!/bin/sh\n${'#'.repeat(17 * 1024 * 1024)}\n`
    put({ 'big.sh': large })
    const before = await request('./big.sh')
    put({ 'big.sh': `${large}touch x\n` })
    const after = await request('./big.sh')
    expect([before.fileHash === null, before.hash === after.hash]).toEqual([false, false])
    expect(before.files[0]!.text).toMatch(/^A file of \d+ bytes/)
  })

  it('found by an attack: is found in bounded time in a makefile made to be long', async () => {
    put({ Makefile: `all:\n${'\tsh *a?[b] $$x/y\n'.repeat(60_000)}` })
    const { limits } = await request('make')
    expect(limits.join(' ')).toContain('longer than')
  })

  it('found by an attack: scripts that start one another without end end', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, at) => [`s${at}`, `npm run s${at + 1} && npm run s${at + 2}`]),
    )
    put({ 'package.json': JSON.stringify({ scripts: { test: 'npm run s0', ...chain } }) })
    expect((await request('npm test')).fileHash).not.toBe(null)
  })

  it('is said to be unknown where only a variable names it', async () => {
    put({ 'run.sh': '#!/bin/bash\n. "$NVM_DIR/nvm.sh"\nbash $script\n' })
    const { limits } = await request('./run.sh')
    expect(limits[0]).toMatch(/is known only when they run: \$NVM_DIR\/nvm\.sh, \$script\./)
  })

  it('is not one that a loop only hands to a program that reads', async () => {
    put({ 'run.sh': '#!/bin/bash\nfor f in src/*.txt; do wc -l "$f"; done\n', 'src/a.txt': 'a' })
    const before = await request('./run.sh')
    put({ 'src/a.txt': 'b' })
    expect((await request('./run.sh')).hash).toBe(before.hash)
  })
})
