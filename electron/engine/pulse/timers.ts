import type { Instant } from '../../../shared/base/time.ts'
import type { Clock } from '../ports/ports.ts'

/**
 * Everything in the engine that has itself called by the clock. Each of them only looks again at what stands
 * in the store, so a call that is late, early or lost costs time and never work.
 */
export const TIMERS = {
  tick: { owner: 'pulse/pulse.ts', rings: 'when something is due, and each half minute in any case' },
  watchdog: { owner: 'loop/watchdog.ts', rings: 'each minute, whatever became of the tick' },
  'run deadline': { owner: 'pulse/deadline.ts', rings: 'where a run has not ended long after its limit' },
  place: { owner: 'loop/places.ts', rings: 'where a beat found no place for its agent' },
  'run end': { owner: 'loop/active-runs.ts', rings: 'where somebody who waits for the end of a run hangs' },
  repositories: {
    owner: 'events/sweep.ts',
    rings: 'for a few threads at a time, each once in five minutes to an hour, for what no watch told',
  },
  'measured turn': {
    owner: 'attempts/turn-watch.ts',
    rings: 'each five seconds while the agent of a measured thread works',
  },
  webhooks: { owner: 'alerts/deliveries.ts', rings: 'when news is to be tried again' },
  views: { owner: 'views/views.ts', rings: 'soon after a change, for the window' },
  summaries: { owner: 'views/summaries.ts', rings: 'after a change, and each minute, for the files' },
  'run output': { owner: 'api/runs/follow-run.ts', rings: 'ten times a second while somebody reads along' },
  hub: { owner: 'hub/link.ts', rings: 'when the hub is to be tried again' },
  'hub visit': {
    owner: 'hub/turns.ts',
    rings: 'while the hub is connected: soon after a change, each minute, and each five for mail',
  },
  'other machines': {
    owner: 'hub/others/paced.ts',
    rings:
      'where a hub was joined: a second after the last news of others, and when one of them falls silent',
  },
  'long reading': { owner: 'pulse/breath.ts', rings: 'between two steps through a long history' },
} as const satisfies Readonly<Record<string, { readonly owner: string; readonly rings: string }>>

type TimerName = keyof typeof TIMERS

interface Timer {
  readonly name: TimerName
  /**
   * Calls `fn` once, at `at` or before; what was set before is forgotten. Whoever is called early looks and
   * sets it again.
   */
  setAt(at: Instant, fn: () => void): void
  /** Calls `fn` once, after `ms` of time awake and never before. Instants are whole milliseconds. */
  setAfter(ms: number, fn: () => void): void
  isSet(): boolean
  clear(): void
}

export function createTimer(clock: Clock, name: TimerName): Timer {
  let disarm: (() => void) | null = null
  const clear = (): void => {
    disarm?.()
    disarm = null
  }
  const setAt = (at: Instant, fn: () => void): void => {
    clear()
    disarm = clock.setTimer(at, () => {
      disarm = null
      fn()
    })
  }
  return {
    name,
    setAt,
    setAfter(ms, fn) {
      const wholeMs = Math.ceil(ms)
      const endMs = clock.monotonicMs() + wholeMs
      const look = (): void => {
        const leftMs = endMs - clock.monotonicMs()
        if (leftMs <= 0) fn()
        else setAt(clock.now() + Math.ceil(leftMs), look)
      }
      setAt(clock.now() + wholeMs, look)
    },
    isSet: () => disarm !== null,
    clear,
  }
}

/** Resolves at `ms` from now, or before. */
export const pauseFor = (clock: Clock, name: TimerName, ms: number): Promise<void> =>
  new Promise((resolve) => createTimer(clock, name).setAt(clock.now() + ms, resolve))
