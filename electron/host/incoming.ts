import { randomBytes } from 'node:crypto'
import type { WebhookIn } from '../../shared/contract/app.ts'
import { err, ok } from '../../shared/base/result.ts'
import type { Problem } from '../../shared/views/snapshot.ts'
import { cut, said } from '../../shared/base/hidden-text.ts'
import { EVENT_CHARS } from '../../shared/events/system-event.ts'
import { switchOf } from '../../shared/threads/thread.ts'
import type { IncomingWebhook } from '../engine/api/parts.ts'
import type { Engine } from '../engine/loop/engine.ts'
import type { Log } from '../engine/ports/ports.ts'
import type { Store } from '../engine/ports/store.ts'
import { createWebhookServer, type WebhookServer } from '../machine/network/webhook-server.ts'
import { WEBHOOK_PATH } from '../machine/network/webhook-head.ts'

/**
 * The local webhook: on while the settings name a port. What it takes is an untrusted event, and never more
 * than that.
 */
export function openIncoming(
  store: Store,
  engine: Engine,
  log: Log,
  report: (problem: Problem | null) => void,
): IncomingWebhook & { follow(): Promise<void>; close(): Promise<void> } {
  let server: WebhookServer | null = null
  let port: number | null = null
  let problem: string | null = null
  let turn: Promise<void> = Promise.resolve()
  let closed = false

  const token = (): string => {
    const stored = store.meta.get('webhook_token')
    if (stored !== null && stored !== '') return stored // an import without secrets leaves it empty
    const made = randomBytes(32).toString('base64url')
    store.meta.set('webhook_token', made)
    return made
  }

  function serverOn(wanted: number): WebhookServer {
    return createWebhookServer({
      port: wanted,
      token,
      log,
      accept: async (input) => {
        const found = store.threads.list().filter((t) => t.number === input.to || t.name === input.to)
        const [thread] = found
        if (thread === undefined) return err({ status: 404, message: 'There is no such thread.' })
        if (found.length > 1)
          return err({ status: 409, message: 'Several threads have this name; use the number.' })
        if (switchOf(thread, 'webhook') === 'off')
          return err({ status: 409, message: 'This thread takes no webhooks.' })
        const text = input.source === undefined ? input.text : `${said(input.source, 60)}: ${input.text}`
        const added = engine.events.add(thread.id, {
          source: 'webhook',
          text: cut(text, EVENT_CHARS - 60),
          trusted: false,
          wake: input.wake,
          urgent: input.urgent,
        })
        engine.tick()
        return added.id === null
          ? err({ status: 409, message: 'This thread takes no webhooks.' })
          : ok(added.id)
      },
    })
  }

  async function apply(): Promise<void> {
    const wanted = closed ? null : engine.settings().webhookPort
    if (wanted === port) return
    await server?.close()
    server = null
    port = wanted
    problem = null
    if (wanted !== null) {
      server = serverOn(wanted)
      const started = await server.start()
      problem = started.ok ? null : started.error.message
    }
    report(
      problem === null
        ? null
        : {
            code: 'webhook',
            text: `The local webhook does not listen: ${problem}`,
            repair: 'Choose another port, or switch it off.',
          },
    )
  }
  const follow = (): Promise<void> =>
    (turn = turn
      .then(apply)
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'webhook', message: String(error) })))
  const end = store.onCommit((touched) => {
    if (touched === 'all' && engine.settings().webhookPort !== port) void follow()
  })

  const state = async (): Promise<WebhookIn> => {
    await turn
    return {
      port,
      running: server !== null && problem === null,
      problem,
      url: port === null ? null : `http://127.0.0.1:${port}${WEBHOOK_PATH}`,
      token: token(),
    }
  }
  return {
    state,
    rotate() {
      store.meta.set('webhook_token', randomBytes(32).toString('base64url'))
      return state()
    },
    follow,
    async close() {
      closed = true
      end()
      await follow()
    },
  }
}
