import { withEntry } from '../../../../shared/attempts/daily/dated-page.ts'
import { CONCLUSIONS_PAGE, REFLECTIONS_PAGE } from '../../../../shared/knowledge/page.ts'
import { countFlags, type FlagRuns } from '../../../../shared/attempts/daily/flag-runs.ts'
import type { DailyState } from '../../../../shared/attempts/daily/daily-state.ts'
import type { RunId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { DailyAsk } from '../../../../shared/runs/prompt/daily-block.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { flagKeyOf } from './ask-daily.ts'
import { dayOf, minuteOf } from './local-time.ts'

/** What an agent wrote down by its tool; null: nothing. */
export interface WrittenDown {
  readonly day: string | null
  readonly flags: string | null
  readonly week: string | null
}
export const NOTHING_WRITTEN: WrittenDown = { day: null, flags: null, week: null }

/** How a beat that may have been asked ended. */
export interface DailyEnd {
  readonly ask: DailyAsk
  readonly written: WrittenDown
  /** Its agent came to an end by itself. */
  readonly isAnswered: boolean
  /** Texts that stood when it came to a good end; null: it is no daily run that counts. */
  readonly standing: readonly string[] | null
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
  { id, startedAt }: { readonly id: RunId; readonly startedAt: Instant },
  { ask, written, isAnswered, standing }: DailyEnd,
  { ports, store }: KeepParts,
): void {
  const before = store.daily.state(thread.id)
  const hasReflected = ask.reflect && (isAnswered || written.day !== null)
  const answered = isAnswered || written.flags !== null ? ask.redirect.map(flagKeyOf) : []
  const flags = flagsAfter(before.flags, answered, id, standing)
  const hasConcluded = ask.week.length > 0 && (isAnswered || written.week !== null)
  const weekFrom = hasConcluded ? startedAt : weekBegun(thread, startedAt, before, standing !== null)
  if (hasReflected || flags !== before.flags || weekFrom !== before.weekFrom)
    store.daily.keep(thread.id, {
      ...before,
      flags,
      weekFrom,
      ...(hasReflected && { reflectedOn: dayOf(thread, startedAt, ports) }),
    })
  if (written.flags !== null) addTo(REFLECTIONS_PAGE, `About flags that stand: ${written.flags}`)
  if (written.week !== null) addTo(CONCLUSIONS_PAGE, written.week)
  if (written.day !== null) addTo(REFLECTIONS_PAGE, written.day)

  // Under the time at which it is kept: what comes after the master has read is told to it a week later.
  function addTo(title: string, text: string): void {
    const page = store.knowledge.pages(thread.id).find((one) => one.title === title)
    const now = ports.clock.now()
    const entry = withEntry(page?.text ?? '', minuteOf(thread, now, ports), text)
    store.knowledge.writePages(thread.id, [{ title, text: entry, kind: 'note', by: 'agent' }], now)
  }
}

/** The same object: nothing has changed. */
function flagsAfter(
  before: FlagRuns,
  answered: readonly string[],
  run: RunId,
  standing: DailyEnd['standing'],
): FlagRuns {
  const asked = answered.length === 0 ? before : countFlags(before, { kind: 'answered', keys: answered })
  return standing === null ? asked : countFlags(asked, { kind: 'daily', run, keys: standing.map(flagKeyOf) })
}

/** A master's first week begins with its first daily run that counts; so does the week of a clock that was set back. */
function weekBegun(
  { role }: Thread,
  startedAt: Instant,
  { weekFrom }: DailyState,
  counts: boolean,
): Instant | null {
  const isToBegin = role === 'master' && counts && (weekFrom === null || weekFrom > startedAt)
  return isToBegin ? startedAt : weekFrom
}
