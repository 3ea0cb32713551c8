import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import dbus from 'dbus-next'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findOnPath } from '../../../build/machine/machine.mjs'
import { startSessionBus } from '../../../build/machine/session-bus.mjs'
import { watchDoNotDisturb } from './do-not-disturb.ts'

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
/** Its types say that the first argument is a string; its code takes the call. */
const newError = dbus.Message.newError as unknown as (
  call: dbus.Message,
  name: string,
  text: string,
) => dbus.Message

describe.skipIf(process.platform !== 'linux' || findOnPath('dbus-daemon') === null)(
  'Do Not Disturb of the system, on a real bus',
  () => {
    let daemon: Awaited<ReturnType<typeof startSessionBus>>
    const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-dnd-'))
    const before = {
      PATH: process.env['PATH'],
      DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'],
    }
    const ends: (() => unknown)[] = []
    beforeAll(async () => {
      daemon = await startSessionBus()
      process.env['DBUS_SESSION_BUS_ADDRESS'] = daemon?.address
    })
    afterEach(async () => {
      for (const end of ends.splice(0)) await end()
    })
    afterAll(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      daemon?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const connected = (): dbus.MessageBus => {
      const bus = dbus.sessionBus({ busAddress: daemon?.address ?? '' })
      ends.push(() => bus.disconnect())
      return bus
    }
    /** A notification service; `inhibited` null: it has no such property. */
    async function service(inhibited: boolean | null) {
      const bus = connected()
      let value = inhibited
      bus.addMethodHandler((message: dbus.Message) => {
        if (message.member !== 'Get') return false
        bus.send(
          value === null
            ? newError(message, 'org.freedesktop.DBus.Error.UnknownProperty', 'no such property')
            : dbus.Message.newMethodReturn(message, 'v', [new dbus.Variant('b', value)]),
        )
        return true
      })
      await bus.requestName(NAME, 0)
      return {
        set(next: boolean) {
          value = next
          bus.send(
            dbus.Message.newSignal(PATH, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', [
              NAME,
              { Inhibited: new dbus.Variant('b', next) },
              [],
            ]),
          )
        },
        leave: () => bus.releaseName(NAME),
      }
    }
    function watch(desktop: string) {
      const seen: (boolean | null)[] = []
      let wake = (): void => {}
      ends.push(
        watchDoNotDisturb((isOn) => {
          seen.push(isOn)
          wake()
        }, desktop),
      )
      return async (count: number): Promise<readonly (boolean | null)[]> => {
        while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve))
        return seen
      }
    }
    const gsettings = (answer: string): void => {
      writeFileSync(
        path.join(folder, 'gsettings'),
        `#!/bin/sh\n[ "$*" = "get org.gnome.desktop.notifications show-banners" ] && ${answer}\n`,
      )
      chmodSync(path.join(folder, 'gsettings'), 0o755)
      process.env['PATH'] = `${folder}:${before.PATH}`
    }
    const dconfNotifies = (key: string): void =>
      connected().send(
        dbus.Message.newSignal('/ca/desrt/dconf/Writer/user', 'ca.desrt.dconf.Writer', 'Notify', 'sass', [
          key,
          [''],
          'tag',
        ]),
      )

    it('is what the notification service says, now and later', async () => {
      const plasma = await service(false)
      const seen = watch('KDE')
      expect(await seen(1)).toEqual([false])
      plasma.set(true)
      expect(await seen(2)).toEqual([false, true])
      await plasma.leave()
      expect(await seen(3), 'nobody is there to say it').toEqual([false, true, null])
    })
    it('is GNOME’s own setting where its service says nothing', async () => {
      await service(null)
      gsettings('echo false')
      const seen = watch('ubuntu:GNOME')
      expect(await seen(1)).toEqual([true])
      gsettings('echo true')
      dconfNotifies('/org/gnome/desktop/interface/color-scheme') // another setting is no reason to ask
      dconfNotifies('/org/gnome/desktop/notifications/show-banners')
      expect(await seen(2)).toEqual([true, false])
    })
    it('is not known where the desktop does not tell it', async () => {
      await service(null)
      gsettings('echo false')
      expect(await watch('XFCE')(1), 'a setting of GNOME means nothing elsewhere').toEqual([null])
      gsettings('exit 1')
      expect(await watch('GNOME')(1)).toEqual([null])
      gsettings('echo nonsense')
      expect(await watch('GNOME')(1)).toEqual([null])
    })
    it('is not known without a bus', async () => {
      const address = process.env['DBUS_SESSION_BUS_ADDRESS']
      process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent/bus'
      expect(await watch('KDE')(1)).toEqual([null])
      process.env['DBUS_SESSION_BUS_ADDRESS'] = address
    })
  },
)
