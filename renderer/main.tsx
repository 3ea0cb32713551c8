import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openBridge, portToHost } from './bridge.ts'
import { createLiveStore, follow } from './live.ts'
import './styles/app.css'

const live = createLiveStore()
const bridge = openBridge(portToHost)
follow(live, bridge)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App bridge={{ ...bridge, live }} />)
