import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface RealPipe {
  readonly readFd: number
  readonly writeFd: number
}

/**
 * Pipes as a shell makes them. Node's own are sockets, which nobody can open by name: a script that writes
 * to /dev/stderr would fail. null: they cannot be made here. Both ends of each must be closed by the
 * caller.
 */
export function realPipes(count: number): readonly RealPipe[] | null {
  if (process.platform === 'win32') return null
  let folder: string | null = null
  const made: RealPipe[] = []
  try {
    folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-exec-'))
    const names = Array.from({ length: count }, (_, i) => path.join(folder ?? '', String(i)))
    if (spawnSync('mkfifo', ['-m', '600', ...names], { stdio: 'ignore' }).status !== 0) return null
    for (const name of names) {
      const readFd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK) // else it waits for a writer
      made.push({ readFd, writeFd: openSync(name, constants.O_WRONLY) })
    }
    return made
  } catch {
    for (const { readFd, writeFd } of made) [readFd, writeFd].forEach((fd) => closeSync(fd))
    return null
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}
