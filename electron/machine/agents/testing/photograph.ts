import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file below the folder with its content, mode and time; of objects not the time, which git renews
 * when it meets an object again.
 */
export function photograph(root: string): ReadonlyMap<string, string> {
  const seen = new Map<string, string>()
  const walk = (path: string): void => {
    const found = lstatSync(path)
    if (found.isDirectory()) {
      for (const name of readdirSync(path)) walk(join(path, name))
      return
    }
    const content = found.isSymbolicLink()
      ? readlinkSync(path)
      : createHash('sha256').update(readFileSync(path)).digest('hex')
    seen.set(
      path.slice(root.length),
      `${found.mode.toString(8)} ${path.includes('/objects/') ? '' : found.mtimeMs} ${content}`,
    )
  }
  try {
    walk(root)
  } catch {
    // the missing one
  }
  return seen
}

export const statusOf = (path: string): string => {
  try {
    return execFileSync('git', ['--no-optional-locks', 'status', '--porcelain=v2', '--branch'], {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return 'no status'
  }
}
