import { MINUTE } from '../../../shared/base/time.ts'
import { hasOwnPlace, hasPlaceForAgent, limitsOf, type QueueView } from '../../../shared/queue/queue.ts'
import type { LongWait } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { createTimer } from '../pulse/timers.ts'
import type { ActiveRun, ActiveRuns, Place } from './active-runs.ts'

interface PlaceParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'runs' | 'threads'>
  readonly active: ActiveRuns
  readonly pulse: Pulse
}

/** Waiting for a network is a process or two; a command may keep a processor busy. */
const LEFT_AT_MOST: Readonly<Record<LongWait, number>> = { network: 32, command: 2 }
/** A message to its thread waits as long, and the run has five minutes for all of its steps. */
const WANTED_MS = 2 * MINUTE

/** What runs now, as far as limits care. */
export function runningNow({ store, active, pulse }: Omit<PlaceParts, 'ports'>): QueueView['running'] {
  const limits = limitsOf(pulse.settings())
  const left = { ...LEFT_AT_MOST }
  const placeOf = (place: Place | undefined): 'left' | 'wanted' | undefined => {
    if (place?.is === 'wanted') return 'wanted'
    return place?.is === 'left' && left[place.for]-- > 0 ? 'left' : undefined
  }
  return store.runs.running().map(({ id, threadId, kind }) => ({
    threadId,
    kind,
    place: placeOf(active.get(id)?.place),
    isInOwnPlace: hasOwnPlace(limits, kind, store.threads.get(threadId)?.agent),
  }))
}

/** Gives what is free to those that want it back, the oldest run first. */
export function givePlacesBack(parts: PlaceParts): void {
  for (const { place } of parts.active.all()) {
    if (place.is !== 'wanted') continue
    if (!hasPlaceForAgent(runningNow(parts), limitsOf(parts.pulse.settings()))) return
    place.give()
  }
}

/** false: it was stopped, or no place became free in time. */
export function takePlace(own: ActiveRun, { ports, pulse }: PlaceParts): Promise<boolean> {
  const before = own.place
  if (before.is === 'taken') return Promise.resolve(true)
  return new Promise((resolve) => {
    const timer = createTimer(ports.clock, 'place')
    const settle = (place: Place): void => {
      timer.clear()
      own.signal.removeEventListener('abort', giveUp)
      own.place = place
      resolve(place.is === 'taken')
    }
    const giveUp = (): void => settle(before)
    own.place = { is: 'wanted', give: () => settle({ is: 'taken' }) }
    own.signal.addEventListener('abort', giveUp, { once: true })
    timer.setAfter(WANTED_MS, giveUp)
    pulse.tick()
  })
}
