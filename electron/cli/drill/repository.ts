import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A check whose answer is known: in each repository that is not clean lies a file that git does not know. */
const STATUS_TASK = '- [ ] Run `git status`; report uncommitted or untracked files'

export const listOf = (...tasks: readonly string[]): string =>
  `# HEARTBEAT.md\n\n## Timestamps\n- Last quick: (never)\n- Last hourly: (never)\n- Last daily: (never)\n\n` +
  `## Urgent Flags\n(none)\n\n## Quick Tasks\n${[STATUS_TASK, ...tasks].join('\n')}\n\n## Notes\n`

/**
 * What git is started with: nothing of the person's own settings, hooks and keys, nor of a repository that the
 * terminal stands in.
 */
export const GIT_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: GIT_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

interface Made {
  /** Nothing in it is to be reported. */
  readonly isClean?: boolean
  readonly list?: string
  readonly files?: Readonly<Record<string, string>>
}

/**
 * A repository with a HEARTBEAT.md that git ignores. A beat over it that ends quiet has not seen the file that
 * is to be reported.
 */
export function makeRepository(
  folder: string,
  { isClean = false, list = listOf(), files = {} }: Made = {},
): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries({ 'README.md': '# Readme\n', ...files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
  writeFileSync(path.join(folder, '.git/info/exclude'), '/HEARTBEAT.md\n/HEARTBEAT.json\n')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'one')
  git(folder, 'pack-refs', '--all')
  writeFileSync(path.join(folder, 'HEARTBEAT.md'), list)
  if (!isClean) writeFileSync(path.join(folder, 'news.txt'), 'never added\n')
  return folder
}
