import { join } from 'node:path'
import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { repo, put, request } = approvalRepository()
type Files = Readonly<Record<string, string>>
const OUTSIDE = 'The hooks and settings of git lie outside this folder'
const WATCHED = '[core]\n\tfsmonitor = ./x\n'

it.each<[string, Files, string]>([
  ['git commit -m x', {}, '.git/modules/libs/foo/config'],
  ['git commit -m x', { '.git/modules/libs/foo/config': '' }, '.git/modules/libs/foo/hooks/post-checkout'],
  ['git tag', { '.git/modules/a/config': '' }, '.git/modules/a/modules/b/c/config'],
  ['git tag', {}, '.git/modules/libs/hooks/config'],
  ['sh run.sh', { 'run.sh': 'git commit -m x\n' }, '.git/modules/libs/foo/config'],
])(
  'found by an attack: `%s` over %j asks again when %s of a submodule comes',
  async (command, files, changed) => {
    put({ '.git/HEAD': 'ref: x\n', ...files })
    const before = await request(command)
    put({ [changed]: changed.endsWith('config') ? WATCHED : 'true\n' })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file }) => file)).toContain(changed)
  },
)

it.each<[string, Files, string]>([
  ['git commit -m x', { '.git': 'gitdir: real.git\n' }, 'real.git/hooks/pre-commit'],
  ['git commit -m x', { '.git': `gitdir: ${join(repo, 'real.git')}\n` }, 'real.git/config'],
  ['sh run.sh', { '.git': 'gitdir: real.git\n' }, 'real.git/hooks/pre-commit'],
  ['git -C sub commit', { 'sub/.git': 'gitdir: ../kept/sub\n' }, 'kept/sub/hooks/pre-commit'],
  ['git commit -m x', { '.git': 'gitdir: a/b\n', 'a/b/commondir': '../c\n' }, 'a/c/config'],
  ['git commit -m x', { '.git': 'gitdir: real.git\n' }, 'real.git/modules/libs/foo/config'],
])(
  'found by an attack: `%s` over %j asks again when %s comes, to which a file .git leads',
  async (command, files, changed) => {
    put({ 'run.sh': 'git commit -m x\n', ...files })
    const before = await request(command)
    put({ [changed]: changed.endsWith('config') ? WATCHED : 'true\n' })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file, text }) => [file, text])).toContainEqual([
      changed,
      changed.endsWith('config') ? WATCHED.trimEnd() : 'true\n',
    ])
    expect(after.limits.join(' ')).not.toContain(OUTSIDE)
  },
)

it.each<[string, Files]>([
  ['git commit -m x', {}],
  ['sh run.sh', { 'run.sh': 'git commit -m x\n' }],
  ['make x', { Makefile: 'x:\n\t@git tag\n' }],
  ['npm test', { 'package.json': '{"scripts":{"test":"sh run.sh"}}', 'run.sh': '/usr/bin/git status\n' }],
  ['git commit -m x', { '.git': 'gitdir: kept\n', 'kept/commondir': '../../elsewhere\n' }],
])(
  'found by an attack: that hooks and settings of git lie outside is said of `%s` over %j',
  async (command, files) => {
    put({ '.git': 'gitdir: /elsewhere/.git/worktrees/a\n', ...files })
    expect((await request(command)).limits.join(' ')).toContain(OUTSIDE)
  },
)

it('it is not said of a command that starts no git', async () => {
  put({ '.git': 'gitdir: /elsewhere\n', 'run.sh': 'cat .gitignore\ntrue\n' })
  expect((await request('sh run.sh')).limits.join(' ')).not.toContain(OUTSIDE)
})
