import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPower, LOOK_MS, type PowerNews } from './power-news.ts'

/** The real rules; what Electron and the bus would say is said by hand, minute by minute. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follow(isLinux: boolean) {
  const seen: PowerNews[] = []
  const monitor = new EventEmitter()
  const says = {
    isOnline: true,
    looks: 0,
    ended: 0,
    network: (_state: 'online' | 'offline'): void => {},
    untold: (): void => {},
    battery: (_is: boolean | null): void => {},
    lock: (_is: boolean | null): void => {},
  }
  const end = followPower(
    {
      monitor,
      isLinux,
      isOnline: () => (says.looks++, says.isOnline),
      watchNetwork: (changed, untold) => (
        Object.assign(says, { network: changed, untold }), () => void says.ended++
      ),
      watchBattery: (changed) => (Object.assign(says, { battery: changed }), () => void says.ended++),
      watchLock: (changed) => (Object.assign(says, { lock: changed }), () => void says.ended++),
    },
    (what) => seen.push(what),
  )
  return { seen, monitor, says, end }
}

describe('what happened to the machine', () => {
  it.each([
    ['suspend', 'suspend', 'suspend'],
    ['resume', 'resume', 'resume'],
    ['lock-screen', 'lock', null],
    ['unlock-screen', 'unlock', null],
    ['on-battery', 'on-battery', null],
    ['on-ac', 'on-ac', null],
  ] as const)('%s is %s on macOS and Windows, %s on Linux', (event, elsewhere, linux) => {
    for (const [isLinux, what] of [
      [false, elsewhere],
      [true, linux],
    ] as const) {
      const { seen, monitor } = follow(isLinux)
      monitor.emit(event)
      expect(seen).toEqual(what === null ? [] : [what])
    }
  })

  it('on Linux battery and lock come over the bus; the start is no news, the unknown neither', () => {
    const { seen, says } = follow(true)
    for (const is of [false, null, true, null, true, false]) says.battery(is)
    for (const is of [false, true, null, false]) says.lock(is)
    expect(seen).toEqual(['on-battery', 'on-ac', 'lock', 'unlock'])
  })

  it('a network that is told is not looked at', () => {
    const { seen, monitor, says } = follow(true)
    says.network('online')
    says.network('offline')
    monitor.emit('resume')
    vi.advanceTimersByTime(10 * LOOK_MS)
    says.network('online')
    expect([seen, says.looks, vi.getTimerCount()]).toEqual([['offline', 'resume', 'online'], 0, 0])
  })

  it('one that is not told is looked at once a minute and after each wake', () => {
    const { seen, monitor, says, end } = follow(false)
    says.untold()
    says.isOnline = false
    vi.advanceTimersByTime(LOOK_MS)
    vi.advanceTimersByTime(LOOK_MS)
    says.isOnline = true
    monitor.emit('resume')
    says.isOnline = false
    monitor.emit('unlock-screen')
    expect([seen, says.looks]).toEqual([['offline', 'resume', 'online', 'unlock', 'offline'], 5])
    says.untold()
    expect(vi.getTimerCount()).toBe(1)
    says.network('online')
    expect([seen.at(-1), vi.getTimerCount()]).toEqual(['online', 0])
    says.untold()
    end()
    monitor.emit('resume')
    expect([seen.length, vi.getTimerCount(), says.ended, monitor.eventNames()]).toEqual([7, 0, 1, []])
  })
})
