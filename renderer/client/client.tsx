import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { Router } from 'wouter'
import { SurroundingsContext } from '../kit/surroundings.ts'
import type { OwnKeys } from '../kit/keys.ts'
import { attempt } from './attempt.ts'
import { BridgeContext, type AppContext } from './bridge.ts'
import { useLive } from './live.ts'
import { useHashPath } from './navigation.ts'

/** All that a page needs around it: the bridge to the engine, the cache, the address, what the kit asks for. */
export function Client({ bridge, children }: { bridge: AppContext; children: ReactNode }): ReactNode {
  return (
    <BridgeContext value={bridge}>
      <QueryClientProvider client={bridge.queries}>
        <Tooltip.Provider delay={350}>
          <Router hook={useHashPath}>
            <AroundKit bridge={bridge}>{children}</AroundKit>
          </Router>
        </Tooltip.Provider>
      </QueryClientProvider>
    </BridgeContext>
  )
}

const BUILT_IN: OwnKeys = {}

function AroundKit({ bridge, children }: { bridge: AppContext; children: ReactNode }): ReactNode {
  const keys = useLive((live) => live.fleet?.settings.keys ?? BUILT_IN)
  const { client } = bridge
  const surroundings = useMemo(
    () => ({ keys, openLink: (url: string) => void attempt(client.shell.openExternal({ url })) }),
    [keys, client],
  )
  return <SurroundingsContext value={surroundings}>{children}</SurroundingsContext>
}
