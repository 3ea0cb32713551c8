import { connect } from 'node:net'
import { afterEach } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { rawRequest } from './hostile-requests.ts'
import {
  createWebhookServer,
  type WebhookInput,
  type WebhookServer,
  type WebhookServerOptions,
} from '../webhook-server.ts'

export const TOKEN = 'tb_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
export const servers: WebhookServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

interface Served {
  readonly server: WebhookServer
  readonly port: number
  readonly taken: WebhookInput[]
  readonly logs: { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[]
}

/** The real server, over raw sockets: no client between that would mend what is sent. */
export async function serve(options: Partial<WebhookServerOptions> = {}): Promise<Served> {
  const taken: WebhookInput[] = []
  const logs: Served['logs'] = []
  const server = createWebhookServer({
    port: 0,
    token: () => TOKEN,
    log: (_level, event, fields = {}) => logs.push({ event, fields }),
    accept: (input) => {
      taken.push(input)
      return Promise.resolve(ok(`evt_${taken.length}`))
    },
    ...options,
  })
  servers.push(server)
  const started = await server.start()
  if (!started.ok) throw new Error(started.error.message)
  return { server, port: started.value.port, taken, logs }
}

export interface Answer {
  readonly status: number // 0: the connection was closed without an answer
  readonly head: string
  readonly body: string
}

/** Everything that came back until the server closed. `after` is sent once the first part is out. */
export function send(port: number, bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.once('close', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body })
    })
  })
}

export const post = (
  port: number,
  body: unknown,
  more: Partial<Parameters<typeof rawRequest>[0]> = {},
): Promise<Answer> =>
  send(
    port,
    rawRequest({
      host: `127.0.0.1:${port}`,
      auth: `Bearer ${TOKEN}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...more,
    }),
  )
