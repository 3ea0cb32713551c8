import { BUS, connectSessionBus, type Bus } from '../../machine/session/dbus.ts'
import type { Target } from '../../machine/session/dbus-messages.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'
const WATCHER_PROPERTIES: Target = {
  destination: WATCHER,
  path: '/StatusNotifierWatcher',
  iface: 'org.freedesktop.DBus.Properties',
}
/** After a bus was lost it is asked for soon; where there is none, ever more rarely. */
const RETRY_MS = { first: 1000, last: 60_000 }

/**
 * Watches whether a panel shows tray icons: whether the session bus has a StatusNotifierWatcher with a
 * registered host. Not being able to tell counts as no. `onChange` is called with the first answer, with
 * each change, and again when another watcher took over, since icons are registered with one watcher.
 */
export function watchTrayHost(onChange: (present: boolean) => void): () => void {
  let isStopped = false
  let bus: Bus | null = null
  let retry: NodeJS.Timeout | null = null
  let retryMs = RETRY_MS.first
  let owner: string | null = null // null: not asked yet; '': nobody

  const tell = (now: string): void => {
    if (isStopped || now === owner) return
    owner = now
    onChange(now !== '')
  }
  const again = (): void => {
    if (isStopped) return
    tell('')
    retry = setTimeout(() => void watch(), retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MS.last)
  }

  async function watch(): Promise<void> {
    const connected = await connectSessionBus().catch(() => null)
    if (connected === null) return again()
    if (isStopped) return connected.close()
    bus = connected
    retryMs = RETRY_MS.first
    connected.onClose(again)
    connected.onSignal((member) => {
      if (member === 'NameOwnerChanged' || member.startsWith('StatusNotifierHost'))
        void watcherOf(connected).then(tell)
    })
    const rules = [
      `type='signal',sender='${BUS.destination}',member='NameOwnerChanged',arg0='${WATCHER}'`,
      `type='signal',interface='${WATCHER}'`,
    ]
    for (const rule of rules) await connected.call(BUS, 'AddMatch', rule).catch(() => {})
    tell(await watcherOf(connected))
  }

  void watch()
  return () => {
    isStopped = true
    if (retry !== null) clearTimeout(retry)
    bus?.close()
  }
}

/** The watcher's own name when it has a host; '' when nobody would show an icon. */
async function watcherOf(bus: Bus): Promise<string> {
  try {
    const [owner] = await bus.call(BUS, 'GetNameOwner', WATCHER)
    const [hasHost] = await bus.call(WATCHER_PROPERTIES, 'Get', WATCHER, 'IsStatusNotifierHostRegistered')
    return hasHost === true ? String(owner) : ''
  } catch {
    return ''
  }
}
