import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { hostileRequests, rawRequest } from '../../../../electron/machine/network/testing/hostile-requests.ts'
import { addThread, type App } from '../../../../electron/cli/drill/app.ts'
import { BEAT_MS, until } from '../../../../electron/cli/drill/bounds.ts'
import type { Case, Kind } from '../../../../electron/cli/drill/board.ts'
import { exchange, guarded, inParallel, statusOf } from '../../../../electron/cli/drill/doors.ts'
import { makeRepository } from '../../../../electron/cli/drill/repository.ts'
import { atRest, ended } from '../../../../electron/cli/drill/watched.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const webhook: Kind = {
  group: 'door',
  name: 'the webhook is asked by pages and strangers',
  play: async (c) => {
    const app = await c.lane.app()
    const port = await freePort()
    await app.client.settings.change({ webhookPort: port })
    await guarded(c, 'the webhook', async () => {
      const { token } = await app.client.webhooks.incoming()
      const { number } = (await app.client.snapshot()).threads.find((t) => t.id === app.healthy)!
      const ask = (text: string, auth = `Bearer ${token}`): Promise<string> =>
        exchange(
          { port, host: '127.0.0.1' },
          rawRequest({ host: `127.0.0.1:${port}`, auth, body: JSON.stringify({ thread: number, text }) }),
        )
      const good = statusOf(await ask('from a program of mine'))
      c.check('lost', good === 202, `a good request was answered with ${good}`)
      const place = {
        target: '/v1/events',
        body: JSON.stringify({ thread: number, text: 'CANARY-OF-A-STRANGER' }),
        extra: [],
      }
      const requests = hostileRequests(port, token, place)
      await inParallel(requests, async ({ name, bytes }) => {
        c.injected()
        const status = statusOf(await exchange({ port, host: '127.0.0.1' }, bytes))
        c.check('letIn', status === 0 || status >= 400, `${name} was answered with ${status}`)
      })
      const timeline = JSON.stringify(await app.client.events.timeline({ id: app.healthy, limit: 200 }))
      c.check('letIn', !timeline.includes('CANARY-OF-A-STRANGER'), 'what a stranger said is told')
      c.check('lost', timeline.includes('from a program of mine'), 'what was accepted is gone')
    })
    await app.client.settings.change({ webhookPort: null })
  },
}

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'flag', arguments: { text: 'CANARY-OF-A-STRANGER' } },
})

/** An agent that waits with its tools open, and tells where they are. */
async function withTools(c: Case, app: App, use: (url: URL, token: string) => Promise<void>): Promise<void> {
  const id = await addThread(app.client, makeRepository(path.join(c.folder, 'repo')))
  await atRest(c, app, id)
  const [told, go] = [path.join(c.folder, 'told'), path.join(c.folder, 'go')]
  const script =
    `echo "$THREADBEAT_TOOLS_URL $THREADBEAT_TOOLS_TOKEN ." > ${told}; ` +
    `while [ ! -e ${go} ]; do sleep 0.2; done; echo HEARTBEAT_OK`
  const agent = { kind: 'command' as const, argv: ['/bin/sh', '-c', script], env: {} }
  await app.client.threads.setAgent({ id, agent, confirmed: true })
  const { itemId } = await app.client.beat.start({ id })
  try {
    const isTold = (): boolean => existsSync(told) && readFileSync(told, 'utf8').endsWith('.\n')
    if (!(await until(isTold, BEAT_MS))) throw new Error('the agent did not start')
    const [url = '', token = ''] = readFileSync(told, 'utf8').split(' ')
    await use(new URL(url), token)
  } finally {
    writeFileSync(go, '')
    await ended(c, app, itemId, 'the agent')
    await app.client.threads.remove({ id })
  }
}

const tools: Kind = {
  group: 'door',
  name: 'the tools of a run are asked by pages and strangers',
  play: (c) =>
    guarded(c, 'the tools of a run', async (app) => {
      await withTools(c, app, async (url, token) => {
        const port = Number(url.port)
        const stranger = 'x'.repeat(token.length)
        const place = {
          target: url.pathname,
          body: CALL,
          extra: ['Accept: application/json, text/event-stream'],
        }
        const requests = hostileRequests(port, stranger, place)
        await inParallel(requests, async ({ name, bytes }) => {
          c.injected()
          const answer = await exchange({ port, host: '127.0.0.1' }, bytes)
          const status = statusOf(answer)
          c.check('letIn', status === 0 || status >= 400, `${name} was answered with ${status}`)
          c.check('letIn', !answer.includes(token), `${name} was told the token`)
        })
      })
      const seen = JSON.stringify(await app.client.snapshot())
      c.check('letIn', !seen.includes('CANARY-OF-A-STRANGER'), 'what a stranger said is told')
    }),
}

export const HTTP_KINDS: readonly Kind[] = [webhook, tools]
