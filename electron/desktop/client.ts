import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { MessagePortMain } from 'electron'
import type { Contract } from '../../shared/contract/api.ts'
import { LIVE_TEXT } from '../../shared/contract/live-text.ts'
import type { ApiRouter } from '../engine/api/handlers.ts'
import type { ApiContext } from '../engine/api/parts.ts'

export type Client = ContractRouterClient<Contract>

/**
 * The contract called in this process, with the window's rights: the tray is the same person at the same
 * desktop.
 */
export const clientOf = (router: ApiRouter): Client =>
  createRouterClient(router, { context: { origin: 'window' } }) as Client

/** Answers a page over its channel, and what it asked before as well. */
export function serverOf(router: ApiRouter): (channel: MessagePortMain) => void {
  const handler = new RPCHandler<ApiContext>(router, { customJsonSerializers: [LIVE_TEXT] })
  return (channel) => {
    handler.upgrade(channel, { context: { origin: 'window' } })
    channel.start()
  }
}
