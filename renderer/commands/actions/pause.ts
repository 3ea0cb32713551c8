import { HOUR, type Instant } from '../../../shared/base/time.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { AppContext } from '../../client/bridge.ts'
import { write } from '../../client/write.ts'
import { clockTime, tomorrowAtNine } from '../../kit/time.ts'
import { ACTIONS } from './copy.ts'

export const PAUSE_LENGTHS = ['hour', 'tomorrow', 'open'] as const
export type PauseLength = (typeof PAUSE_LENGTHS)[number]

const END: Readonly<Record<PauseLength, (now: Instant) => Instant | null>> = {
  hour: (now) => now + HOUR,
  tomorrow: tomorrowAtNine,
  open: () => null,
}
/** null: until it is resumed. */
export const pauseEnd = (length: PauseLength, now: Instant): Instant | null => END[length](now)

function endWords(length: PauseLength, until: Instant | null): string {
  if (until === null) return ACTIONS.pause.end.open
  return length === 'tomorrow' ? ACTIONS.pause.end.tomorrow : ACTIONS.pause.end.at(clockTime(until))
}

/** `thread` null: everything. */
export function pause(app: AppContext, thread: ThreadView | null, length: PauseLength): void {
  const until = pauseEnd(length, Date.now())
  void write(
    app,
    app.api.threads.pause,
    { id: thread?.id ?? null, until, reason: ACTIONS.pause.reason },
    { done: ACTIONS.pause.done(thread?.name, endWords(length, until)) },
  )
}

/** `thread` null: everything. */
export const resume = (app: AppContext, thread: ThreadView | null): void =>
  void write(
    app,
    app.api.threads.resume,
    { id: thread?.id ?? null },
    { done: ACTIONS.pause.over(thread?.name) },
  )
