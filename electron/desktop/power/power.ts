import { net, powerMonitor } from 'electron'
import { onBattery, watchBattery, watchLock } from '../../machine/session/linux-session.ts'
import { metered, watchNetwork } from '../../machine/network/network.ts'
import { followPower, type PowerNews } from './power-news.ts'

/** null: cannot be told. Electron knows it on macOS and Windows only. Never rejects. */
const isOnBattery = (): Promise<boolean | null> =>
  process.platform === 'linux' ? onBattery() : Promise.resolve(powerMonitor.isOnBatteryPower())

/** What the machine tells of itself: asked once, kept by its news, and answered without waiting. */
export function createPower(): {
  readonly facts: { onBattery(): boolean | null; metered(): boolean | null }
  follow(listener: (what: PowerNews | 'metered') => void): () => void
} {
  let battery: boolean | null = null
  let isMetered: boolean | null = null
  return {
    facts: { onBattery: () => battery, metered: () => isMetered },
    follow(listener) {
      const askNetwork = (): void =>
        void metered().then((now) => {
          if (now === isMetered) return
          isMetered = now
          listener('metered')
        })
      void isOnBattery().then((now) => {
        battery = now
        if (now === true) listener('on-battery')
      })
      askNetwork()
      // What happened to machine and network. Each may come more than once; 'lock' and 'unlock' only where
      // the system tells of them.
      return followPower(
        {
          monitor: powerMonitor,
          isOnline: () => net.isOnline(),
          watchNetwork,
          watchBattery,
          watchLock,
          isLinux: process.platform === 'linux',
        },
        (what) => {
          if (what === 'on-battery' || what === 'on-ac') battery = what === 'on-battery'
          if (what === 'online' || what === 'resume') askNetwork()
          listener(what)
        },
      )
    },
  }
}
