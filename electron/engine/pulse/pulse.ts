import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { powerPolicy, type PowerDecision } from '../../../shared/queue/power-policy.ts'
import { readSettings, type Settings } from '../../../shared/settings/settings.ts'
import type { Pause } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createTimer } from './timers.ts'

/**
 * What every room may ask of the engine as a whole, and how it has the engine look again. It knows no other
 * room: whoever is built after it may use it.
 */
export interface Pulse {
  settings(): Settings
  /** Of everything; null: nothing is paused. */
  pause(): Pause | null
  setPause(pause: Pause | null): void
  power(): PowerDecision
  /** 'schedule': the app. 'on demand': a command without it, where nothing is scheduled and nobody is told. */
  mode(): Mode
  /** It waited already when a command without the app began: it is the app's to start, unless it is asked for anew. */
  isLeftOver(id: ItemId): boolean
  noteAsked(id: ItemId): void
  /** From the start until the stop is asked for. */
  isRunning(): boolean
  /** One tick now; nothing while the engine does not run. */
  tick(): void
  /** A tick no later than that, without asking anybody what else is due. */
  armBy(at: Instant): void
  /** Something changed that is not in the store. null: time passed, which may concern all threads. */
  announce(id: ThreadId | null): void
  /** Called with each announcement; it only says that there is something to look at. Returns its end. */
  onLive(listener: (id: ThreadId | null) => void): () => void
}

export type Mode = 'schedule' | 'on demand'

/** The same for the loop, which gives the beat. */
export interface PulseDrive extends Pulse {
  start(mode: Mode, tick: () => void, leftOver: readonly ItemId[]): void
  /** The next tick is then; what was armed before is forgotten. */
  armAt(at: Instant): void
  stop(): void
  /** After the last run has ended: the store may be closed. */
  close(): void
}

/** They are asked for at every turn: read once until something of all has changed. */
function settingsOnceRead(store: Pick<Store, 'onCommit' | 'settings'>): {
  settings: () => Settings
  close: () => void
} {
  let cache: Settings | null = null
  const close = store.onCommit((touched) => {
    if (touched === 'all') cache = null
  })
  return { settings: () => (cache ??= readSettings(store.settings.values()).settings), close }
}

export function createPulse(
  ports: Pick<Ports, 'clock' | 'power'>,
  store: Pick<Store, 'meta' | 'onCommit' | 'settings'>,
): PulseDrive {
  const timer = createTimer(ports.clock, 'tick')
  const listeners = new Set<(id: ThreadId | null) => void>()
  let armedAt = Infinity
  let mode: Mode = 'schedule'
  let tick: (() => void) | null = null
  const left = new Set<ItemId>()

  const { settings, close } = settingsOnceRead(store)
  const announce = (id: ThreadId | null): void => {
    for (const listener of [...listeners]) listener(id)
  }
  function armAt(at: Instant): void {
    if (tick === null) return
    armedAt = at
    timer.setAt(at, tick)
  }

  return {
    settings,
    pause() {
      const stored = store.meta.get('pause')
      return stored === null || stored === '' ? null : (JSON.parse(stored) as Pause)
    },
    setPause(pause) {
      store.meta.set('pause', pause === null ? '' : JSON.stringify(pause))
      announce(null)
    },
    power: () =>
      powerPolicy({ onBattery: ports.power.onBattery(), metered: ports.power.metered() }, settings()),
    mode: () => mode,
    isLeftOver: (id) => left.has(id),
    noteAsked: (id) => void left.delete(id),
    isRunning: () => tick !== null,
    tick: () => tick?.(),
    armAt,
    armBy(at) {
      if (at < armedAt) armAt(at)
    },
    announce,
    onLive(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(as, tickOnce, leftOver) {
      mode = as
      for (const id of leftOver) left.add(id)
      tick = tickOnce
    },
    stop() {
      tick = null
      armedAt = Infinity
      timer.clear()
    },
    close,
  }
}
