import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import type { Contract } from '../../shared/contract/api.ts'
import type { ApiRouter } from '../engine/api/handlers.ts'

export type Client = ContractRouterClient<Contract>

/**
 * The contract called in this process, with the window's rights: the tray is the same person at the same
 * desktop.
 */
export const clientOf = (router: ApiRouter): Client =>
  createRouterClient(router, { context: { origin: 'window' } }) as Client
