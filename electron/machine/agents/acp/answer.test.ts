import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CliRequest } from '../cli.ts'
import { testFolder } from '../testing/folders.ts'
import { request } from '../testing/cli-requests.ts'
import { answerTo } from './answer.ts'
import { withMore } from './asked.ts'

const folder = testFolder()
const repo = join(folder, 'repo')
mkdirSync(join(repo, '.git'), { recursive: true })
mkdirSync(join(repo, 'src'))
writeFileSync(join(folder, 'secret'), 'x')
writeFileSync(join(repo, 'HEARTBEAT.md'), 'x')
symlinkSync(join(folder, 'secret'), join(repo, 'link'))
symlinkSync(folder, join(repo, 'out'))
symlinkSync(join(folder, 'new'), join(repo, 'dangling'))

type Told = Readonly<Record<string, unknown>>
const run = (command: string): Told => ({ toolCallId: '1', kind: 'execute', rawInput: { command } })
const about = (kind: string, ...paths: readonly string[]): Told => ({
  toolCallId: '1',
  kind,
  title: paths.join(', '),
  locations: paths.map((path) => ({ path: path.startsWith('/') ? path : join(repo, path) })),
})
const answer = (told: Told, changes: Partial<CliRequest> = {}) =>
  answerTo(withMore(null, told), request({ repoPath: repo, ...changes }))

const asks = (kind: string, rawInput: Told, more: Told = {}): Told => ({
  toolCallId: '1',
  kind,
  title: 'x',
  rawInput,
  ...more,
})
const inRepo = (path: string): string => join(repo, path)

describe('a question for permission', () => {
  it.each<[string, Told]>([
    ['a tool of ours that there is not', asks('other', { command: 'touch x' }, { title: 'threadbeat_bash' })],
    ['a command elsewhere', asks('execute', { command: 'ls', cwd: '/etc' })],
    ['a command behind a link', asks('execute', { command: 'ls', workdir: 'out' })],
    ['a command with variables', asks('execute', { command: 'git diff', env: { GIT_EXTERNAL_DIFF: './x' } })],
    ['a command with another', asks('execute', { command: 'git status', cmd: 'touch x' })],
    ['a command with more arguments', asks('execute', { command: 'git status', args: ['; touch x'] })],
    ['a thought that runs something', asks('think', { command: 'touch x' })],
    ['a search that runs something', asks('search', { command: 'touch x' })],
    ['a read that fetches', asks('read', { path: inRepo('src'), url: 'http://x' })],
    ['a read that writes', asks('read', { path: inRepo('HEARTBEAT.md'), content: 'x' })],
    [
      'a read with a difference',
      asks(
        'read',
        { path: inRepo('src') },
        { content: [{ type: 'diff', path: inRepo('src/a'), newText: 'x' }] },
      ),
    ],
    ['a read of more, deeper', asks('read', { path: inRepo('src'), opts: { files: ['/etc/passwd'] } })],
    [
      'a patch of another file',
      asks(
        'edit',
        { patchText: '*** Update File: README.md' },
        { locations: [{ path: inRepo('HEARTBEAT.md') }] },
      ),
    ],
    [
      'an edit with a target',
      asks('edit', { file_path: inRepo('HEARTBEAT.md'), target: inRepo('README.md') }),
    ],
    [
      'an edit of more, deeper',
      asks('edit', { file_path: inRepo('HEARTBEAT.md'), edits: [{ file_path: inRepo('README.md') }] }),
    ],
    ['an edit that runs something', asks('edit', { path: inRepo('HEARTBEAT.md'), command: 'touch x' })],
    ['a search above', asks('search', { path: '../x' })],
    ['a read behind a link and back', asks('read', { path: `${repo}/out/../secret` })],
    ['a read by an address', asks('read', { path: 'file:///etc/passwd' })],
    ['a read at home', asks('read', { path: '~/x' })],
    ['a read by a variable', asks('read', { path: '$HOME/x' })],
    ['a read of what is not there', about('read', 'dangling')],
  ])('found by an attacker, of one that may only look is refused: %s', async (_, told) =>
    expect((await answer(told))?.label).toEqual(expect.any(String)),
  )

  it.each<[string, Told]>([
    ['a link to what is not there', about('edit', 'dangling')],
    ['outside, behind a link and back', asks('edit', { file_path: `${repo}/out/../x` })],
    ['an address', asks('edit', { file_path: 'file:///tmp/x' })],
    ['git’s own folder, spelled otherwise', about('edit', '.GIT/config')],
    [
      'git’s own folder, deeper',
      asks('edit', { file_path: inRepo('a'), edits: [{ path: inRepo('.git/config') }] }),
    ],
    ['a message from a file', run('git commit -F /etc/passwd')],
    ['a template', run('git commit --template=/etc/passwd')],
    ['a list of files from a file', run('git add --pathspec-from-file=/etc/passwd')],
  ])('found by an attacker, of one that may tidy is refused: %s', async (_, told) =>
    expect((await answer(told, { profile: 'tidy' }))?.label).toEqual(expect.any(String)),
  )

  it('with more in it than its rule says is not covered by what a person allowed, nor offered to be', async () => {
    const allowed = ['execute(npm test)', 'edit(src/a.ts)']
    expect(await answer(run('npm test'), { allowed })).toBeNull()
    for (const told of [
      asks('execute', { command: 'npm test', cwd: '/etc' }),
      asks('execute', { command: 'npm test', workdir: 'out' }),
      asks('execute', { command: 'npm test', env: { NODE_OPTIONS: '--require ./x' } }),
      asks('edit', { path: inRepo('src/a.ts'), command: 'touch x' }),
    ])
      expect((await answer(told, { allowed }))?.allowable).toBe(false)
  })

  it('about more places, or deeper ones, than are looked through is refused', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => inRepo(`src/${n}`))
    const tidy = { profile: 'tidy' } as const
    expect(await answer(asks('edit', { files: many }), tidy)).toBeNull()
    expect(await answer(asks('edit', { files: [...many, '/etc/passwd'] }), tidy)).not.toBeNull()
    const deep = (levels: number): Told =>
      levels === 0 ? { path: '/etc/passwd' } : { next: deep(levels - 1) }
    for (const levels of [1, 4, 5, 6, 7, 20])
      expect(await answer(asks('edit', { path: inRepo('src/a'), ...deep(levels) }), tidy)).not.toBeNull()
  })

  it('found by an attacker: about another kind of call than was announced is refused', async () => {
    const announced = withMore(null, run('touch x'), false)
    for (const kind of ['think', 'read', 'search'])
      expect(
        await answerTo(withMore(announced, { toolCallId: '1', kind }), request({ repoPath: repo })),
      ).not.toBeNull()
  })

  it.each<[string, Told]>([
    ['looking with git', run('git status --short && git log -3')],
    ['a command that is told as the title', { toolCallId: '1', kind: 'execute', title: 'git status' }],
    ['words of a command', { toolCallId: '1', kind: 'execute', rawInput: { command: ['git', 'status'] } }],
    ['fetching', run('git fetch --prune origin')],
    ['reading', about('read', 'src/a.ts')],
    ['searching', about('search')],
    ['thinking', about('think')],
    ['its list', about('edit', 'HEARTBEAT.md')],
    ['a tool of ours', { toolCallId: '1', kind: 'other', title: 'threadbeat_report' }],
    [
      'a tool of ours, spelled otherwise',
      { toolCallId: '1', kind: 'other', title: 'flag (threadbeat MCP Server)' },
    ],
  ])('of one that may only look is granted for %s', async (_, told) => expect(await answer(told)).toBeNull())

  it.each<[string, Told]>([
    ['a file', run('touch stolen')],
    ['a redirection', run('git status > x')],
    ['behind a look', run('git status; rm -rf src')],
    ['where it may never come', run('true || rm -rf src')],
    ['in a substitution', run('echo $(rm -rf src)')],
    ['by an alias of git', run("git -c alias.x='!rm -rf src' x")],
    ['by a variable', run('GIT_SSH_COMMAND=./evil git fetch')],
    ['by another program', run('npm test')],
    ['by a shell', run('bash -c "touch x"')],
    ['by find', run('find . -delete')],
    ['outside', run('cat ../secret')],
    ['at home', run('cat ~/.ssh/id_rsa')],
    ['staging', run('git add -A')],
    ['pushing', run('git push origin main')],
    ['what no shell would take', run('git status "')],
    ['nothing', run('')],
    ['another file', about('edit', 'src/a.ts')],
    ['its list and another', about('edit', 'HEARTBEAT.md', 'src/a.ts')],
    ['a list of another folder', about('edit', 'src/HEARTBEAT.md')],
    ['its list, away', about('delete', 'HEARTBEAT.md')],
    ['an edit of nothing that is told', about('edit')],
    ['reading outside', about('read', '/etc/hostname')],
    ['reading through a link', about('read', 'link')],
    ['reading through a linked folder', about('read', 'out/secret')],
    ['reading nothing that is told', about('read')],
    ['searching outside', about('search', '/etc')],
    ['a page', { toolCallId: '1', kind: 'fetch', rawInput: { url: 'https://example.com/x' } }],
    ['another mode', about('switch_mode')],
    ['an unknown tool', { toolCallId: '1', kind: 'other', title: 'deploy' }],
    ['a tool that sounds like ours', { toolCallId: '1', kind: 'other', title: 'x threadbeat_report' }],
    ['a command that is called like ours', { toolCallId: '1', kind: 'execute', title: 'threadbeat_report' }],
    ['a kind that nobody knows', about('erase', 'src/a.ts')],
    ['no kind', { toolCallId: '1', title: 'x' }],
  ])('of one that may only look is refused: %s', async (_, told) =>
    expect((await answer(told))?.label).toEqual(expect.any(String)),
  )

  it.each<[string, Told]>([
    ['files', about('edit', 'src/a.ts')],
    ['a new file in a new folder', about('edit', 'new/deep/a.ts')],
    ['taking files away', about('delete', 'src/a.ts')],
    ['staging and a commit', run('git add -A && git commit -m "fix /api, see ../x"')],
    ['looks among them', run('git status && git add src')],
  ])('of one that may tidy is granted for %s', async (_, told) =>
    expect(await answer(told, { profile: 'tidy' })).toBeNull(),
  )

  it.each<[string, Told]>([
    ['outside', about('edit', '/etc/hostname')],
    ['through a link', about('edit', 'out/secret')],
    ['in git’s own folder', about('edit', '.git/hooks/pre-commit')],
    ['moved outside', about('move', 'src/a.ts', '/tmp/a.ts')],
    ['the repository itself', about('delete', '.')],
    ['pushing', run('git push')],
    ['behind staging', run('git add -A && npm publish')],
    ['reading outside beside staging', run('git add -A || cat /etc/passwd')],
  ])('of one that may tidy is refused: %s', async (_, told) =>
    expect((await answer(told, { profile: 'tidy' }))?.label).toEqual(expect.any(String)),
  )

  it('is granted to one that may do all', async () => {
    for (const profile of ['full', 'bypass'] as const)
      expect(await answer(run('rm -rf /'), { profile })).toBeNull()
  })

  it('is granted word by word once a person allowed it, and pushing never', async () => {
    const refused = await answer(run('npm test'))
    expect(refused).toEqual({ rule: 'execute(npm test)', label: 'run `npm test`', allowable: true })
    const allowed = [refused!.rule]
    expect(await answer(run('npm test'), { allowed })).toBeNull()
    expect(await answer(run('npm test; rm -rf src'), { allowed })).not.toBeNull()
    const push = await answer(run('git push'))
    expect(push).toEqual({
      rule: 'execute(git push)',
      label: 'run `git push` (only with all rights: Full)',
      allowable: false,
    })
    expect(await answer(run('git push'), { allowed: [push!.rule] })).not.toBeNull()
    const page = await answer({ toolCallId: '1', kind: 'fetch', rawInput: { url: 'https://example.com/x' } })
    expect(page).toMatchObject({ rule: 'fetch(example.com)', label: 'fetch pages of example.com' })
    expect(await answer(about('edit', 'src/a.ts'))).toMatchObject({ rule: 'edit(src/a.ts)' })
  })

  it('about a part of a call is about that call: a folder outside of it is not a tool without a kind', async () => {
    const known = withMore(null, { toolCallId: '1', kind: 'read', title: 'read' })
    const asked = withMore(known, {
      toolCallId: '1',
      kind: 'other',
      title: '/etc',
      rawInput: { filepath: '/etc/hostname', parentDir: '/etc' },
    })
    expect(asked).toMatchObject({ kind: 'read', paths: ['/etc/hostname', '/etc'] })
    expect(await answerTo(asked, request({ repoPath: repo }))).toMatchObject({
      rule: 'read(/etc/hostname, /etc)',
    })
  })
})
