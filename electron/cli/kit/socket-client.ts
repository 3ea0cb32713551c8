import http from 'node:http'
import { connect } from 'node:net'
import { createORPCClient } from '@orpc/client'
import { StandardRPCLink, type StandardLinkClient } from '@orpc/client/standard'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../../shared/contract/api.ts'
import { findSocket, socketDanger } from '../../machine/network/socket-path.ts'
import { CliError } from './errors.ts'
import { eventsOf } from './event-stream.ts'

export type Client = ContractRouterClient<Contract>

/** The contract over the local socket. Answers are plain JSON, or a stream of such. */
export function socketClient(socketPath: string): Client {
  // The library asks whether a value is one of these; merely naming Node's own loads its whole fetch, a
  // third of a command's time.
  for (const name of ['FormData', 'Headers'])
    Object.defineProperty(globalThis, name, { value: class {}, configurable: true, writable: true })
  const transport: StandardLinkClient<Record<never, never>> = {
    call: (request, { signal }) =>
      new Promise((resolve, reject) => {
        const { method, url } = request
        // A connection of its own: the agents of node:http look at host names, which costs more than the
        // call.
        const options = {
          createConnection: () => connect(socketPath),
          path: `${url.pathname}${url.search}`,
          method,
          headers: { 'content-type': 'application/json' },
          ...(signal && { signal }),
        }
        const sent = http.request(options, (response) => {
          if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
            const { statusCode: status = 0, headers } = response
            return resolve({ status, headers, body: () => Promise.resolve(eventsOf(response)) })
          }
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.once('error', reject)
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: () => Promise.resolve(text === '' ? undefined : (JSON.parse(text) as unknown)),
            }),
          )
        })
        sent.once('error', reject)
        sent.end(request.body === undefined ? undefined : JSON.stringify(request.body))
      }),
  }
  return createORPCClient(new StandardRPCLink(transport, { url: 'http://threadbeat/' }))
}

/** Whoever has opened the socket answers any request at once; one that is stopped or wedged never does. */
export type Presence = 'answers' | 'silent' | 'nobody'

/** How long the app may take to answer at all, on a busy machine. */
const PATIENCE_MS = 10_000

export function presenceAt(socketPath: string, withinMs: number = PATIENCE_MS): Promise<Presence> {
  return new Promise((resolve) => {
    const probe = connect(socketPath)
    const end = (presence: Presence): void => {
      clearTimeout(timer)
      probe.destroy()
      resolve(presence)
    }
    const timer = setTimeout(() => end('silent'), withinMs)
    probe.once('connect', () => probe.write('GET / HTTP/1.0\r\n\r\n'))
    probe.once('data', () => end('answers'))
    // It closed without a word: it is about to end.
    probe.once('end', () => end('nobody'))
    probe.once('error', () => end('nobody'))
  })
}

interface App {
  readonly socketPath: string
  readonly presence: Presence
}

/** Who has this data folder open. Throws where the socket is another user's. */
export async function appAt(dataDir: string, withinMs: number = PATIENCE_MS): Promise<App> {
  const socketPath = findSocket(dataDir)
  const danger = socketDanger(socketPath)
  if (danger !== null) throw new CliError(`Not talking to the socket: ${danger}.`)
  return { socketPath, presence: await presenceAt(socketPath, withinMs) }
}

export const silentError = (dataDir: string): CliError =>
  new CliError(
    `Threadbeat runs on ${dataDir} but has not answered for ${PATIENCE_MS / 1000} s: it is stopped, or hangs. ` +
      'If it stays so, end its process and start it again; nothing that was accepted is lost.',
  )
