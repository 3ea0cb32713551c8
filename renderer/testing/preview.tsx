import { createRoot } from 'react-dom/client'
import {
  emptySnapshot,
  largeSnapshot,
  newSnapshot,
  sampleSnapshot,
} from '../../shared/views/testing/sample-snapshot.ts'
import { App } from '../app/app.tsx'
import { openBridge } from '../client/bridge.ts'
import { follow } from '../client/live.ts'
import { createLiveStore } from '../client/live-store.ts'
import { fakeHost } from './fake-host.ts'
import '../styles/app.css'

/**
 * The window over a pretend engine: /testing/preview.html?fleet=sample|large|empty|new&theme=light|dark.
 * Served by vite only.
 */
const query = new URLSearchParams(location.search)
const snapshots = { sample: sampleSnapshot, large: largeSnapshot, empty: emptySnapshot, new: newSnapshot }
const make = snapshots[(query.get('fleet') ?? 'sample') as keyof typeof snapshots] ?? sampleSnapshot
const theme = query.get('theme')
const host = fakeHost(make(Date.now()), {
  theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  paused: query.has('paused'),
  conflict: query.has('conflict'),
  bare: query.has('bare'),
})

const live = createLiveStore()
const bridge = openBridge(host.openPort)
follow(live, bridge)
createRoot(document.getElementById('root')!).render(<App bridge={{ ...bridge, live }} />)
