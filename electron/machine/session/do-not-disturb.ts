import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getProperty, ownerRule, watchAnswer, type PropertySource } from './dbus-property.ts'

/** What the notification service says of itself, where it does (Plasma). */
const INHIBITED: PropertySource = {
  service: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  iface: 'org.freedesktop.Notifications',
  property: 'Inhibited',
}
/** Banners of GNOME are one setting of its own; dconf tells of every change in it. */
const GNOME = {
  schema: 'org.gnome.desktop.notifications',
  key: 'show-banners',
  folder: '/org/gnome/desktop/notifications/',
}
const ANSWER_MS = 2000
const run = promisify(execFile)

const RULES: readonly string[] = [
  ownerRule(INHIBITED.service),
  `type='signal',sender='${INHIBITED.service}',path='${INHIBITED.path}',interface='org.freedesktop.DBus.Properties'`,
  `type='signal',interface='ca.desrt.dconf.Writer',member='Notify',arg0path='${GNOME.folder}'`,
]

/**
 * Whether the system's Do Not Disturb is on. Called with what is found first and with each change; null: it
 * is not told. macOS and Windows have no public way to ask, nor have the other desktops of Linux. Returns
 * its end. Never throws.
 */
export const watchDoNotDisturb = (
  changed: (isOn: boolean | null) => void,
  desktop = process.env['XDG_CURRENT_DESKTOP'] ?? '',
): (() => void) =>
  watchAnswer(
    {
      bus: 'session',
      rules: RULES,
      async ask(bus) {
        const inhibited = await getProperty(bus, INHIBITED)
        if (typeof inhibited === 'boolean') return inhibited
        // Elsewhere the setting may well be there, and mean nothing.
        return /(^|:)(gnome|unity)(:|$)/i.test(desktop) ? hidesBanners() : null
      },
    },
    (value) => changed(typeof value === 'boolean' ? value : null),
  )

const hidesBanners = (): Promise<boolean | null> =>
  run('gsettings', ['get', GNOME.schema, GNOME.key], { timeout: ANSWER_MS }).then(
    ({ stdout }) => ({ true: false, false: true })[stdout.trim()] ?? null,
    () => null,
  )
