import { homeFolder } from '../disk/data-dir.ts'
import { findProgram, startDetached } from './openers.ts'

/**
 * Where the system keeps what apps may show: a program of the desktop, an address of the system, or nothing
 * that is known here.
 */
type SettingsPlace =
  | { readonly kind: 'program'; readonly command: readonly [string, ...string[]] }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'none'; readonly why: string }

type Command = readonly [string, ...string[]]
const GNOME: Command = ['gnome-control-center', 'notifications']
/** By the names of XDG_CURRENT_DESKTOP; the first program that is there counts. */
const DESKTOPS: Readonly<Record<string, readonly Command[]>> = {
  gnome: [GNOME],
  unity: [GNOME],
  budgie: [['budgie-control-center', 'notifications'], GNOME],
  kde: [
    ['systemsettings', 'kcm_notifications'],
    ['systemsettings5', 'kcm_notifications'],
    ['kcmshell6', 'kcm_notifications'],
    ['kcmshell5', 'kcm_notifications'],
  ],
  xfce: [['xfce4-notifyd-config']],
  'x-cinnamon': [['cinnamon-settings', 'notifications']],
  mate: [['mate-notification-properties']],
  lxqt: [['lxqt-config-notificationd']],
}

interface DesktopFacts {
  readonly platform: NodeJS.Platform
  readonly desktop: string | undefined // XDG_CURRENT_DESKTOP, such as "ubuntu:GNOME"
  /** Absolute path of a program; null: it is not there. */
  readonly find: (program: string) => Promise<string | null>
}

/** Never rejects, starts nothing. */
export async function notificationSettings({
  platform,
  desktop,
  find,
}: DesktopFacts): Promise<SettingsPlace> {
  if (platform === 'darwin')
    return { kind: 'url', url: 'x-apple.systempreferences:com.apple.preference.notifications' }
  if (platform === 'win32') return { kind: 'url', url: 'ms-settings:notifications' }
  const names = (desktop ?? '').split(':').filter((name) => name !== '')
  const commands = names.flatMap((name) =>
    Object.hasOwn(DESKTOPS, name.toLowerCase()) ? (DESKTOPS[name.toLowerCase()] ?? []) : [],
  )
  for (const [program, ...args] of commands) {
    const found = await find(program)
    if (found !== null) return { kind: 'program', command: [found, ...args] }
  }
  const name = names.at(-1)
  if (name === undefined)
    return {
      kind: 'none',
      why: 'This desktop does not say which one it is, so its notification settings are not known here.',
    }
  return {
    kind: 'none',
    why:
      commands.length > 0
        ? `The program with the notification settings of ${name} was not found.`
        : `Where ${name} keeps its notification settings is not known here.`,
  }
}

const ofThisDesktop = (): Promise<SettingsPlace> =>
  notificationSettings({
    platform: process.platform,
    desktop: process.env['XDG_CURRENT_DESKTOP'],
    find: findProgram,
  })

/** Why they cannot be opened; null: they can. */
export const whyNoNotificationSettings = async (): Promise<string | null> => {
  const place = await ofThisDesktop()
  return place.kind === 'none' ? place.why : null
}

/** `openUrl`: how the system opens an address of its own; true: done. false: they could not be opened. */
export async function openNotificationSettings(openUrl: (url: string) => Promise<boolean>): Promise<boolean> {
  const place = await ofThisDesktop()
  if (place.kind === 'none') return false
  return place.kind === 'url' ? openUrl(place.url) : startDetached(place.command, homeFolder())
}
