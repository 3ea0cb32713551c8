import { REFLECTIONS_PAGE, withEntry } from '../../../../shared/attempts/daily/dated-page.ts'
import type { DailyState } from '../../../../shared/attempts/daily/daily-state.ts'
import { formatLocal, type Instant } from '../../../../shared/base/time.ts'
import type { DailyAsk } from '../../../../shared/runs/prompt/daily-block.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { zoneOf } from '../../schedule/pace.ts'
import { dayOf } from './ask-daily.ts'

/** What an agent wrote down by its tool; null: nothing. */
export interface WrittenDown {
  readonly day: string | null
}
export const NOTHING_WRITTEN: WrittenDown = { day: null }

/** How a beat that may have been asked ended. */
export interface DailyEnd {
  readonly ask: DailyAsk
  readonly written: WrittenDown
  /** Its agent came to an end by itself. */
  readonly isAnswered: boolean
}

interface KeepParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'daily' | 'knowledge'>
}

/**
 * Inside the transaction that puts the run's end on record, so that each counts once. What a run was asked that
 * failed or was skipped is asked again.
 */
export function keepDaily(
  thread: Thread,
  startedAt: Instant,
  { ask, written, isAnswered }: DailyEnd,
  { ports, store }: KeepParts,
): void {
  const before = store.daily.state(thread.id)
  const hasReflected = ask.reflect && (isAnswered || written.day !== null)
  const after: DailyState = hasReflected
    ? { ...before, reflectedOn: dayOf(thread, startedAt, ports) }
    : before
  if (after !== before) store.daily.keep(thread.id, after)
  if (written.day !== null) addTo(REFLECTIONS_PAGE, written.day)

  function addTo(title: string, text: string): void {
    const page = store.knowledge.pages(thread.id).find((one) => one.title === title)?.text ?? ''
    const at = formatLocal(startedAt, zoneOf(thread, ports))
    store.knowledge.writePages(thread.id, [{ title, text: withEntry(page, at, text) }], ports.clock.now())
  }
}
