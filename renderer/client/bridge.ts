import { createORPCClient, DynamicLink } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Contract } from '../../shared/contract/api.ts'
import { LIVE_TEXT } from '../../shared/contract/live-text.ts'
import type { LiveStore } from './live-store.ts'
import { createQueries } from './write.ts'

export type Client = ContractRouterClient<Contract>
export type Api = RouterUtils<Client>

/** Gives the other end of a fresh channel to whoever serves the contract. */
type OpenPort = () => MessagePort

/** Tells the app that the page has drawn what it has to show: other work may have the processor now. */
export function tellDrawn(): void {
  requestAnimationFrame(() => {
    // After the frame, not before it.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => window.postMessage('threadbeat:drawn', '*')
    port2.postMessage(null)
  })
}

export interface Bridge {
  readonly client: Client
  /** Query and mutation options of the contract; their keys say what to invalidate. */
  readonly api: Api
  readonly queries: QueryClient
  /** A new channel for all later calls; the old one is closed. */
  reopen(): void
}

export function openBridge(openPort: OpenPort): Bridge {
  let port = openPort()
  let link = linkOver(port)
  const client: Client = createORPCClient(new DynamicLink(() => link))
  return {
    client,
    api: createTanstackQueryUtils(client),
    queries: createQueries(),
    reopen: () => {
      // closing it here tells only the other end; calls under way must hear it too
      port.dispatchEvent(new Event('close'))
      port.close()
      port = openPort()
      link = linkOver(port)
    },
  }
}

function linkOver(port: MessagePort): RPCLink<Record<never, never>> {
  const link = new RPCLink({ port, customJsonSerializers: [LIVE_TEXT] })
  port.start()
  return link
}

export interface AppContext extends Bridge {
  readonly live: LiveStore
}
export const BridgeContext = createContext<AppContext | null>(null)

export function useBridge(): AppContext {
  const bridge = use(BridgeContext)
  if (bridge === null) throw new Error('useBridge stands outside of <BridgeContext>')
  return bridge
}
