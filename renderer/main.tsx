import { POPOVER_HASH } from '../shared/views/popover-address.ts'
import { portToHost } from './port.ts'
import './styles/app.css'

// Whatever this window shows first is asked for here, at once: this script waits for none of it, and is small.
const isPopover = location.hash.startsWith(POPOVER_HASH)
// The small window at the tray reads only what it shows.
const page = isPopover
  ? import('./popover/app.tsx').then((m) => m.Popover)
  : import('./app/app.tsx').then(async (m) => {
      await m.loadFirstPage()
      return m.App
    })
const frame = import('./start.tsx')
// After all of them: it tells the main process that it has been asked for the files.
const port = portToHost()
void frame.then(({ start }) => start({ isPopover, page, port }))
