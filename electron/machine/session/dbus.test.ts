import dbus from 'dbus-next'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findOnPath } from '../../../build/machine/machine.mjs'
import { startSessionBus } from '../../../build/machine/session-bus.mjs'
import { BUS, connectSessionBus, socketPaths } from './dbus.ts'
import { readMessage, writeCall } from './dbus-messages.ts'
import { watchTrayHost } from '../../desktop/tray/tray-host.ts'

describe('socketPaths', () => {
  it.each([
    ['unix:path=/run/user/1000/bus', ['/run/user/1000/bus']],
    ['unix:path=/tmp/dbus%2dx,guid=ab12', ['/tmp/dbus-x']],
    ['unix:abstract=/tmp/dbus-y,guid=1;unix:path=/z', ['\0/tmp/dbus-y', '/z']],
    ['tcp:host=evil,port=1', []],
    ['', []],
    ['nonsense', []],
  ])('%j', (address, paths) => expect(socketPaths(address)).toEqual(paths))
})

describe('readMessage', () => {
  const call = writeCall(7, BUS, 'GetNameOwner', ['org.kde.StatusNotifierWatcher', 'ü'])
  it('reads what writeCall wrote', () =>
    expect(readMessage(call)).toMatchObject({
      length: call.length,
      type: 1,
      member: 'GetNameOwner',
      body: ['org.kde.StatusNotifierWatcher', 'ü'],
    }))
  it('waits for the rest of a message', () => {
    for (let size = 0; size < call.length; size++) expect(readMessage(call.subarray(0, size))).toBeNull()
  })
  it('takes no message of another kind or of absurd size', () => {
    expect(() => readMessage(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow()
    const huge = Buffer.from(call)
    huge.writeUInt32LE(0x7fffffff, 4)
    expect(() => readMessage(huge)).toThrow()
  })
})

describe('where there is no session bus', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it('one is asked for ever more rarely, at least once a minute', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent/threadbeat-bus')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const armed = vi.spyOn(globalThis, 'setTimeout')
    const seen: boolean[] = []
    const stop = watchTrayHost((present) => seen.push(present))
    const delays: (number | undefined)[] = []
    while (delays.length < 9) {
      while (vi.getTimerCount() === 0) await new Promise(setImmediate)
      delays.push(armed.mock.lastCall?.[1])
      vi.advanceTimersToNextTimer()
    }
    stop()
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    expect(seen).toEqual([false])
  })
})

describe.skipIf(process.platform !== 'linux' || findOnPath('dbus-daemon') === null)(
  'on a real session bus',
  () => {
    let daemon: Awaited<ReturnType<typeof startSessionBus>>
    const before = process.env['DBUS_SESSION_BUS_ADDRESS']
    beforeAll(async () => {
      daemon = await startSessionBus()
      process.env['DBUS_SESSION_BUS_ADDRESS'] = daemon?.address
    })
    afterAll(() => {
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS']
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before
      daemon?.stop()
    })

    it('calls methods and hears errors', async () => {
      const bus = await connectSessionBus()
      expect(await bus.call(BUS, 'NameHasOwner', 'org.freedesktop.DBus')).toEqual([true])
      await expect(bus.call(BUS, 'GetNameOwner', 'org.nobody')).rejects.toThrow(/owner/)
      bus.close()
    })

    it('rejects where there is no bus', async () => {
      await expect(connectSessionBus('unix:path=/nonexistent/bus')).rejects.toThrow('no session bus')
    })

    it('sees a tray host come, go and be replaced', async () => {
      const seen: boolean[] = []
      const news = { wake: (): void => {} }
      const until = async (count: number): Promise<void> => {
        while (seen.length < count) await new Promise<void>((resolve) => (news.wake = resolve))
      }
      const stop = watchTrayHost((present) => {
        seen.push(present)
        news.wake()
      })
      await until(1)
      expect(seen).toEqual([false])

      const panel = dbus.sessionBus({ busAddress: daemon?.address ?? '' })
      panel.addMethodHandler((message: dbus.Message) => {
        if (message.member !== 'Get') return false
        panel.send(dbus.Message.newMethodReturn(message, 'v', [new dbus.Variant('b', true)]))
        return true
      })
      await panel.requestName('org.kde.StatusNotifierWatcher', 0)
      await until(2)
      panel.disconnect()
      await until(3)
      expect(seen).toEqual([false, true, false])
      stop()
    })
  },
)
