import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Purpose = 'git' | 'run' | 'merge' | 'try'
const NAME = /^threadbeat-(?:git|run|merge|try)-(\d+)-/

/**
 * A private folder; its name holds our process number, so that after a crash it is known to be nobody's.
 */
export const makeTemporary = (purpose: Purpose): Promise<string> =>
  mkdtemp(join(tmpdir(), `threadbeat-${purpose}-${process.pid}-`))

/** Never rejects. Mostly the folder is empty, and then one call will do. */
export async function removeTemporary(folder: string): Promise<void> {
  await rmdir(folder)
    .catch(() => rm(folder, { recursive: true, force: true, maxRetries: 2 }))
    .catch(() => undefined)
}

/** Removes what an app that died has left; returns how many folders. Never rejects. */
export async function sweepTemporary(): Promise<number> {
  let removed = 0
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const owner = NAME.exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const folder = join(tmpdir(), name)
    const found = await lstat(folder).catch(() => null)
    if (
      found === null ||
      !found.isDirectory() ||
      (process.getuid !== undefined && found.uid !== process.getuid())
    )
      continue
    await removeTemporary(folder)
    removed++
  }
  return removed
}

/** Whether there is such a process, whosever it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
