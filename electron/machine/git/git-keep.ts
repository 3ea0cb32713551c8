import { lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import type { GitKeep, GitKeepView } from '../../../shared/playbook/keep.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { excludeFile, excludeHeartbeat, IGNORES_LIMIT_BYTES, LEFT, LINE } from './git-exclude.ts'
import { locateRepository } from './git-location.ts'
import { versionOf } from '../disk/heartbeat-bytes.ts'
import { readRegularFile } from '../disk/regular-file.ts'
import { lstatOrNull, replaceFile } from '../disk/replace-file.ts'
import { isTracked } from './facts/tracked.ts'

const HIDES = new Set([LINE, 'HEARTBEAT.md'])
const AGAINST = new Set([LEFT, '!/HEARTBEAT.md', '!HEARTBEAT.md'])

/**
 * How HEARTBEAT.md is kept out of git now, and what .gitignore would become. Writes nothing. Contract:
 * never rejects.
 */
export const gitKeep = (repoPath: string): Promise<Result<GitKeepView, Fault>> =>
  caught(async () => {
    const located = await locateRepository(repoPath)
    if (!located.ok) return located
    const tracked = await isTracked(repoPath)
    if (!tracked.ok) return tracked
    const exclude = await excludeFile(located.value.commonDir)
    if (!exclude.ok) return exclude
    const local = (await textOf(exclude.value))?.split(/\r\n|\n/).map((l) => l.trim()) ?? []
    const ignore = located.value.hasGitEntry ? await gitignoreOf(located.value.path) : null
    return ok({
      now: tracked.value ? 'tracked' : keptBy(local, ignore?.has === true),
      gitignore:
        ignore === null || ignore.has
          ? null
          : { before: ignore.text, after: ignore.after, version: ignore.version },
    })
  })

/**
 * Puts the line where a person wants it. .gitignore gets it only as `version` was shown: file.conflict when
 * it is another by now. A line in .gitignore is never taken away. Contract: never rejects.
 */
export const setGitKeep = (repoPath: string, keep: GitKeep, version: string): Promise<Result<null, Fault>> =>
  caught(async () => {
    const located = await locateRepository(repoPath)
    if (!located.ok) return located
    if (!located.value.hasGitEntry)
      return err(fault('git.failed', `${repoPath} is a bare repository: it has no files to be ignored`))
    if (keep === 'gitignore') {
      const ignore = await gitignoreOf(located.value.path)
      if (ignore === null)
        return err(
          fault(
            'git.failed',
            `${join(repoPath, '.gitignore')} is a link, too large or not UTF-8 text, so it was left ` +
              `as it is; add the line ${LINE} yourself`,
          ),
        )
      if (!ignore.has) {
        const path = join(located.value.path, '.gitignore')
        const changed = err(
          fault('file.conflict', `${path} was changed since it was shown; nothing was written`),
        )
        if (ignore.version !== version) return changed
        if (
          (await replaceFile(
            path,
            Buffer.from(ignore.after, 'utf8'),
            ignore.text === null ? null : version,
            await lstatOrNull(path),
          )) === 'conflict'
        )
          return changed
      }
    }
    const exclude = await excludeFile(located.value.commonDir)
    if (!exclude.ok) return exclude
    await replaceLines(
      exclude.value,
      (lines) =>
        lines.filter((l) =>
          keep === 'exclude' ? !AGAINST.has(l.trim()) : !HIDES.has(l.trim()) && l.trim() !== LEFT,
        ),
      keep === 'exclude' ? null : LEFT,
    )
    return keep === 'exclude' ? excludeHeartbeat(repoPath) : ok(null)
  })

/** null: not a plain file of UTF-8 text that could be edited. */
async function gitignoreOf(folder: string): Promise<{
  readonly text: string | null
  readonly after: string
  readonly version: string
  readonly has: boolean
} | null> {
  const path = join(folder, '.gitignore')
  const stats = await lstatOrNull(path)
  if (stats === null) return { text: null, after: `${LINE}\n`, version: '', has: false }
  if (!stats.isFile() || stats.nlink > 1 || stats.size > IGNORES_LIMIT_BYTES) return null
  const { bytes } = await readRegularFile(path, { maxBytes: IGNORES_LIMIT_BYTES, links: 'refuse' })
  const text = bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) return null
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const has = text.split(/\r\n|\n/).some((l) => HIDES.has(l))
  return {
    text,
    after: `${text}${text === '' || text.endsWith('\n') ? '' : ending}${LINE}${ending}`,
    version: versionOf(bytes),
    has,
  }
}

/** Any bytes stay what they are; `last` is added where it is not null. */
async function replaceLines(
  path: string,
  change: (lines: string[]) => string[],
  last: string | null,
): Promise<void> {
  const before = await textOf(path)
  const lines = (before ?? '').split(/(?<=\n)/)
  const kept = change(lines).join('')
  const ending = (before ?? '').includes('\r\n') ? '\r\n' : '\n'
  const after =
    last === null ? kept : `${kept}${kept === '' || kept.endsWith('\n') ? '' : ending}${last}${ending}`
  if (after === (before ?? '')) return
  await mkdir(dirname(path), { recursive: true })
  const replaced = await replaceFile(
    path,
    Buffer.from(after, 'latin1'),
    before === null ? null : versionOf(Buffer.from(before, 'latin1')),
    before === null ? null : await lstat(path),
  )
  if (replaced === 'conflict') throw new Error(`${path} was changed at the same moment; nothing was written`)
}

/** As latin1, so that any bytes come back; null: there is none. */
const textOf = async (path: string): Promise<string | null> =>
  (await lstatOrNull(path)) === null
    ? null
    : (await readRegularFile(path, { maxBytes: IGNORES_LIMIT_BYTES, links: 'refuse' })).bytes.toString(
        'latin1',
      )

async function caught<T>(action: () => Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await action()
  } catch (error) {
    return err(
      fault(
        'git.failed',
        'What hides HEARTBEAT.md from git could not be looked at or changed: ' + `${messageOf(error)}`,
      ),
    )
  }
}

/** `local`: the lines of this clone's own list. */
function keptBy(local: readonly string[], isIgnored: boolean): GitKeepView['now'] {
  if (local.some((l) => HIDES.has(l))) return 'exclude'
  if (isIgnored) return 'gitignore'
  return local.some((l) => AGAINST.has(l)) ? 'leave' : 'undecided'
}
