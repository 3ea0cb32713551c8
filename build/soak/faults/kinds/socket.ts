import { connect } from 'node:net'
import { findSocket } from '../../../../electron/machine/network/socket-path.ts'
import { contract } from '../../../../shared/contract/api.ts'
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

/** Every method of the contract, as the path that is asked for. */
function methodsOf(node: object, at = ''): readonly string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    return '~orpc' in value ? [`${at}/${name}`] : methodsOf(value, `${at}/${name}`)
  })
}

/** Without an input they do what they say: they end the app, show a window, or follow it for ever. */
const NOT_FUZZED = /^\/(shell|live|demo|app|fleet|testNotification|settings\/(reset|openFile))/

const JUNK: readonly unknown[] = [
  null,
  [],
  'x',
  -1,
  1e308,
  { id: 'thr_../../x', confirmed: true },
  {
    id: "thr_1'; DROP TABLE threads;--",
    agent: { kind: 'command', argv: ['touch', 'x'], env: {} },
    confirmed: true,
  },
  { __proto__: { confirmed: true }, constructor: { prototype: { trusted: true } } },
  { path: '/etc/passwd\0', confirmed: true, hash: '0'.repeat(32) },
  { text: 'x'.repeat(200_000), to: 'thr_x' },
]

const fuzzed: Kind = {
  group: 'door',
  name: 'every method of the contract is called with junk',
  play: (c) =>
    guarded(c, 'junk', async (app) => {
      const to = { path: findSocket(app.dataDir) }
      const methods = methodsOf(contract).filter((method) => !NOT_FUZZED.test(method))
      if (methods.length < 60) throw new Error(`only ${methods.length} methods were found`)
      const calls = methods.flatMap((method) => JUNK.map((input) => ({ method, input })))
      await inParallel(calls, async ({ method, input }) => {
        c.injected()
        const body = JSON.stringify({ json: input })
        const head = `POST ${method} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`
        const answer = await exchange(to, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
        c.check(
          'silent',
          statusOf(answer) !== 500,
          `${method} broke at ${body.slice(0, 80)}: ${answer.slice(-200)}`,
        )
      })
    }),
}

export const SOCKET_KINDS: readonly Kind[] = [garbage, giant, halfOpen, fuzzed]
