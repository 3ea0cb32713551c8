import { constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import { openRegularFile } from '../../disk/regular-file.ts'
import type { Repository } from '../git.ts'
import { REST } from './look.ts'
import { readHead, changedFiles, said } from './words.ts'

const DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty'] as const
const PATHS_SHOWN = 100
const FRESH_SHOWN = 20
const FRESH_LINES = 20

export async function diffText(
  repository: Repository,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<string> {
  const parts: string[] = []
  const [was, is] = [readHead(before.head).commit, readHead(after.head).commit]
  const said = async (args: readonly string[]): Promise<void> => {
    const answer = await repository.git(['--literal-pathspecs', ...args])
    parts.push(
      answer.ok ? answer.value.stdout.trimEnd() : `(The diff cannot be shown: ${answer.error.message})`,
    )
  }
  if (was !== is && is !== 'no-commit')
    await said(
      was === 'no-commit'
        ? ['diff-tree', '--root', '--patch', '-r', '--no-commit-id', ...DIFF, is]
        : ['diff', ...DIFF, was, is, '--'],
    )
  if (repository.bare) return parts.filter((part) => part !== '').join('\n')

  const changed = changedFiles(before, after).filter((name) => name !== REST)
  const tracked = changed.filter((name) => after.files[name]!.startsWith('M')).slice(0, PATHS_SHOWN)
  if (tracked.some((name) => name in before.files))
    parts.push(
      '(Some of these files differed from HEAD before the run too; what they differ in now is shown.)',
    )
  if (tracked.length > 0)
    await said(['diff', ...DIFF, ...(is === 'no-commit' ? [] : ['HEAD']), '--', ...tracked])
  const fresh = changed.filter((name) => after.files[name]!.startsWith('?'))
  for (const name of fresh.slice(0, FRESH_SHOWN)) parts.push(await firstLines(repository.location.path, name))
  return parts.filter((part) => part !== '').join('\n')
}

/** A file that git knows nothing of, as a diff would show it. */
async function firstLines(folder: string, name: string): Promise<string> {
  const title = `+++ ${said(name)} (untracked)`
  try {
    if (!(await lstat(join(folder, name))).isFile()) return title
    const file = await openRegularFile(join(folder, name), constants.O_RDONLY, { links: 'refuse' })
    try {
      const buffer = Buffer.alloc(4096)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      const { size } = await file.stat()
      const bytes = buffer.subarray(0, bytesRead)
      if (bytes.includes(0)) return `${title}\n(${size} bytes, not text)`
      const all = bytes.toString('utf8').trimEnd().split('\n')
      const shown = all
        .slice(0, FRESH_LINES)
        .map((line) => `+${line}`)
        .join('\n')
      return `${title}\n${shown}${size > bytesRead || all.length > FRESH_LINES ? `\n… (${size} bytes in all)` : ''}`
    } finally {
      await file.close()
    }
  } catch {
    return title
  }
}
