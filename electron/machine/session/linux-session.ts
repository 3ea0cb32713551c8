import { connect, readProperty, watchProperty, type PropertySource } from './dbus-property.ts'
import type { Target } from './dbus-messages.ts'

/**
 * What Electron tells on macOS and Windows only: power source and screen lock, from UPower and logind over
 * D-Bus.
 */
const ON_BATTERY: PropertySource = {
  service: 'org.freedesktop.UPower',
  path: '/org/freedesktop/UPower',
  iface: 'org.freedesktop.UPower',
  property: 'OnBattery',
}
const LOGIND: Target = {
  destination: 'org.freedesktop.login1',
  path: '/org/freedesktop/login1',
  iface: 'org.freedesktop.login1.Manager',
}

const truth = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** null: cannot be told (not Linux, no UPower). Never rejects. */
export const onBattery = async (): Promise<boolean | null> => truth(await readProperty(ON_BATTERY))

/** Called with what is found first and with each change; null: cannot be told. Returns its end. */
export const watchBattery = (changed: (isOnBattery: boolean | null) => void): (() => void) =>
  watchProperty(ON_BATTERY, (value) => changed(truth(value)))

/** The same for the screen lock of this login session, as far as the desktop tells logind of it. */
export function watchLock(changed: (isLocked: boolean | null) => void): () => void {
  let isStopped = false
  let end = (): void => {}
  void sessionPath().then((path) => {
    if (isStopped) return
    if (path === null) return changed(null)
    const source = {
      service: LOGIND.destination,
      path,
      iface: 'org.freedesktop.login1.Session',
      property: 'LockedHint',
    }
    end = watchProperty(source, (value) => changed(truth(value)))
  })
  return () => {
    isStopped = true
    end()
  }
}

async function sessionPath(): Promise<string | null> {
  const id = process.env['XDG_SESSION_ID']
  const bus = id === undefined || id === '' ? null : await connect()
  if (bus === null || id === undefined) return null
  const [path] = await bus.call(LOGIND, 'GetSession', id).catch(() => [])
  bus.close()
  return typeof path === 'string' ? path : null
}
