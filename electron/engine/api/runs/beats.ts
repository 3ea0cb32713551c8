import type { BeatTicket } from '../../../../shared/contract/beats.ts'
import type { ItemId } from '../../../../shared/base/ids.ts'
import type { Run } from '../../../../shared/runs/run.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { isSnoozed, tierDueAt, TIERS, type Tier } from '../../../../shared/schedule/tier.ts'
import { os, type CoreParts } from '../parts.ts'
import { askForBeat } from '../../loop/by-hand.ts'
import { paceOf } from '../../schedule/pace.ts'
import { lookup } from '../lookup.ts'

/** Beats that a person asks for, waits for and stops. */
export function beatHandlers(parts: CoreParts) {
  const { ports, store, engine } = parts
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    start: os.beat.start.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const objection = engine.objectionTo(thread.id)
      if (objection !== null && input.anyway !== true) throw errors.CONFLICT({ message: objection.message })
      if (objection?.code === 'resting') engine.resting.wake(objection.key)
      return startBeat(thread, input.tier, input.sessionId, parts)
    }),
    allDue: os.beat.allDue.handler(() =>
      store.threads
        .list()
        .filter((thread) => mayStartNow(thread, parts) && isAnyTierDue(thread, parts))
        .map((thread) => startBeat(thread, undefined, undefined, parts)),
    ),
    wait: os.beat.wait.handler(({ input, signal }) => runOf(input.itemId, parts, signal)),
    cancel: os.beat.cancel.handler(({ input, errors }) => {
      if (store.queue.cancel([input.itemId], clock.now()) === 0)
        throw errors.NOT_FOUND({ message: 'It is not waiting any more.' })
      engine.tick()
      return null
    }),
    stop: os.beat.stop.handler(({ input, errors }) => {
      if (!engine.stopRun(input.runId)) throw errors.NOT_FOUND({ message: 'That run has ended already.' })
      return null
    }),
  }
}

function startBeat(
  thread: Thread,
  tier: Tier | undefined,
  sessionId: string | undefined,
  parts: CoreParts,
): BeatTicket {
  const asked = askForBeat(thread, tier, sessionId, parts)
  if (asked.is === 'running') return { itemId: asked.itemId, runId: asked.runId, state: 'running' }
  const { itemId, merged } = asked
  parts.engine.tick()
  return { itemId, runId: parts.store.runs.ofItem(itemId)?.id ?? null, state: merged ? 'merged' : 'queued' }
}

const mayStartNow = (thread: Thread, { engine }: CoreParts): boolean =>
  thread.trustedAt !== null &&
  thread.intervalMs > 0 &&
  thread.pause === null &&
  engine.objectionTo(thread.id) === null

function isAnyTierDue(thread: Thread, { ports, engine }: CoreParts): boolean {
  const now = ports.clock.now()
  const pace = paceOf(thread, ports, engine.settings())
  return TIERS.some((tier) => {
    if (isSnoozed(thread.tiers[tier], now)) return false
    const dueAt = tierDueAt(tier, thread.tiers, now, pace)
    return dueAt === null || now >= (tier === 'quick' ? dueAt + thread.intervalMs : dueAt)
  })
}

/**
 * The run of a queue item when it is over, and what follows from its end is done: its stamps and ticks stand in
 * HEARTBEAT.md. null: the item was taken back, or nobody waits any more.
 */
function runOf(
  itemId: ItemId,
  { store, engine }: Pick<CoreParts, 'store' | 'engine'>,
  signal: AbortSignal | undefined,
): Promise<Run | null> {
  return new Promise((resolve) => {
    let hasEnded = false
    const isOver = (run: Run): boolean =>
      run.outcome !== null && (hasEnded || engine.live.runOf(run.threadId)?.id !== run.id)
    const look = (): void => {
      const run = store.runs.ofItem(itemId)
      if (run !== null ? isOver(run) : !store.queue.isWaiting(itemId)) done(run)
    }
    const offCommit = store.onCommit(look)
    // Who asks while others are told of the end is not told any more: the run is out of the way a moment later.
    const offLive = engine.onLive(look)
    const offEnd = engine.onRunEnd(({ id }) => {
      hasEnded ||= store.runs.ofItem(itemId)?.id === id
      look()
      return Promise.resolve()
    })
    function done(run: Run | null): void {
      offCommit()
      offEnd()
      offLive()
      resolve(run)
    }
    signal?.addEventListener('abort', () => done(null))
    look()
  })
}
