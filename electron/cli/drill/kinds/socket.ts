import { connect } from 'node:net'
import { findSocket } from '../../../machine/network/socket-path.ts'
import type { Kind } from '../board.ts'
import { exchange, guarded, inParallel, statusOf } from '../doors.ts'
import { healthyBeats } from '../watched.ts'

const noise = (random: () => number, bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)))

const garbage: Kind = {
  group: 'door',
  name: 'the socket is sent what is no request',
  isShort: true,
  play: (c) =>
    guarded(c, 'noise', async (app) => {
      const to = { path: findSocket(app.dataDir) }
      const heads = [
        'GET /',
        'POST /beat/start HTTP/1.1\r\n\r\n',
        '\0\0\0\0',
        '{"json":{}}',
        `${'A'.repeat(100_000)}\r\n\r\n`,
      ]
      const sent = [...heads, ...Array.from({ length: 40 }, () => noise(c.random, 4000))]
      await inParallel(sent, async (bytes) => {
        c.injected()
        const status = statusOf(await exchange(to, bytes, 1000))
        c.check('letIn', status === 0 || status >= 400, `it was answered with ${status}`)
      })
    }),
}

const giant: Kind = {
  group: 'door',
  name: 'the socket is promised more than it can take',
  isShort: true,
  play: (c) =>
    guarded(c, 'a giant length', async (app) => {
      const to = { path: findSocket(app.dataDir) }
      for (const length of ['99000000000', '13000000', '-1', '1e9', '18446744073709551616']) {
        c.injected()
        const head = `POST /events/add HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
        const status = statusOf(await exchange(to, head + '['.repeat(100_000), 1500))
        c.check('letIn', status === 0 || status >= 400, `length ${length} was answered with ${status}`)
      }
    }),
}

const halfOpen: Kind = {
  group: 'door',
  name: 'hundreds of connections to the socket are left in their middle',
  isShort: true,
  play: (c) =>
    guarded(c, 'half-open connections', async (app) => {
      const open = Array.from({ length: 300 }, () => {
        const socket = connect(findSocket(app.dataDir))
        socket.on('error', () => {})
        socket.write('POST /snapshot HTTP/1.1\r\nHost: x\r\nX: ')
        c.injected()
        return socket
      })
      await healthyBeats(c, app, 'beside half-open connections')
      for (const socket of open) socket.destroy()
    }),
}

export const SOCKET_KINDS: readonly Kind[] = [garbage, giant, halfOpen]
