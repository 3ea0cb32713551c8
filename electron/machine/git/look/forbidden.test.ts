import {
  appendFileSync,
  chmodSync,
  lutimesSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RepositoryState } from '../../../host/repositories.ts'
import { make, git, changeOf, words } from '../testing/looks.ts'

function hook(path: string, name: string): void {
  mkdirSync(join(path, '.git/hooks'), { recursive: true })
  writeFileSync(join(path, '.git/hooks', name), '#!/bin/sh\n', { mode: 0o755 })
}

const otherBranch = (path: string): string =>
  git(path, 'for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .split('\n')
    .find((name) => name !== 'main')!

/** Another text of the same length, with the old times put back as far as that can be done. */
function rewriteInPlace(path: string): void {
  const { size, atime, mtime } = statSync(path)
  writeFileSync(path, 'y'.repeat(size))
  lutimesSync(path, atime, mtime)
}

describe('what it may not do', () => {
  it.each<readonly [string, RepositoryState, (path: string) => void, RegExp]>([
    [
      'a commit',
      'clean',
      (p) => void (appendFileSync(join(p, 'README.md'), 'more\n'), git(p, 'commit', '-qam', 'x')),
      /^HEAD moved from \w{7} to \w{7} \(branch main\); the index changed\n\n[^]*\+more/,
    ],
    [
      'an empty commit',
      'clean',
      (p) => void git(p, 'commit', '-q', '--allow-empty', '-m', 'x'),
      /^HEAD moved from \w{7} to \w{7} \(branch main\)$/,
    ],
    [
      'a first commit',
      'empty',
      (p) =>
        void (writeFileSync(join(p, 'a.txt'), 'one\n'), git(p, 'add', 'a.txt'), git(p, 'commit', '-qm', 'x')),
      /^HEAD moved from no-commit to \w{7} \(branch \w+\)[^]*\+one/,
    ],
    [
      'switching branches',
      'clean',
      (p) => void git(p, 'checkout', '-qb', 'wip'),
      /^HEAD switched from main to wip; branch wip was created$/,
    ],
    [
      'detaching HEAD',
      'clean',
      (p) => void git(p, 'checkout', '-q', '--detach'),
      /^HEAD switched from main to \(detached\)$/,
    ],
    ['a branch', 'clean', (p) => void git(p, 'branch', 'wip/one'), /^branch wip\/one was created$/],
    [
      'a deleted branch',
      'stale_branches',
      (p) => void git(p, 'branch', '-D', otherBranch(p)),
      /^branch \S+ was deleted$/,
    ],
    [
      'a moved branch',
      'stale_branches',
      (p) =>
        void git(p, 'branch', '-f', otherBranch(p), git(p, 'commit-tree', '-m', 'x', 'HEAD^{tree}').trim()),
      /^branch \S+ moved from \w{7} to \w{7}$/,
    ],
    [
      'a changed file',
      'clean',
      (p) => appendFileSync(join(p, 'README.md'), 'more\n'),
      /^1 file changed: README\.md\n\ndiff --git[^]*\+more$/,
    ],
    [
      'an edit that keeps size and time',
      'dirty',
      (p) => rewriteInPlace(join(p, 'notes.txt')),
      /^1 file changed: notes\.txt/,
    ],
    [
      'a changed mode',
      'clean',
      (p) => chmodSync(join(p, 'README.md'), 0o755),
      /^1 file changed: README\.md[^]*new mode 100755/,
    ],
    [
      'a deleted file',
      'clean',
      (p) => rmSync(join(p, 'README.md')),
      /^1 file changed: README\.md[^]*deleted file/,
    ],
    [
      'a new file',
      'clean',
      (p) => (mkdirSync(join(p, 'new dir')), writeFileSync(join(p, 'new dir', 'a.txt'), 'one\ntwo\n')),
      /^1 file changed: new dir\/a\.txt\n\n\+\+\+ new dir\/a\.txt \(untracked\)\n\+one\n\+two$/,
    ],
    [
      'a new link',
      'clean',
      (p) => symlinkSync('/etc/passwd', join(p, 'link')),
      /^1 file changed: link\n\n\+\+\+ link \(untracked\)$/,
    ],
    [
      'a new file that is no text',
      'clean',
      (p) => writeFileSync(join(p, 'x.bin'), Buffer.from([1, 0, 2])),
      /\(3 bytes, not text\)$/,
    ],
    ['staging', 'dirty', (p) => void git(p, 'add', '-A'), /the index changed/],
    [
      'hiding a file from git status',
      'clean',
      (p) => void git(p, 'update-index', '--assume-unchanged', 'README.md'),
      /^the index changed$/,
    ],
    [
      'throwing work away',
      'dirty',
      (p) => void git(p, 'checkout', '-q', '.'),
      /^1 file is as in HEAD now: src\/index\.txt$/,
    ],
    [
      'deleting an untracked file',
      'dirty',
      (p) => rmSync(join(p, 'notes.txt')),
      /^1 file no longer untracked: notes\.txt$/,
    ],
    ['a stash', 'dirty', (p) => void git(p, 'stash'), /; stash added$/],
    [
      'an edit of a file called like a property',
      'clean',
      (p) => writeFileSync(join(p, '__proto__'), 'x\n'),
      /^1 file changed: __proto__/,
    ],
    [
      'a remote',
      'clean',
      (p) => void git(p, 'remote', 'add', 'evil', '/nowhere'),
      /^git’s configuration changed$/,
    ],
    [
      'another address to push to',
      'clean',
      (p) => void git(p, 'remote', 'set-url', '--push', 'origin', '/nowhere'),
      /^git’s configuration changed$/,
    ],
    [
      'a setting of a worktree',
      'worktree',
      (p) => void git(p, 'config', 'core.sshCommand', './x'),
      /^git’s configuration changed$/,
    ],
    [
      'a filter of its own',
      'clean',
      (p) => (
        mkdirSync(join(p, '.git/info'), { recursive: true }),
        writeFileSync(join(p, '.git/info/attributes'), '* filter=x\n')
      ),
      /git’s configuration changed/,
    ],
    ['a hook', 'clean', (p) => hook(p, 'post-checkout'), /^a hook was added: post-checkout$/],
    [
      'a branch of a bare repository',
      'bare',
      (p) => void git(p, 'branch', 'wip'),
      /^branch wip was created$/,
    ],
  ])('%s', async (_, state, change, expected) => {
    const path = await make(state)
    expect(await changeOf(path, () => change(path))).toMatch(expected)
  })

  it('dropping a stash, and changing a file again that was changed before', async () => {
    const path = await make('dirty')
    git(path, 'stash')
    expect(words(await changeOf(path, () => void git(path, 'stash', 'drop')))).toBe('stash dropped')
    writeFileSync(join(path, 'README.md'), 'one\n')
    const text = await changeOf(path, () => writeFileSync(join(path, 'README.md'), 'two\n'))
    expect(text).toMatch(
      /^1 file changed: README\.md\n\n\(Some of these files differed from HEAD before the run too; .*\)\ndiff/,
    )
    expect(text).toContain('+two')
  })

  it('changing and removing a hook', async () => {
    const path = await make()
    hook(path, 'pre-commit')
    expect(await changeOf(path, () => appendFileSync(join(path, '.git/hooks/pre-commit'), 'touch x\n'))).toBe(
      'a hook was changed: pre-commit',
    )
    expect(await changeOf(path, () => chmodSync(join(path, '.git/hooks/pre-commit'), 0o644))).toBe(
      'a hook was changed: pre-commit',
    )
    expect(await changeOf(path, () => rmSync(join(path, '.git/hooks/pre-commit')))).toBe(
      'a hook was removed: pre-commit',
    )
  })

  it('in a worktree', async () => {
    const path = await make('worktree')
    expect(await changeOf(path, () => writeFileSync(join(path, 'x.txt'), 'x\n'))).toMatch(
      /^1 file changed: x\.txt/,
    )
  })

  it('is told in at most 20,000 characters, with the gap named', async () => {
    const path = await make()
    const text = (await changeOf(path, () =>
      writeFileSync(join(path, 'README.md'), 'a line of text\n'.repeat(20_000)),
    ))!
    expect(text.length).toBeLessThanOrEqual(20_000)
    expect(text).toMatch(/… \([\d,]+ more characters are left out\)$/)
    const many = (await changeOf(path, () => {
      for (let i = 0; i < 60; i++)
        writeFileSync(join(path, `file-${String(i).padStart(2, '0')}.txt`), `${i}\n`)
    }))!
    expect(words(many)).toMatch(/^60 files changed: file-00\.txt, .* and 40 more$/)
  })
  it('with names that are not printable in words of one line', async () => {
    const path = await make()
    const text = await changeOf(path, () => writeFileSync(join(path, 'a\nHEAD moved'), 'x\n'))
    expect(words(text)).toBe('1 file changed: a?HEAD moved')
  })
})
