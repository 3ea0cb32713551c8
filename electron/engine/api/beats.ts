import { implement } from '@orpc/server'
import type { BeatTicket } from '../../../shared/contract/beats.ts'
import { contract } from '../../../shared/contract/api.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import type { Run } from '../../../shared/runs/run.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { dueTiers, isSnoozed, tierDueAt, TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import { paceOf } from '../schedule/pace.ts'
import type { Enqueued } from '../ports/records.ts'
import { lookup } from './lookup.ts'

/** Beats that a person asks for, waits for and stops. */
export function beatHandlers({ ports, store, engine }: Pick<ApiParts, 'ports' | 'store' | 'engine'>) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr } = lookup(store)

  const ticket = (enqueued: Enqueued): BeatTicket => {
    engine.tick()
    const run = store.runs.ofItem(enqueued.itemId)
    return { itemId: enqueued.itemId, runId: run?.id ?? null, state: enqueued.merged ? 'merged' : 'queued' }
  }
  /** One click, one beat: a beat already on its way is shown instead of a second one. */
  const startBeat = (thread: Thread, tier: Tier | undefined, sessionId?: string): BeatTicket => {
    const running = store.runs.running().find((r) => r.threadId === thread.id && r.kind === 'heartbeat')
    if (running !== undefined && (tier === undefined || running.tiers.includes(tier)))
      return { itemId: running.itemId, runId: running.id, state: 'running' }
    engine.noteActivity(thread.id)
    // All that would be due is snoozed: who asks for a beat all the same gets the quick one.
    const rests =
      tier === undefined &&
      dueTiers(thread.tiers, [], clock.now(), paceOf(thread, ports, engine.settings())).length === 0
    return ticket(engine.wake(thread.id, 'manual', tier ?? (rests ? 'quick' : null), sessionId))
  }

  function waitFor(itemId: ItemId, signal: AbortSignal | undefined): Promise<Run | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const run = store.runs.ofItem(itemId)
        if (run !== null ? run.outcome === null : store.queue.isWaiting(itemId)) return
        end()
        resolve(run)
      }
      const end = store.onCommit(look)
      signal?.addEventListener('abort', () => {
        end()
        resolve(null)
      })
      look()
    })
  }

  return {
    start: os.beat.start.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const objection = engine.objectionTo(thread.id)
      if (objection !== null && input.anyway !== true)
        throw errors.CONFLICT({ message: `${objection.message} Beat anyway?` })
      if (objection?.code === 'resting') engine.resting.wake(objection.key)
      return startBeat(thread, input.tier, input.sessionId)
    }),
    allDue: os.beat.allDue.handler(() => {
      const now = clock.now()
      const due = store.threads
        .list()
        .filter(
          (t) =>
            t.trustedAt !== null && t.intervalMs > 0 && t.pause === null && engine.objectionTo(t.id) === null,
        )
        .filter((t) =>
          TIERS.some((tier) => {
            if (isSnoozed(t.tiers[tier], now)) return false
            const dueAt = tierDueAt(tier, t.tiers, now, paceOf(t, ports, engine.settings()))
            return dueAt === null || now >= (tier === 'quick' ? dueAt + t.intervalMs : dueAt)
          }),
        )
      return due.map((t) => startBeat(t, undefined))
    }),
    wait: os.beat.wait.handler(({ input, signal }) => waitFor(input.itemId, signal)),
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
