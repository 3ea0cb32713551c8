import { randomBytes } from 'node:crypto'
import type { WebhookIn } from '../../shared/contract/app.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { asSentence } from '../../shared/base/faults.ts'
import type { Problem } from '../../shared/views/snapshot.ts'
import { cut, inQuotes } from '../../shared/base/hidden-text.ts'
import { EVENT_CHARS } from '../../shared/events/system-event.ts'
import { numbered } from '../../shared/threads/master.ts'
import { switchOf } from '../../shared/threads/thread.ts'
import type { IncomingWebhook } from '../engine/api/parts.ts'
import type { Engine } from '../engine/loop/engine.ts'
import type { Log } from '../engine/ports/ports.ts'
import type { Store } from '../engine/ports/store.ts'
import {
  createWebhookServer,
  type WebhookInput,
  type WebhookRefusal,
  type WebhookServer,
} from '../machine/network/webhook-server.ts'
import { WEBHOOK_PATH } from '../machine/network/webhook-head.ts'

export interface Incoming extends IncomingWebhook {
  /** Listens where the settings say now. Never rejects. */
  follow(): Promise<void>
  close(): Promise<void>
}

interface Context {
  readonly store: Pick<Store, 'threads' | 'meta'>
  readonly engine: Engine
  readonly log: Log
  readonly report: (problem: Problem | null) => void
  readonly createServer: typeof createWebhookServer
}

/** What listens now. */
interface Listening {
  readonly server: WebhookServer
  readonly port: number
  readonly problem: string | null // why it does not listen after all
}

/**
 * The local webhook: on while the settings name a port. What it takes is an untrusted event, and never more
 * than that. `report`: why it does not listen; null: it does, or it is off.
 */
export function openIncoming(
  store: Pick<Store, 'threads' | 'meta' | 'onCommit'>,
  engine: Engine,
  log: Log,
  report: (problem: Problem | null) => void,
  createServer: typeof createWebhookServer = createWebhookServer,
): Incoming {
  const context: Context = { store, engine, log, report, createServer }
  let listening: Listening | null = null
  let turn: Promise<void> = Promise.resolve()
  let closed = false

  async function apply(): Promise<void> {
    const port = closed ? null : engine.settings().webhookPort
    if (port === (listening?.port ?? null)) return
    await listening?.server.close()
    listening = port === null ? null : await listenOn(context, port)
    report(problemOf(listening))
  }
  // One change after the other: a port must be free before it is taken again.
  const follow = (): Promise<void> =>
    (turn = turn
      .then(apply)
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'webhook', message: String(error) })))
  const end = store.onCommit((touched) => {
    if (touched === 'all' && engine.settings().webhookPort !== (listening?.port ?? null)) void follow()
  })
  const state = async (): Promise<WebhookIn> => {
    await turn
    return viewOf(listening, tokenOf(store))
  }
  return {
    state,
    rotate() {
      newToken(store)
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

async function listenOn(context: Context, port: number): Promise<Listening> {
  const server = context.createServer({
    port,
    token: () => tokenOf(context.store),
    log: context.log,
    accept: async (input) => accept(context, input),
  })
  const started = await server.start()
  return { server, port, problem: started.ok ? null : started.error.message }
}

/** The event's id. */
function accept({ store, engine }: Context, input: WebhookInput): Result<string, WebhookRefusal> {
  const { to } = input
  const all = store.threads.list()
  const threads = typeof to === 'number' ? numbered(all, to) : all.filter((t) => t.name === to)
  const [thread] = threads
  if (thread === undefined) return err({ status: 404, message: 'There is no such thread.' })
  if (threads.length > 1)
    return err({ status: 409, message: 'Several threads have this name; use the number.' })
  if (switchOf(thread, 'webhook') === 'off') return err(TAKES_NONE)
  const text = input.source === undefined ? input.text : `${inQuotes(input.source, 60)}: ${input.text}`
  const added = engine.events.add(thread.id, {
    source: 'webhook',
    text: cut(text, EVENT_CHARS - 60),
    trusted: false,
    wake: input.wake,
    urgent: input.urgent,
  })
  engine.tick()
  return added.id === null ? err(TAKES_NONE) : ok(added.id)
}
const TAKES_NONE: WebhookRefusal = { status: 409, message: 'This thread takes no webhooks.' }

function tokenOf(store: Pick<Store, 'meta'>): string {
  const stored = store.meta.get('webhook_token')
  // an import without secrets leaves it empty
  return stored !== null && stored !== '' ? stored : newToken(store)
}
function newToken(store: Pick<Store, 'meta'>): string {
  const token = randomBytes(32).toString('base64url')
  store.meta.set('webhook_token', token)
  return token
}

function problemOf(listening: Listening | null): Problem | null {
  const problem = listening?.problem ?? null
  if (problem === null) return null
  return {
    code: 'webhook',
    text: asSentence(`The local webhook does not listen: ${problem}`),
    repair: 'Choose another port, or switch it off.',
  }
}

const viewOf = (listening: Listening | null, token: string): WebhookIn => ({
  port: listening?.port ?? null,
  running: listening !== null && listening.problem === null,
  problem: listening?.problem ?? null,
  url: listening === null ? null : `http://127.0.0.1:${listening.port}${WEBHOOK_PATH}`,
  token,
})
