import { configure, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { openBridge } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { Keyboard } from '../commands/keyboard.tsx'
import { ConfirmHost } from '../kit/dialog/dialog.tsx'
import { follow } from '../client/live.ts'
import { createLiveStore, liveAfter } from '../client/live-store.ts'
import type { WindowHost } from './host.ts'

// A wait ends when what is waited for is there. The limit is for a test that fails, and as long as one end to end: roles are
// found slowly without a browser, and other work may share the machine.
configure({ asyncUtilTimeout: 30_000 })

/** Renders a piece of the window over a host; calls go to it. */
export function show(what: ReactNode, host: WindowHost): RenderResult & { host: WindowHost } {
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  live.setState(liveAfter(live.getState(), { kind: 'snapshot', snapshot: host.snapshot() }))
  onTestFinished(follow(live, bridge))
  const rendered = render(
    <Client bridge={{ ...bridge, live }}>
      <Keyboard>{what}</Keyboard>
      <ConfirmHost />
    </Client>,
  )
  return { ...rendered, host }
}
