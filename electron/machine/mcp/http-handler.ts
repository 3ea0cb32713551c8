import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { ToolAnswer } from '../../engine/ports/agents.ts'
import { serverWith } from './protocol.ts'
import type { ToolName } from '../../../shared/agents/tool-limits.ts'

const SUBSCRIPTIONS = 4 // streams a client may keep open; nothing is ever sent on them

export interface HttpHandler {
  /** `body`: what was sent, parsed. */
  handle(req: IncomingMessage, res: ServerResponse, body: unknown): Promise<void>
  close(): void
}

/**
 * MCP over HTTP for one run: stateless, a server object for each request, clients of the newest protocol
 * and of those before.
 */
export function httpHandler(
  names: readonly ToolName[],
  call: (name: ToolName, input: unknown) => Promise<ToolAnswer>,
  onError: (error: Error) => void,
  version: string,
): HttpHandler {
  // The second hook tells of requests that the client got wrong; those are its own to mend.
  const handler = createMcpHandler(() => serverWith(names, call, version), {
    maxSubscriptions: SUBSCRIPTIONS,
    onerror: () => {},
  })
  const node = toNodeHandler(handler, { onerror: onError })
  return {
    handle: (req, res, body) => node(req as NodeIncomingMessageLike, res, body),
    close: () => void handler.close().catch(() => undefined),
  }
}
