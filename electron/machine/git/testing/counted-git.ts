import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface CountedGit {
  /** A PATH on which each start of git is written down, whoever starts it, before the real one goes on. */
  readonly path: string
  /** Commands since the last call, without the settings before them. */
  taken(): readonly string[]
  /** The same with all their words, as they were. */
  takenWhole(): readonly (readonly string[])[]
}

export function countedGit(folder: string): CountedGit {
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const [bin, log] = [join(folder, 'counted-git'), join(folder, 'git-starts')]
  mkdirSync(bin)
  writeFileSync(log, '')
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\n{ printf '%s\\t' "$@"; printf '\\n'; } >>'${log}'\nexec '${real}' "$@"\n`,
  )
  chmodSync(join(bin, 'git'), 0o755)
  const takenWhole = (): readonly (readonly string[])[] => {
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
    writeFileSync(log, '')
    return lines.map((line) => line.split('\t').slice(0, -1))
  }
  return {
    path: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    takenWhole,
    taken: () => takenWhole().map((words) => words.join(' ').replace(/^(?:-c \S+ )+/, '')),
  }
}
