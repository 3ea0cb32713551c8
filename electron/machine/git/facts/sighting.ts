import { lstat, stat } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { SECOND } from '../../../../shared/base/time.ts'
import { codeOf } from '../../disk/answering/disk-reason.ts'

/** Which file stands there, and as of when; nothing of it is read. */
export interface Sighting {
  /** The same only as long as nobody has written, replaced or removed it. */
  readonly print: string
  readonly changedAtMs: number // 0: there is none
}

/**
 * A file that changed so shortly before it was seen may change once more within the same tick of its disk's
 * clock, and look the same: git's rule of racy entries. FAT counts in steps of two seconds.
 */
const TICK_MS = 3 * SECOND

/** `nowMs`: the system's clock when the file was seen, or before. A time that is still to come never is settled. */
export const isSettled = ({ changedAtMs }: Sighting, nowMs: number): boolean => changedAtMs < nowMs - TICK_MS

/** Throws what the system says, but for what is not there. */
export async function sightingOf(path: string): Promise<Sighting> {
  const own = await orGone(lstat(path, { bigint: true }))
  if (own === null) return { print: 'gone', changedAtMs: 0 }
  if (!own.isSymbolicLink()) return { print: printOfStats(own), changedAtMs: changedAt(own) }
  const target = await orGone(stat(path, { bigint: true }))
  return {
    print: `${printOfStats(own)}>${target === null ? 'gone' : printOfStats(target)}`,
    changedAtMs: Math.max(changedAt(own), target === null ? 0 : changedAt(target)),
  }
}

export const printOfStats = ({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${mode}:${size}:${mtimeNs}:${ctimeNs}`

const changedAt = ({ mtimeMs, ctimeMs }: BigIntStats): number => Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs)

const orGone = (looking: Promise<BigIntStats>): Promise<BigIntStats | null> =>
  looking.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null
    throw error
  })
