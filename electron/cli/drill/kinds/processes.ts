import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** That a program is not on this machine, in words; null: it is. */
export const missing = (program: string): string | null =>
  spawnSync('/bin/sh', ['-c', 'command -v "$0"', program]).status === 0 ? null : `${program} is not there`

/** Whether a `sleep` of so many seconds runs. */
export const isThere = (mark: string): boolean =>
  readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${mark}\0`)
    } catch {
      return false // gone meanwhile
    }
  })
