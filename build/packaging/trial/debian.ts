import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SUITE = 'bookworm'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A Debian in a folder, with a person in it who is not root. */
export interface Debian {
  readonly folder: string
  /**
   * Ends with the program. `as`: who runs it; the person has a display and a session bus in the environment. The
   * desktop on that bus is played by us meanwhile, so nothing here may wait without letting others work.
   */
  run(as: 'root' | 'ada', argv: readonly string[], cwd?: string): Promise<Ended>
  start(argv: readonly string[]): ChildProcess
  /** Where a file of it lies for us. */
  at(file: string): string
  end(): void
}

export const HOME = '/home/ada'
export const BUS = 'unix:path=/tmp/bus'
const ENVIRONMENT = {
  root: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'DEBIAN_FRONTEND=noninteractive',
  ],
  ada: [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    `HOME=${HOME}`,
    'USER=ada',
    'SHELL=/bin/bash',
    'DISPLAY=:77',
    `DBUS_SESSION_BUS_ADDRESS=${BUS}`,
    'XDG_CURRENT_DESKTOP=KDE',
  ],
}

/**
 * As debootstrap makes it: nothing but what each Debian has. Packages come from where this machine's come from. Throws
 * what a program says that failed.
 */
export function makeDebian(folder: string): Debian {
  if (!existsSync(path.join(folder, 'etc/debian_version')))
    execFileSync(
      'debootstrap',
      ['--variant=minbase', '--include=ca-certificates', SUITE, folder, ...mirror()],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  cpSync('/etc/apt', path.join(folder, 'etc/apt'), { recursive: true, force: true })
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) cpSync(file, path.join(folder, file), { dereference: true })
  // No service is started by its package.
  writeFileSync(path.join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const mounts = ['proc', 'sys', 'dev'].map((name) => {
    const there = path.join(folder, name)
    mkdirSync(there, { recursive: true })
    execFileSync('mount', ['--rbind', `/${name}`, there])
    execFileSync('mount', ['--make-rslave', there])
    return there
  })
  const children: ChildProcess[] = []
  const words = (as: 'root' | 'ada', argv: readonly string[], cwd: string): string[] => [
    `--userspec=${as}:${as}`,
    folder,
    '/usr/bin/env',
    '-i',
    '-C',
    cwd,
    ...ENVIRONMENT[as],
    ...argv,
  ]
  return {
    folder,
    at: (file) => path.join(folder, file),
    run: (as, argv, cwd = '/') =>
      new Promise((resolve) =>
        execFile('chroot', words(as, argv, cwd), { maxBuffer: 1e8 }, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
        ),
      ),
    start(argv) {
      const child = spawn('chroot', words('ada', argv, HOME), {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      })
      children.push(child)
      return child
    },
    end() {
      for (const { pid } of children) if (pid !== undefined) killGroup(pid)
      for (const there of mounts.splice(0).toReversed()) spawnSync('umount', ['-l', '-R', there])
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}

/** The archive that this machine asks first; none: debootstrap's own. */
function mirror(): readonly string[] {
  const { stdout } = spawnSync('apt-cache', ['policy'], { encoding: 'utf8' })
  const found = new RegExp(`(https?://\\S+) ${SUITE}/main`).exec(stdout ?? '')?.[1]
  return found === undefined ? [] : [found]
}
