import { DAY, type Instant } from '../base/time.ts'
import { SILENT_AFTER_MS } from '../threads/silent.ts'
import type { ThreadView } from './thread-view.ts'

/** How it stands with the daily reports to the master. */
export interface ReportsView {
  readonly expected: number // threads that should send one
  readonly reported: number // of these, in time
  /** The longest silent first. */
  readonly silent: readonly (ThreadView & { readonly silentSince: Instant })[]
}

/** null: nobody is the master, or nothing is expected of anybody. */
export function reportsOf(all: Iterable<ThreadView>, now: Instant): ReportsView | null {
  const threads = [...all]
  if (!threads.some(({ role }) => role === 'master')) return null
  const silent = threads.filter((t) => t.silentSince !== null) as ReportsView['silent'][number][]
  const others = threads.filter(
    (t) =>
      t.silentSince === null &&
      t.role === 'worker' &&
      t.trusted &&
      t.rests === null &&
      t.tiers.daily.tasks > 0,
  )
  if (silent.length + others.length === 0) return null
  return {
    expected: silent.length + others.length,
    reported: others.filter((t) => isInTime(t, now)).length,
    silent: silent.sort((a, b) => a.silentSince - b.silentSince || a.number - b.number),
  }
}

const isInTime = ({ tiers, effectiveIntervalMs }: ThreadView, now: Instant): boolean =>
  tiers.daily.lastDoneAt !== null &&
  now - tiers.daily.lastDoneAt <= DAY + SILENT_AFTER_MS + effectiveIntervalMs

/** "5 of 6 threads had their daily beat in time." Each is a report to the master. */
export const reportsText = ({ expected, reported }: ReportsView): string =>
  expected === 1
    ? `The thread that should report ${reported === 1 ? 'had its daily beat in time.' : 'had no daily beat yet.'}`
    : `${reported} of ${expected} threads had their daily beat in time.`
