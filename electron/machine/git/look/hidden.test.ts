import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeOf, git, make, words } from '../testing/looks.ts'

describe('what a look-only run would hide in git’s own files is told', () => {
  it.each<readonly [string, (path: string) => void, RegExp]>([
    [
      'a file hidden from git',
      (p) => {
        writeFileSync(join(p, 'evil.sh'), 'x')
        mkdirSync(join(p, '.git/info'), { recursive: true })
        appendFileSync(join(p, '.git/info/exclude'), '/evil.sh\n')
      },
      /^git’s configuration changed$/,
    ],
    [
      'history cut off',
      (p) => writeFileSync(join(p, '.git/shallow'), git(p, 'rev-parse', 'HEAD')),
      /git’s configuration changed/,
    ],
    [
      'a commit replaced by another',
      (p) => {
        const other = git(p, 'commit-tree', '-m', 'forged', 'HEAD^{tree}').trim()
        git(p, 'replace', '-f', git(p, 'rev-parse', 'HEAD').trim(), other)
      },
      /ref replace\/[0-9a-f]{40} was created/,
    ],
    ['a note', (p) => void git(p, 'notes', 'add', '-m', 'evil', 'HEAD'), /ref notes\/commits was created/],
  ])('%s', async (_, change, told) => {
    const path = await make('clean')
    git(path, 'config', 'user.name', 'Ada')
    git(path, 'config', 'user.email', 'ada@example.com')
    expect(words(await changeOf(path, () => change(path)))).toMatch(told)
  })
})
