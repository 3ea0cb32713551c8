import { constants } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { openRegularFile, readRegularFile } from '../disk/regular-file.ts'
import { keptByLook } from './facts/kept-by-look.ts'
import { locateRepository } from './git-location.ts'
import { codeOf } from '../disk/answering/disk-reason.ts'

/** Of a file that git reads at each status. */
export const IGNORES_LIMIT_BYTES = 1024 * 1024
export const LINE = '/HEARTBEAT.md'
/** Stands in the place of the line where a person wants git to see the file. */
export const LEFT = '# HEARTBEAT.md is left to git'
/** Any of these means that someone has decided already, also against us. */
const DECIDED = new Set([LINE, LEFT, 'HEARTBEAT.md', `!${LINE}`, '!HEARTBEAT.md'])

/** By the common git folder. */
const kept = keptByLook<null>()

/**
 * Adds the line for HEARTBEAT.md to info/exclude of the common git folder, where it counts for every
 * worktree and belongs to nobody's commits; .gitignore is not touched. Idempotent: one line is appended,
 * once, and a file that looks as it did is not read again. `nowMs`: the system's clock. Contract: never rejects.
 */
export async function excludeHeartbeat(
  repoPath: string,
  nowMs: () => number = Date.now,
): Promise<Result<null, Fault>> {
  const located = await locateRepository(repoPath)
  if (!located.ok) return located
  const { commonDir, hasGitEntry } = located.value
  if (!hasGitEntry) return ok(null) // a bare repository has no files to be untracked
  try {
    return await kept({
      key: commonDir,
      paths: [join(commonDir, 'info/exclude')],
      async find() {
        const path = await excludeFile(commonDir)
        if (!path.ok) return path
        await appendOnce(path.value)
        return ok(null)
      },
      nowMs,
    })
  } catch (error) {
    return err(
      fault(
        'git.failed',
        `No line could be added to ${join(commonDir, 'info/exclude')}: ` + `${messageOf(error)}`,
      ),
    )
  }
}

/** The real path of the file, whether it is there or not; throws what the system says. */
export async function excludeFile(commonDir: string): Promise<Result<string, Fault>> {
  const home = await realpath(commonDir)
  const real = (path: string): Promise<string> =>
    realpath(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return path
      throw error
    })
  // Through a link one could be led to a .gitignore, or out of the repository.
  const path = await real(join(await real(join(home, 'info')), 'exclude'))
  return path.startsWith(home + sep)
    ? ok(path)
    : err(
        fault(
          'git.failed',
          `${join(commonDir, 'info/exclude')} leads to ${path}, outside the repository; no line was added`,
        ),
      )
}

async function appendOnce(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const { O_RDWR, O_APPEND, O_CREAT } = constants
  const file = await openRegularFile(path, O_RDWR | O_APPEND | O_CREAT, { links: 'refuse' })
  try {
    const { bytes } = await readRegularFile(path, { maxBytes: IGNORES_LIMIT_BYTES, links: 'refuse' })
    const text = bytes.toString('latin1') // any bytes; ours are ASCII
    if (text.split(/\r\n|\n/).some((line) => DECIDED.has(line.trim()))) return
    const ending = /\r\n[^\n]*$/.test(text) ? '\r\n' : '\n'
    const line = `${text === '' || text.endsWith('\n') ? '' : ending}${LINE}${ending}`
    const { bytesWritten } = await file.write(line)
    if (bytesWritten !== line.length)
      throw new Error(`only ${bytesWritten} of ${line.length} bytes could be written`)
    await file.sync()
  } finally {
    await file.close()
  }
}
