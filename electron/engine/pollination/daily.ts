import type { ClaimedRun } from '../ports/records.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pollination } from './pollination.ts'
import type { Trials } from './trials.ts'

/** Calls with each run that has ended; returns its end. */
export type RunEnds = (listener: (run: ClaimedRun) => Promise<void>) => () => void

interface Parts {
  readonly ports: Pick<Ports, 'log'>
  readonly store: Pick<Store, 'threads' | 'runs'>
  readonly pollination: Pollination
  readonly trials: Trials
  readonly onRunEnd: RunEnds
}

/**
 * With each daily beat of the master the fleet is compared, and what is new is proposed and, where a person allows it,
 * tried: beside everything else, so that nothing waits for it.
 */
export function followMaster({ ports, store, pollination, trials, onRunEnd }: Parts): { stop(): void } {
  let isOver = false
  async function compare(): Promise<void> {
    try {
      const { suggestions } = await pollination.view()
      for (const suggestion of suggestions) if (!isOver) await trials.shown(suggestion)
    } catch (error) {
      // The history is closed under what was still being compared at the end.
      if (!isOver) ports.log('error', 'bug.caught', { where: 'comparison', message: String(error) })
    }
  }
  const unfollow = onRunEnd(async ({ id, threadId, kind }) => {
    if (kind !== 'heartbeat' || store.threads.get(threadId)?.role !== 'master') return
    const [run] = store.runs.page({ threadId, limit: 1 }).runs
    if (run?.id === id && run.tiers.includes('daily')) void compare()
  })
  return {
    stop() {
      isOver = true
      unfollow()
    },
  }
}
