import { runnerKey } from '../../../shared/agents/presets.ts'
import { formatDuration, type Instant } from '../../../shared/base/time.ts'
import { REST_WORD } from '../../../shared/agents/rest.ts'
import type { Resting } from '../agents/resting.ts'
import type { Store } from '../ports/store.ts'
import type { Events } from './events.ts'

/** Never the runner's own words: they may be anybody's, and would reach every thread that uses it. */

/** A runner that stops or comes back is one fact for each thread that uses it. */
export interface RunnerNews {
  onTick(now: Instant): void
}

export function createRunnerNews(
  store: Pick<Store, 'threads'>,
  resting: Pick<Resting, 'current'>,
  events: Events,
): RunnerNews {
  /** Since when each runner that was told of rests. */
  const restsSince = new Map<string, Instant>()
  let before: ReturnType<Resting['current']> | null = null

  function tellUsers(key: string, text: string): void {
    const users = store.threads.list().filter((t) => runnerKey(t.agent) === key)
    events.addToAll(
      users.map((t) => t.id),
      { source: 'runner', text, trusted: true, wake: 'next' },
    )
  }

  return {
    onTick(now) {
      const rests = resting.current()
      if (rests === before) return
      for (const [key, rest] of Object.entries(rests)) {
        if (restsSince.has(key)) continue
        tellUsers(key, `The runner ${rest.name} stopped: ${REST_WORD[rest.cause]}.`)
        restsSince.set(key, rest.since)
      }
      for (const [key, since] of restsSince) {
        if (rests[key] !== undefined) continue
        tellUsers(key, `The runner is back after ${formatDuration(now - since)}.`)
        restsSince.delete(key)
      }
      before = rests
    },
  }
}
