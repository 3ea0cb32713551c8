import dbus from 'dbus-next'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findOnPath } from '../../../build/machine/machine.mjs'
import { startSessionBus } from '../../../build/machine/session-bus.mjs'
import { onBattery, watchBattery, watchLock } from '../session/linux-session.ts'
import { metered, watchNetwork } from './network.ts'

/** Stand-ins for system services on a real bus of our own. */
interface Service {
  set(iface: string, property: string, value: dbus.Variant, path?: string): void
  leave(): Promise<void>
}
/** Its types say that the first argument is a string; its code takes the call. */
const newError = dbus.Message.newError as unknown as (
  call: dbus.Message,
  name: string,
  text: string,
) => dbus.Message
const hasBus = process.platform === 'linux' && findOnPath('dbus-daemon') !== null

/** What is told, and a wait for the next of it. */
function noting<T>(): {
  seen: T[]
  note: (value: T) => void
  until: (count: number) => Promise<readonly T[]>
} {
  const seen: T[] = []
  let wake = (): void => {}
  return {
    seen,
    note: (value) => {
      seen.push(value)
      wake()
    },
    async until(count) {
      while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve))
      return seen
    },
  }
}

describe.skipIf(!hasBus)('facts of the system bus', () => {
  let daemon: Awaited<ReturnType<typeof startSessionBus>>
  const before = { bus: process.env['DBUS_SYSTEM_BUS_ADDRESS'], session: process.env['XDG_SESSION_ID'] }
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    daemon = await startSessionBus()
    process.env['DBUS_SYSTEM_BUS_ADDRESS'] = daemon?.address
    process.env['XDG_SESSION_ID'] = 'c7'
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => {
    for (const [name, value] of [
      ['DBUS_SYSTEM_BUS_ADDRESS', before.bus],
      ['XDG_SESSION_ID', before.session],
    ] as const) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    daemon?.stop()
  })

  async function service(name: string, path: string, values: Record<string, dbus.Variant>): Promise<Service> {
    const bus = dbus.sessionBus({ busAddress: daemon?.address ?? '' })
    bus.addMethodHandler((message: dbus.Message) => {
      if (message.member === 'GetSession')
        bus.send(dbus.Message.newMethodReturn(message, 'o', [`${path}/${String(message.body[0])}`]))
      else if (message.member === 'Get') {
        const value = values[String(message.body[1])]
        bus.send(
          value === undefined
            ? newError(message, 'org.freedesktop.DBus.Error.UnknownProperty', 'no such property')
            : dbus.Message.newMethodReturn(message, 'v', [value]),
        )
      } else return false
      return true
    })
    await bus.requestName(name, 0)
    let isThere = true
    const leave = async (): Promise<void> => {
      if (!isThere) return
      isThere = false
      await bus.releaseName(name)
      bus.disconnect()
    }
    ends.push(leave)
    return {
      leave,
      set(iface, property, value, at = path) {
        values[property] = value
        bus.send(
          dbus.Message.newSignal(at, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', [
            iface,
            { [property]: value },
            [],
          ]),
        )
      },
    }
  }
  const u = (value: number): dbus.Variant => new dbus.Variant('u', value)
  const NM = 'org.freedesktop.NetworkManager'
  const manager = (values: Record<string, dbus.Variant>): Promise<Service> =>
    service(NM, '/org/freedesktop/NetworkManager', values)

  it.each([
    [0, null],
    [1, true],
    [2, false],
    [3, true],
    [4, false],
    [9, null],
  ])('Metered %i is %s', async (value, is) => {
    await manager({ Metered: u(value) })
    expect(await metered()).toBe(is)
  })

  it('without a service, a property or a bus nothing can be told', async () => {
    expect([await metered(), await onBattery()]).toEqual([null, null])
    await manager({})
    expect(await metered()).toBe(null)
    process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nonexistent/bus'
    try {
      expect([await metered(), await onBattery()]).toEqual([null, null])
      const told = noting<string | null>()
      ends.push(
        watchNetwork(
          (state) => told.note(state),
          () => told.note(null),
        ),
        watchLock((is) => told.note(is === null ? 'no lock' : 'lock')),
      )
      expect([...(await told.until(2))].sort()).toEqual(['no lock', null])
    } finally {
      process.env['DBUS_SYSTEM_BUS_ADDRESS'] = daemon?.address
    }
  })

  it('the network goes, comes, and its manager with it', async () => {
    const told = noting<string>()
    ends.push(watchNetwork(told.note, () => told.note('untold')))
    expect(await told.until(1)).toEqual(['untold'])
    const first = await manager({ State: u(70) })
    await told.until(2)
    first.set(NM, 'State', u(60)) // still a route: no news
    first.set(NM, 'State', u(20))
    await told.until(3)
    first.set(NM, 'State', u(40))
    first.set(NM, 'State', u(70))
    await told.until(4)
    await first.leave()
    await told.until(5)
    await manager({ State: u(50) })
    expect(await told.until(6)).toEqual(['untold', 'online', 'offline', 'online', 'untold', 'offline'])
  })

  it('battery and lock', async () => {
    const told = noting<string>()
    const upower = await service('org.freedesktop.UPower', '/org/freedesktop/UPower', {
      OnBattery: new dbus.Variant('b', false),
    })
    const logind = await service('org.freedesktop.login1', '/org/freedesktop/login1', {
      LockedHint: new dbus.Variant('b', false),
    })
    ends.push(watchBattery((is) => told.note(`battery ${is}`)))
    await told.until(1)
    ends.push(watchLock((is) => told.note(`lock ${is}`)))
    await told.until(2)
    logind.set(
      'org.freedesktop.login1.Session',
      'LockedHint',
      new dbus.Variant('b', true),
      '/org/freedesktop/login1/c7',
    )
    await told.until(3)
    upower.set('org.freedesktop.UPower', 'OnBattery', new dbus.Variant('b', true))
    expect(await told.until(4)).toEqual(['battery false', 'lock false', 'lock true', 'battery true'])
    expect(await onBattery()).toBe(true)
  })

  it('after its end nothing is told, and a bus that goes away is noticed', async () => {
    const own = await startSessionBus()
    process.env['DBUS_SYSTEM_BUS_ADDRESS'] = own?.address
    try {
      const bus = dbus.sessionBus({ busAddress: own?.address ?? '' })
      bus.on('error', () => {})
      bus.addMethodHandler(
        (message: dbus.Message) =>
          message.member === 'Get' && (bus.send(dbus.Message.newMethodReturn(message, 'v', [u(70)])), true),
      )
      await bus.requestName(NM, 0)
      const [kept, ended] = [noting<string>(), noting<string>()]
      ends.push(watchNetwork(kept.note, () => kept.note('untold')))
      const end = watchNetwork(ended.note, () => ended.note('untold'))
      await Promise.all([kept.until(1), ended.until(1)])
      end()
      own?.stop()
      expect([await kept.until(2), ended.seen]).toEqual([['online', 'untold'], ['online']])
    } finally {
      process.env['DBUS_SYSTEM_BUS_ADDRESS'] = daemon?.address
    }
  })
})
