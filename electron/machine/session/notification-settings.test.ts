import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  notificationSettings,
  openNotificationSettings,
  whyNoNotificationSettings,
} from './notification-settings.ts'

const on = (platform: NodeJS.Platform, desktop: string | undefined, there: readonly string[] = []) =>
  notificationSettings({
    platform,
    desktop,
    find: (program) => Promise.resolve(there.includes(program) ? `/usr/bin/${program}` : null),
  })

describe('the notification settings of the system', () => {
  it.each([
    ['darwin', undefined, [], 'x-apple.systempreferences:com.apple.preference.notifications'],
    ['win32', undefined, [], 'ms-settings:notifications'],
    ['linux', 'ubuntu:GNOME', ['gnome-control-center'], '/usr/bin/gnome-control-center notifications'],
    [
      'linux',
      'Budgie:GNOME',
      ['gnome-control-center', 'budgie-control-center'],
      '/usr/bin/budgie-control-center notifications',
    ],
    ['linux', 'Budgie:GNOME', ['gnome-control-center'], '/usr/bin/gnome-control-center notifications'],
    ['linux', 'KDE', ['systemsettings', 'kcmshell6'], '/usr/bin/systemsettings kcm_notifications'],
    ['linux', 'KDE', ['kcmshell5'], '/usr/bin/kcmshell5 kcm_notifications'],
    ['linux', 'XFCE', ['xfce4-notifyd-config', 'gnome-control-center'], '/usr/bin/xfce4-notifyd-config'],
    ['linux', 'X-Cinnamon', ['cinnamon-settings'], '/usr/bin/cinnamon-settings notifications'],
    ['linux', 'MATE', ['mate-notification-properties'], '/usr/bin/mate-notification-properties'],
    ['linux', 'LXQt', ['lxqt-config-notificationd'], '/usr/bin/lxqt-config-notificationd'],
    [
      'linux',
      'KDE',
      ['gnome-control-center'],
      'The program with the notification settings of KDE was not found.',
    ],
    [
      'linux',
      'sway',
      ['gnome-control-center'],
      'Where sway keeps its notification settings is not known here.',
    ],
    ['linux', 'constructor', [], 'Where constructor keeps its notification settings is not known here.'],
    [
      'linux',
      '',
      ['gnome-control-center'],
      'This desktop does not say which one it is, so its notification settings are not known here.',
    ],
    [
      'linux',
      undefined,
      [],
      'This desktop does not say which one it is, so its notification settings are not known here.',
    ],
  ] as const)('%s, %s with %j: %s', async (platform, desktop, there, opens) => {
    const place = await on(platform, desktop, there)
    expect(openedBy(place)).toBe(opens)
  })
})

/** The command or the address; or why there is none. */
function openedBy(place: Awaited<ReturnType<typeof on>>): string {
  if (place.kind === 'program') return place.command.join(' ')
  return place.kind === 'url' ? place.url : place.why
}

describe.skipIf(process.platform !== 'linux')('on this machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-notification-settings-'))
  const before = { PATH: process.env['PATH'], XDG_CURRENT_DESKTOP: process.env['XDG_CURRENT_DESKTOP'] }
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true, force: true })
  })
  it('the program of the desktop is started with the page, and nothing where there is none', async () => {
    const told = path.join(folder, 'told')
    writeFileSync(path.join(folder, 'lxqt-config-notificationd'), `#!/bin/sh\necho started > ${told}\n`)
    chmodSync(path.join(folder, 'lxqt-config-notificationd'), 0o755)
    process.env['PATH'] = `${folder}:${before.PATH}`
    process.env['XDG_CURRENT_DESKTOP'] = 'LXQt'
    const noUrl = (): Promise<boolean> => Promise.reject(new Error('no address is opened here'))
    expect(await whyNoNotificationSettings()).toBeNull()
    expect(await openNotificationSettings(noUrl)).toBe(true)
    await expect
      .poll(() => existsSync(told) && readFileSync(told, 'utf8'), { timeout: 10_000 })
      .toBe('started\n')
    process.env['XDG_CURRENT_DESKTOP'] = 'sway'
    expect(await whyNoNotificationSettings()).toContain('sway')
    expect(await openNotificationSettings(noUrl)).toBe(false)
  })
})
