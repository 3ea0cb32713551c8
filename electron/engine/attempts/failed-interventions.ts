import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { backoffMs, FAILURES_BEFORE_BACKOFF } from '../../../shared/schedule/schedule.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Store } from '../ports/store.ts'

/** More than these change nothing: the delay cannot grow any more. */
const LOOKED_BACK = 12

/**
 * Whether the next intervention of this thread waits because the last ones failed, one after the other: it is delayed as
 * a beat would be. Beats are counted apart and may go well meanwhile. What is owed stays owed.
 */
export function isBackingOff(
  { id, intervalMs }: Pick<Thread, 'id' | 'intervalMs'>,
  now: Instant,
  store: Pick<Store, 'attempts' | 'runs'>,
): boolean {
  const ends = endsOf(id, store)
  const well = ends.findIndex(({ isBroken }) => !isBroken)
  const failures = well === -1 ? ends.length : well
  const last = ends[0]
  if (last === undefined || failures < FAILURES_BEFORE_BACKOFF) return false
  return now < last.at + backoffMs(failures, intervalMs)
}

/** Of interventions that were given as messages and are over, the newest first. */
const endsOf = (
  id: ThreadId,
  { attempts, runs }: Pick<Store, 'attempts' | 'runs'>,
): readonly { readonly at: Instant; readonly isBroken: boolean }[] =>
  attempts.interventions(id, LOOKED_BACK).flatMap(({ itemId }) => {
    const run = itemId === null ? null : runs.ofItem(itemId)
    return run?.finishedAt == null ? [] : [{ at: run.finishedAt, isBroken: run.fault !== null }]
  })
