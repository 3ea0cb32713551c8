import { configure, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import { openBridge } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { ConfirmHost } from '../kit/dialog.tsx'
import { createLiveStore, follow, liveAfter } from '../client/live.ts'
import { fakeHost, type FakeHost, type Options } from './fake-host.ts'

// Roles are found slowly without a browser, and other work may share the machine: a second is not much.
configure({ asyncUtilTimeout: 4000 })

/** Renders a piece of the window over a snapshot; calls go to the pretend host. */
export function show(
  what: ReactNode,
  snapshot: Snapshot,
  options: Options = {},
): RenderResult & { host: FakeHost } {
  const host = fakeHost(snapshot, options)
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  live.setState(liveAfter(live.getState(), { kind: 'snapshot', snapshot: host.current() }))
  follow(live, bridge)
  const rendered = render(
    <Client bridge={{ ...bridge, live }}>
      {what}
      <ConfirmHost />
    </Client>,
  )
  return { ...rendered, host }
}
