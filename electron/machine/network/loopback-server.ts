import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { createWaitingHeads, type Unheard } from './waiting-heads.ts'

interface LoopbackLimits {
  /** How long a connection may take to say a head. */
  readonly headerMs: number
  readonly bodyMs: number
  readonly headerBytes: number
  /** Connections that have not said their first head; of more the oldest are ended. */
  readonly waitingHeads: number
  readonly requestsPerConnection: number | null // null: any number
}

interface LoopbackOptions {
  readonly port: number // 0: any that is free
  readonly limits: LoopbackLimits
  /** May reject: `onBug` answers then. */
  readonly answer: (req: IncomingMessage, res: ServerResponse, port: number) => Promise<void>
  readonly onBug: (error: unknown, res: ServerResponse) => void
  /** A connection was ended before its first head was there. */
  readonly onUnheard: (why: Unheard) => void
}

export interface LoopbackServer {
  /**
   * The port it has. Called again while it listens: the same answer; after a failure it tries again. The error
   * is the system's sentence. Never rejects.
   */
  start(): Promise<Result<number, string>>
  /** Ends every connection; the port is free afterwards. Never rejects. */
  close(): Promise<void>
}

interface Listening {
  readonly server: Server
  readonly port: number
}

/** HTTP for other programs of this machine: on the loopback address only, each connection with its deadlines. */
export function createLoopbackServer(options: LoopbackOptions): LoopbackServer {
  let listening: Promise<Result<Listening, string>> | null = null
  let closing: Promise<unknown> = Promise.resolve()
  return {
    async start() {
      const attempt = (listening ??= listen(options))
      const result = await attempt
      if (result.ok) return ok(result.value.port)
      if (listening === attempt) listening = null
      return result
    },
    async close() {
      const last = listening
      listening = null
      // Whoever closes twice waits for the first end too.
      closing = Promise.all([closing, last?.then(end)])
      await closing
    },
  }
}

function listen({
  port,
  limits,
  answer,
  onBug,
  onUnheard,
}: LoopbackOptions): Promise<Result<Listening, string>> {
  return new Promise((resolve) => {
    const heads = createWaitingHeads(limits, onUnheard)
    const server = createServer(
      {
        headersTimeout: limits.headerMs,
        requestTimeout: limits.headerMs + limits.bodyMs,
        maxHeaderSize: limits.headerBytes,
      },
      (req, res) => {
        heads.spoke(req.socket)
        void answer(req, res, portOf(server)).catch((error: unknown) => onBug(error, res))
      },
    )
    if (limits.requestsPerConnection !== null) server.maxRequestsPerSocket = limits.requestsPerConnection
    server.on('connection', heads.came)
    server.on('error', (error) => resolve(err(error.message)))
    server.listen(port, '127.0.0.1', () => resolve(ok({ server, port: portOf(server) })))
  })
}

const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0

async function end(listened: Result<Listening, string>): Promise<void> {
  if (!listened.ok) return
  const { server } = listened.value
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
