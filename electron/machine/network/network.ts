import { readProperty, watchProperty, type PropertySource } from '../session/dbus-property.ts'

/**
 * NetworkManager's D-Bus API: Metered (NMMetered) and State (NMState) of org.freedesktop.NetworkManager.
 */
const MANAGER = {
  service: 'org.freedesktop.NetworkManager',
  path: '/org/freedesktop/NetworkManager',
  iface: 'org.freedesktop.NetworkManager',
}
const METERED: PropertySource = { ...MANAGER, property: 'Metered' }
const STATE: PropertySource = { ...MANAGER, property: 'State' }

// yes, no, guessed yes, guessed no
const METERED_VALUES: Readonly<Record<number, boolean>> = { 1: true, 2: false, 3: true, 4: false }
/**
 * A default route is there; whether all of the internet is behind it, a check of NetworkManager may not be
 * able to tell.
 */
const ROUTED_FROM = 60

/**
 * Whether the connection in use is paid by volume. null: cannot be told (not Linux, no NetworkManager,
 * nothing known). Never rejects.
 */
export async function metered(): Promise<boolean | null> {
  const value = await readProperty(METERED)
  return typeof value === 'number' ? (METERED_VALUES[value] ?? null) : null
}

/**
 * Called with the state that is found first and with each change; `untold` whenever it cannot be told, from
 * the start or any more: not Linux, no system bus, no NetworkManager. Returns its end. Never throws.
 */
export function watchNetwork(
  changed: (state: 'online' | 'offline') => void,
  untold: () => void = () => {},
): () => void {
  let last: 'online' | 'offline' | null | undefined
  return watchProperty(STATE, (value) => {
    const state = stateOf(value)
    if (state === last) return
    last = state
    if (state === null) untold()
    else changed(state)
  })
}

/** null: it is not told. */
function stateOf(value: unknown): 'online' | 'offline' | null {
  if (typeof value !== 'number' || value === 0) return null
  return value >= ROUTED_FROM ? 'online' : 'offline'
}
