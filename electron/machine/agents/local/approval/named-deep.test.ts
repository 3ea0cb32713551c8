import { normalize } from 'node:path'
import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request } = approvalRepository()

type Case = readonly [command: string, files: Readonly<Record<string, string>>, changed: string]
const inScript = (line: string, changed: string, more: Readonly<Record<string, string>> = {}): Case => [
  './run.sh',
  { 'run.sh': `#!/bin/bash\n${line}\n`, ...more },
  changed,
]
const inMakefile = (text: string, changed: string): Case => ['make', { Makefile: text }, changed]
const hooked = (config: string, hook: string): Case => ['git commit -m x', { '.git/config': config }, hook]

it.each<Case>([
  ['sh a', { a: 'sh b\n', b: 'sh c\n' }, 'c'],
  ['git commit -m x', { '.git/hooks/pre-commit': 'sh ci/x\n' }, 'ci/x'],
  ['make', { Makefile: 'include rules.make\n', 'rules.make': 'all:\n\t@sh ci/step\n' }, 'ci/step'],
  inScript('./step', 'more', { step: '. ./more\n' }),
  inScript('sh "my dir/check.sh"', 'my dir/check.sh'),
  inScript('sh ci/a,b.sh', 'ci/a,b.sh'),
  [
    'npm test',
    { 'package.json': `{"scripts":{"test":"node 'my scripts/check.js'"}}` },
    'my scripts/check.js',
  ],
  ['sh "my script.sh" | cat', {}, 'my script.sh'],
  inScript('cd frontend && ./build.sh && cd ../backend && ./build.sh', 'backend/build.sh'),
  inScript('cd a\ncd b\nsh x.sh', 'a/b/x.sh'),
  ['sh -c "cd sub && python3 -m tool"', {}, 'sub/tool.py'],
  ['sh -c "cd sub && node check"', {}, 'sub/check.js'],
  ['sh -c "cd sub && git commit -m x"', {}, 'sub/.git/hooks/pre-commit'],
  ['env --chdir=sub sh x.sh', {}, 'sub/x.sh'],
  inScript(Array.from({ length: 30 }, (_, n) => `cd /r; cd f${n}; sh x.sh`).join('\n'), 'f29/x.sh'),
  inScript('export PATH="$PWD/bin:$PATH"; lint', 'bin/lint'),
  inScript('PATH="$(dirname "$0")/bin:$PATH" lint', 'bin/lint'),
  inMakefile('export PATH := $(CURDIR)/bin:$(PATH)\nall:\n\tlint\n', 'bin/lint'),
  inMakefile('all:\n\t@sh -e ci/check\n', 'ci/check'),
  inMakefile('all:\n\t-bash -eu ci/check\n', 'ci/check'),
  inMakefile('all:\n\t@-. ci/check\n', 'ci/check'),
  ['make -sf ci/rules', {}, 'ci/rules'],
  inScript('make -sC sub', 'sub/Makefile'),
  inScript('export BASH_ENV\nBASH_ENV="$PWD/env.txt"\nbash -c true', 'env.txt'),
  inScript('find bin -name "*.chk" | xargs -n1 sh', 'bin/a.chk'),
  inScript(`python3 -c "exec(open('tool').read())"`, 'tool'),
  ['make -I mk', { Makefile: 'include common\nall:\n' }, 'mk/common'],
  inScript('sed -nf ci/x notes', 'ci/x'),
  ['python3 -u -m tool', {}, 'tool.py'],
  ['node --enable-source-maps scripts/check', {}, 'scripts/check.js'],
  [`${process.execPath} scripts/check`, {}, 'scripts/check.js'],
  inScript('sqlite3 :memory: < "ci/cmds"', 'ci/cmds'),
  inScript("ed -s f < 'ci/cmds'", 'ci/cmds'),
  inScript('sh <> cmds.txt', 'cmds.txt'),
  ['/usr/bin/git commit -m x', {}, '.git/hooks/pre-commit'],
  ['git -c core.hooksPath=ci/hooks commit -m x', {}, 'ci/hooks/pre-commit'],
  ['git push . HEAD:refs/heads/x', {}, '.git/hooks/post-receive'],
  hooked("[core]\n\thooksPath = 'my hooks'\n", "'my hooks'/pre-commit"),
  hooked('[core]\n\thooksPath = "my hooks"\n', 'my hooks/pre-commit'),
  hooked('[core]\n\thooksPath = my hooks\n', 'my hooks/pre-commit'),
  hooked('[include]\n\tpath = ../.gitconfig\n', '.gitconfig'),
  ['git chk', { '.git/config': '[alias]\n\tchk = !sh ci/chk\n' }, 'ci/chk'],
  ['git diff --stat', { '.git/modules/lib/config': '[core]\n\tbare = false\n' }, '.git/modules/lib/config'],
  ['git diff --stat', { '.git/modules/lib/config': '[core]\n' }, '.git/modules/lib/hooks/post-checkout'],
  ['npm test', { 'package.json': '{"scripts":{"test":"sh\\tci/x.sh"}}' }, 'ci/x.sh'],
  ['npm test', { 'package.json': '{"scripts":{"test":"set -e\\nsh ci/x"}}' }, 'ci/x'],
])('found by an attack: `%s` over %j asks again when %s changes', async (command, files, changed) => {
  const isSettings = changed.endsWith('config')
  put({ ...files, [changed]: isSettings ? (files[changed] ?? '[user]\n') : 'true\n' }, 0o755)
  const before = await request(command)
  put({ [changed]: isSettings ? '[core]\n\tfsmonitor = ./x\n\thooksPath = hk\n' : 'touch x\n' }, 0o755)
  const after = await request(command)
  expect(after.hash).not.toBe(before.hash)
  expect(after.files.map(({ file }) => normalize(file))).toContain(changed)
})

it('found by an attack: what package.json hands to its scripts asks again', async () => {
  const manifest = (cmd: string) => ({
    'package.json': JSON.stringify({ scripts: { test: '$npm_package_config_cmd' }, config: { cmd } }),
  })
  put(manifest('true'))
  const before = await request('npm test')
  put(manifest('touch x'))
  expect((await request('npm test')).hash).not.toBe(before.hash)
})

it.each<[string, Readonly<Record<string, string>>]>([
  ['git tag', Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`.git/modules/m${n}/config`, '']))],
  [
    'npm test -ws',
    {
      'package.json': '{"workspaces":["p/*"]}',
      ...Object.fromEntries(Array.from({ length: 210 }, (_, n) => [`p/${n}/package.json`, '{}'])),
    },
  ],
  [Array(25).fill('make').join('; '), { Makefile: 'all:\n' }],
])('of `%s` more than is looked at is said', async (command, files) => {
  put(files)
  expect((await request(command)).limits.join(' ')).toMatch(/^More than is looked at is named here/)
})

it.each(['for t in a b; do sh ci/$t.sh; done', 'sh -e "ci/$f"', '. -x $f', './d/$(T)', '"$D/x"'])(
  'found by an attack: `%s` is said to name what is known only when it runs',
  async (line) => {
    put({ 'run.sh': `#!/bin/bash\n${line}\n` }, 0o755)
    expect((await request('./run.sh')).limits.join(' ')).toContain('is known only when they run')
  },
)

it.each<[string, Readonly<Record<string, string>>]>([
  ['sh ./big.sh', { 'big.sh': `sh ${'['.repeat(400_000)}` }],
  ['sh ./big.sh', { 'big.sh': Array.from({ length: 60_000 }, (_, n) => `cd d${n}`).join('\n') }],
  ['sh ./big.sh', { 'big.sh': `sh ${'*a'.repeat(200_000)}b` }],
  ['sh ./big.sh', { 'big.sh': `sh ${'[]'.repeat(400)}*` }],
  [
    'sh ./big.sh',
    {
      'big.sh': `${Array.from({ length: 20 }, (_, n) => `cd d${n}\na${n}=d${n}`).join('\n')}\n${'/a '.repeat(160_000)}`,
    },
  ],
  ['git tag', { '.git/config': `[remote "a"]\n\turl = ./${' '.repeat(100_000)}\\x` }],
  ['git tag', { '.git/config': `[branch "a"]\n\tdescription = a${' '.repeat(60_000)}\n` }],
  ['git tag', { '.git/config': `[${'a'.repeat(200_000)}` }],
  ['git tag', { '.git/config': `${' '.repeat(200_000)}[a` }],
  [
    'npm test',
    {
      'package.json': `{${'\n'.repeat(14_000_000)}"scripts":${JSON.stringify(
        Object.fromEntries([
          ['test', 'npm run s0'],
          ...Array.from({ length: 210 }, (_, n) => [`s${n}`, `npm run s${n + 1}`]),
        ]),
      )}}`,
    },
  ],
  [Array(120).fill('make').join('; '), { Makefile: `all:\n\ttrue\n# é${'a'.repeat(15_000_000)}\n` }],
  [
    Array(120).fill('npm test').join('; '),
    { 'package.json': `{"scripts":{"test":"${'a '.repeat(7_000_000)}"}}` },
  ],
  [
    'sh all',
    {
      all: Array.from({ length: 30 }, (_, n) => `sh part-${n}`).join('\n'),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`part-${n}`, `# é${'a'.repeat(15_000_000)}\n`]),
      ),
    },
  ],
  ['npm test', { 'package.json': `{"scripts":{"test":${'['.repeat(20_000)}${']'.repeat(20_000)}}}` }],
])(
  'found by an attack: files made to hold everybody up are looked through in bounded time (%#)',
  async (command, files) => {
    put(files, 0o755)
    const before = process.memoryUsage().rss
    const started = process.cpuUsage()
    await request(command)
    const { user, system } = process.cpuUsage(started)
    expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000)
    // Of the processor, not of the clock: minutes before. What it takes on a slow machine is far below.
    expect((user + system) / 1e6).toBeLessThan(20)
  },
)
