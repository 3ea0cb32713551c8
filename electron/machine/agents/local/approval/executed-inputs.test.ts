import { beforeEach, expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request, asksAgain } = approvalRepository()
beforeEach(() => {
  for (const program of ['cmake', 'ninja', 'vim', 'gdb', 'java', 'sqlite3', 'ed', 'tool'])
    put({ [`bin/${program}`]: '#!/bin/sh\n' }, 0o755) // any that is called so: nothing is run here
})

const inScript = (line: string): [string, string] => ['./run.sh', `#!/bin/bash\n${line}\n`]

it.each<[string, string, string]>([
  [...inScript('bash -e part'), 'part'],
  [...inScript('bash -eu -o pipefail part'), 'part'],
  [...inScript('bash --rcfile x -i part'), 'part'],
  [...inScript('python3 -W ignore tools/part'), 'tools/part'],
  [...inScript('perl -w part'), 'part'],
  [...inScript('make -f rules'), 'rules'],
  [...inScript('make --file=rules'), 'rules'],
  [...inScript('cat part | sh'), 'part'],
  [...inScript('sed s/a/b/ data/part | tee log | bash -s'), 'data/part'],
  [...inScript('cat part |\nsh'), 'part'],
  [...inScript('cat part | # and then\n\n  sh'), 'part'],
  [...inScript('{ cat part; } | sh'), 'part'],
  [...inScript('( cat part\necho ) | sh'), 'part'],
  [...inScript('for f in a; do\ncat part\ndone | bash -s'), 'part'],
  [...inScript('eval "$(cat part)"'), 'part'],
  [...inScript('. <(cat data/part)'), 'data/part'],
  [...inScript('sh -s < part'), 'part'],
  [...inScript('BASH_ENV=part bash -c true'), 'part'],
  [...inScript('export ENV=part; sh -c true'), 'part'],
  [...inScript('bash ci/{a,b}.sh'), 'ci/a.sh'],
  [...inScript('. ./ci/{one,two}'), 'ci/one'],
  [...inScript('for f in ci/one ci/two; do . "$f"; done'), 'ci/two'],
  [...inScript('awk -f part data.csv'), 'part'],
  ['bin/cmake -P build', '', 'build'],
  ['bin/cmake -P build.cmake', '', 'build.cmake'],
  ['bin/ninja -f rules all', '', 'rules'],
  ['bin/vim -es -S part', '', 'part'],
  ['bin/gdb -batch -x part', '', 'part'],
  ['bin/java Main.java', '', 'Main.java'],
  ['awk -f part data.csv', '', 'part'],
  ['sed -f part data.csv', '', 'part'],
  ['awk -fpart data.csv', '', 'part'],
  ['find part -exec sh {} +', '', 'part'],
  [...inScript('find part -execdir sh {} \\;'), 'part'],
  ['bin/sqlite3 x.db ".read part"', '', 'part'],
  ['bin/ed data.csv < part', '', 'part'],
  ['bin/tool --config part', '', 'part'],
  ['cat part | sh', '', 'part'],
])('found by an attack: `%s` over %j asks again when %s changes', async (command, script, changed) => {
  put({ 'run.sh': script }, 0o755)
  await asksAgain(command, changed)
})

it.each<[string, string, string]>([
  [...inScript('bash -e part > out.txt'), 'out.txt'],
  [...inScript('cat part | sh > out.txt 2>&1'), 'out.txt'],
  [...inScript('sh part 2>&1 | tee out.txt'), 'out.txt'],
  [...inScript('grep -f words.txt notes.md'), 'words.txt'],
  [...inScript('wc -l < notes.md'), 'notes.md'],
  [...inScript('cat -n notes.md | head -3'), 'notes.md'],
  ['tar -c -f out.tar notes.md', '', 'out.tar'],
  ['bin/tool --to out.txt', '', 'out.txt'],
  ['cat notes.md | wc -l', '', 'notes.md'],
  ['find notes.md -newer other.md', '', 'notes.md'],
  ['cat part | sh > out.sh', '', 'out.sh'],
])(
  '`%s` over %j does not ask again when %s changes, which is read or written only',
  async (command, script, changed) => {
    put({ 'run.sh': script }, 0o755)
    put({ part: 'true\n', [changed]: 'a\n' })
    const before = await request(command)
    put({ [changed]: 'b\n' })
    expect((await request(command)).hash).toBe(before.hash)
  },
)

const CLONED = `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true
[remote "origin"]\n\turl = https://me:token-of-mine@example.org/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`

it.each(['git tag', 'git branch -v', 'git remote -v', 'git ls-files', 'git log -3'])(
  'found by an attack: `%s` asks again when git gets a hook, or a setting that starts a program',
  async (command) => {
    put({ '.git/config': CLONED })
    const hashes = [(await request(command)).hash]
    put({ '.git/hooks/reference-transaction': '#!/bin/sh\n' }, 0o755)
    hashes.push((await request(command)).hash)
    for (const setting of [
      '[core]\n\tfsmonitor = ./x.sh\n',
      '[core]\n\thooksPath = hooks\n',
      '[branch "x"] [core]\n\tsshCommand = ./x.sh\n',
      '[remote "origin"]\n\turl = ext::./x.sh\n',
      '[alias]\n\tx = rebase -q --root -x "sh x.sh"\n',
      '[alias]\n\tx = ls-remote --upload-pack=./x.sh .\n',
      '[alias]\n\tx = !sh x.sh\n',
      '[remote "origin"]\n\tuploadpack = ./x.sh\n',
      '[user]\n\tname = a \\\n[core]\n\tpager = ./x.sh\n',
    ]) {
      put({ '.git/config': CLONED + setting })
      const { hash, files } = await request(command)
      hashes.push(hash)
      expect(files.map(({ file }) => file)).toContain('.git/config')
      expect(JSON.stringify(files)).not.toContain('token-of-mine')
    }
    put({ '.git/config': `${CLONED}[core]\n\thooksPath = hooks\n`, 'hooks/reference-transaction': '' })
    hashes.push((await request(command)).hash)
    expect(new Set(hashes).size).toBe(hashes.length)
  },
)

it('found by a user: settings of git that start nothing ask for nothing', async () => {
  put({ '.git/config': CLONED })
  const before = await request('git tag')
  put({
    '.git/config': `${CLONED}[branch "topic"]\n\tremote = origin\n\tmerge = refs/heads/topic
[remote "fork"]\n\turl = git@example.org:b.git\n[user]\n\temail = a@example.org\n\tsigningkey = 12\n[gc]\n\tauto = 0
[color]\n\tui = auto\n[commit]\n\tgpgsign = false\n[rerere]\n\tenabled = true\n[merge]\n\tff = only\n\tconflictstyle = diff3
[diff]\n\talgorithm = histogram\n[alias]\n\tlg = log --graph\n[core]\n\texcludesFile = x\n\tsparseCheckout = true
[gui]\n\tgeometry = 887x427+10+10 171 192\n[branch "topic"]\n\tgk-merge-target = main\n[advice]\n\tdetachedHead = false
[rebase]\n\tautostash = true\n[lfs]\n\turl = https://example.org/lfs\n[remote "origin"]\n\tpartialclonefilter = blob:none\n[core]\n\tworktree = ../../../lib\n[remote]\n\tpushDefault = fork
[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n`,
  })
  const after = await request('git tag')
  expect([after.hash, after.files]).toEqual([before.hash, []])
})

it('hooks and settings of a worktree, which lie outside its folder, are said not to be watched', async () => {
  put({ '.git': 'gitdir: /elsewhere/.git/worktrees/a\n' })
  expect((await request('git tag')).limits.join(' ')).toMatch(/^The hooks and settings of git lie outside/)
})

it.each([
  ['sh '.repeat(120_000)],
  [`${'if '.repeat(80_000)}${'. '.repeat(80_000)}| sh`],
  ['a | '.repeat(90_000)],
  ['{a,b}'.repeat(80_000)],
  [`${'a'.repeat(400_000)}{a,b}`],
  ['< '.repeat(200_000)],
  [`${'cat x | '.repeat(30_000)}sh < y`],
])('found by an attack: a script made to be long is looked through in bounded time (%#)', async (line) => {
  put({ 'run.sh': `#!/bin/sh\n${line}\n` }, 0o755)
  expect((await request('./run.sh')).fileHash).not.toBe(null)
})
