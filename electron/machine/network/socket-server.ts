import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node'
import type { ApiRouter } from '../../engine/api/handlers.ts'
import type { ApiContext } from '../../engine/api/parts.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { ensurePrivateDir, withPrivateUmask } from '../disk/data-dir.ts'
import { socketPlace } from './socket-path.ts'

export interface SocketServer {
  readonly path: string
  /** Ends all connections, once what is being answered had a moment; the socket is gone afterwards. */
  close(): Promise<void>
}

/** Two texts of HEARTBEAT.md at their limit, and a little. */
const MAX_BODY_BYTES = 12 * 1024 * 1024
const PROBE_MS = 1000
/** How long a call that is being answered keeps its connection; one that waits for news would for ever. */
const ANSWERED_MS = 100

/**
 * Serves the contract to the owner of this data folder and to nobody else: the socket is 0600 in a 0700
 * folder (Node cannot ask for the peer's uid, so the folder is the guard). Call it while holding the data
 * folder's lock. Never rejects; the error is a sentence.
 */
export async function serveSocket(router: ApiRouter, dataDir: string): Promise<Result<SocketServer, string>> {
  const place = socketPlace(dataDir)
  try {
    if (place.folder !== null) {
      ensurePrivateDir(place.folder)
      const stale = await removeStale(place.path)
      if (stale !== null) return err(stale)
    }
    const server = await listen(router, place.path)
    if (place.folder !== null) chmodSync(place.path, 0o600)
    if (place.pointer !== null)
      writeFileSync(place.pointer, `${JSON.stringify({ path: place.path })}\n`, { mode: 0o600 })
    return ok({ path: place.path, close: () => closed(server, place.pointer) })
  } catch (error) {
    return err(`the socket ${place.path} cannot be opened: ${messageOf(error)}`)
  }
}

/** A socket file is removed only after nobody answered behind it. null: the place is free. */
async function removeStale(socketPath: string): Promise<string | null> {
  const stat = lstatSync(socketPath, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (!stat.isSocket()) return `${socketPath} is in the way and is not a socket`
  if (await answers(socketPath)) return `another process answers at ${socketPath}`
  rmSync(socketPath, { force: true })
  return null
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socketPath)
    const end = (answer: boolean): void => {
      probe.destroy()
      resolve(answer)
    }
    probe.setTimeout(PROBE_MS, () => end(true)) // accepted, busy: somebody is there
    probe.once('connect', () => end(true))
    probe.once('error', () => end(false))
  })
}

function listen(router: ApiRouter, socketPath: string): Promise<Server> {
  const handler = new RPCHandler<ApiContext>(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: MAX_BODY_BYTES })],
  })
  const server = createServer((request, response) => {
    void handler
      .handle(request, response, { context: { origin: 'socket' } })
      .then(({ matched }) => {
        if (!matched) response.writeHead(404).end()
      })
      .catch(() => response.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Bound with a closed umask: there is no moment at which the socket is open to others.
    withPrivateUmask(() => server.listen(socketPath, () => resolve(server)))
  })
}

function closed(server: Server, pointer: string | null): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), ANSWERED_MS)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
    if (pointer !== null) rmSync(pointer, { force: true })
  })
}
