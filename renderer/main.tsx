import { createRoot } from 'react-dom/client'
import { POPOVER_HASH } from '../shared/views/popover-address.ts'
import { openBridge, portToHost } from './client/bridge.ts'
import { follow } from './client/live.ts'
import { createLiveStore } from './client/live-store.ts'
import { followWhileSeen } from './popover/follow-seen.ts'
import './styles/app.css'

// The page's content policy lets no text become a function: zod, read later, is not to try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const isPopover = location.hash.startsWith(POPOVER_HASH)
const live = createLiveStore()
const bridge = openBridge(portToHost)
if (isPopover) followWhileSeen(live, bridge)
else follow(live, bridge)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// The small window at the tray reads only what it shows.
const page = isPopover
  ? import('./popover/app.tsx').then((m) => <m.Popover bridge={{ ...bridge, live }} />)
  : import('./app/app.tsx').then(async (m) => {
      await m.loadFirstPage()
      return <m.App bridge={{ ...bridge, live }} />
    })
void page.then((what) => createRoot(root).render(what))
