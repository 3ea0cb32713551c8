export type PowerNews =
  | 'suspend'
  | 'resume'
  | 'lock'
  | 'unlock'
  | 'online'
  | 'offline'
  | 'on-battery'
  | 'on-ac'

/** Where the news comes from: Electron's powerMonitor and net, and on Linux the system bus. */
interface PowerSources {
  readonly monitor: {
    on(event: string, listener: () => void): unknown
    off(event: string, listener: () => void): unknown
  }
  readonly isOnline: () => boolean
  readonly watchNetwork: (changed: (state: 'online' | 'offline') => void, untold: () => void) => () => void
  readonly watchBattery: (changed: (isOnBattery: boolean | null) => void) => () => void
  readonly watchLock: (changed: (isLocked: boolean | null) => void) => () => void
  readonly isLinux: boolean // Electron's lock and battery events are of macOS and Windows
}

/** Electron has no event for the network in the main process, but its answer is a look at a variable. */
export const LOOK_MS = 60_000
const EVENTS = { suspend: 'suspend', resume: 'resume' } as const
const EVENTS_ELSEWHERE = {
  'lock-screen': 'lock',
  'unlock-screen': 'unlock',
  'on-battery': 'on-battery',
  'on-ac': 'on-ac',
} as const

/**
 * Tells what happens from now on. The start counts as online, unlocked and on mains: only what differs from
 * it is told, and what cannot be told leaves things as they were, but for the network, which then is looked
 * at once a minute and after each wake.
 */
export function followPower(sources: PowerSources, listener: (what: PowerNews) => void): () => void {
  const ends: (() => void)[] = []
  let looks: NodeJS.Timeout | null = null
  const stopLooking = (): void => {
    if (looks !== null) clearInterval(looks)
    looks = null
  }
  const network = differences('online', listener)
  const look = (): void => {
    if (looks !== null) network(sources.isOnline() ? 'online' : 'offline')
  }
  const follow = (events: Readonly<Record<string, PowerNews>>): void => {
    for (const [event, what] of Object.entries(events)) {
      const hear = (): void => {
        listener(what)
        if (what === 'resume' || what === 'unlock') look()
      }
      sources.monitor.on(event, hear)
      ends.push(() => sources.monitor.off(event, hear))
    }
  }

  follow(EVENTS)
  if (sources.isLinux) {
    const [battery, lock] = [differences('on-ac', listener), differences('unlock', listener)]
    ends.push(
      sources.watchBattery((isOn) => isOn !== null && battery(isOn ? 'on-battery' : 'on-ac')),
      sources.watchLock((isLocked) => isLocked !== null && lock(isLocked ? 'lock' : 'unlock')),
    )
  } else follow(EVENTS_ELSEWHERE)
  ends.push(
    sources.watchNetwork(
      (state) => {
        stopLooking()
        network(state)
      },
      () => {
        stopLooking()
        looks = setInterval(look, LOOK_MS)
        looks.unref()
        look()
      },
    ),
  )
  return () => {
    for (const end of ends) end()
    stopLooking()
  }
}

function differences(start: PowerNews, tell: (what: PowerNews) => void): (now: PowerNews) => void {
  let last = start
  return (now) => {
    if (now === last) return
    last = now
    tell(now)
  }
}
