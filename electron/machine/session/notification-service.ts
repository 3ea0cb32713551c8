import { NoAnswer } from './dbus.ts'
import type { Target } from './dbus-messages.ts'
import { connect } from './dbus-property.ts'

const NOTIFICATIONS: Target = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  iface: 'org.freedesktop.Notifications',
}

/**
 * Whether the service that shows banners answers now. Electron asks it on the main thread and waits there for as
 * long as D-Bus lets it, half a minute for each question, in which the app does nothing else. true as well where
 * nobody can be asked: no bus, not Linux, no service. Never rejects.
 */
export async function notificationsAnswer(): Promise<boolean> {
  const bus = await connect('session')
  if (bus === null) return true
  try {
    await bus.call(NOTIFICATIONS, 'GetServerInformation')
    return true
  } catch (error) {
    return !(error instanceof NoAnswer)
  } finally {
    bus.close()
  }
}
