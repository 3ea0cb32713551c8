import { configure, render, type RenderResult } from '@testing-library/react'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import { BridgeContext, openBridge } from '../client/bridge.ts'
import { ConfirmHost } from '../kit/dialog.tsx'
import { createLiveStore, follow, liveAfter } from '../client/live.ts'
import { useHashPath } from '../client/navigation.ts'
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
    <BridgeContext value={{ ...bridge, live }}>
      <QueryClientProvider client={bridge.queries}>
        <Tooltip.Provider>
          <Router hook={useHashPath}>
            {what}
            <ConfirmHost />
          </Router>
        </Tooltip.Provider>
      </QueryClientProvider>
    </BridgeContext>,
  )
  return { ...rendered, host }
}
