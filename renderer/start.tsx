import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { openBridge, type AppContext } from './client/bridge.ts'
import { follow } from './client/live.ts'
import { createLiveStore } from './client/live-store.ts'
import { portToHost } from './port.ts'
import { followWhileSeen } from './popover/follow-seen.ts'

// The page's content policy lets no text become a function: zod, read later, is not to try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

interface Start {
  readonly isPopover: boolean
  /** What is shown, once its code is there. */
  readonly page: Promise<ComponentType<{ bridge: AppContext }>>
  /** The first channel, open already; later ones are opened when they are needed. */
  readonly port: MessagePort
}

/** Follows the host and shows the page. Once for each page that is read. */
export function start({ isPopover, page, port }: Start): void {
  const live = createLiveStore()
  let first: MessagePort | null = port
  const bridge = openBridge(() => {
    const open = first ?? portToHost()
    first = null
    return open
  })
  if (isPopover) followWhileSeen(live, bridge)
  else follow(live, bridge)
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  void page.then((Page) => createRoot(root).render(<Page bridge={{ ...bridge, live }} />))
}
