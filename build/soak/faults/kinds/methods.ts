import type { Kind } from '../../../../electron/cli/drill/board.ts'
import { exchange, guarded, inParallel, statusOf } from '../../../../electron/cli/drill/doors.ts'
import { findSocket } from '../../../../electron/machine/network/socket-path.ts'
import { contract } from '../../../../shared/contract/api.ts'

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

export const METHOD_KINDS: readonly Kind[] = [fuzzed]
