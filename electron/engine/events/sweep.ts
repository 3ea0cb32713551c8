import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Clock } from '../ports/ports.ts'
import { createTimer } from '../pulse/timers.ts'

/**
 * Watching is a hint: whether something has changed is asked again after this time, a few threads at a time. On
 * battery the watches, and the looks after each run, must do.
 */
const ROUND_MS = 5 * MINUTE
/** Who is found as it was is passed over for twice as many rounds each time, up to this: an hour. */
const ROUNDS_AT_MOST = 12
const PORTIONS_AT_MOST = 10
/** After the start all are looked at together, when the window has long been there. */
const FIRST_MS = 20 * SECOND

interface SweepParts {
  readonly clock: Clock
  readonly isOnBattery: () => boolean
  readonly all: () => readonly ThreadId[]
  /** Whether all was as it was when it was looked at last. Never rejects. */
  readonly look: (id: ThreadId) => Promise<boolean>
}

/** In rounds. */
interface Turn {
  readonly every: number
  readonly left: number // 1: it is looked at in the next one
}

interface Round {
  readonly left: readonly ThreadId[]
  readonly portion: number // threads at a time
  readonly everyMs: number
}

/** Returns its end. */
export function sweepOver({ clock, isOnBattery, all, look }: SweepParts): () => void {
  const timer = createTimer(clock, 'repositories')
  let isClosed = false
  const turns = new Map<ThreadId, Turn>()
  const lookInTurn = async (id: ThreadId): Promise<void> => {
    const { every, left } = turns.get(id) ?? { every: 1, left: 1 }
    if (left > 1) return void turns.set(id, { every, left: left - 1 })
    const next = (await look(id)) ? Math.min(every * 2, ROUNDS_AT_MOST) : 1
    turns.set(id, { every: next, left: next })
  }
  const newRound = (): Round => {
    const left = all()
    for (const id of turns.keys()) if (!left.includes(id)) turns.delete(id)
    const portion = Math.max(1, Math.ceil(left.length / PORTIONS_AT_MOST))
    return { left, portion, everyMs: ROUND_MS / Math.max(1, Math.ceil(left.length / portion)) }
  }
  async function pass(ids: readonly ThreadId[], after: Round | null): Promise<void> {
    await Promise.all(ids.map(lookInTurn))
    if (isClosed) return
    const round = after === null || after.left.length === 0 ? newRound() : after
    timer.setAfter(round.everyMs, () => {
      const now = isOnBattery() ? [] : round.left.slice(0, round.portion)
      void pass(now, { ...round, left: round.left.slice(round.portion) })
    })
  }
  timer.setAfter(FIRST_MS, () => void pass(all(), null))
  return () => {
    isClosed = true
    timer.clear()
  }
}
