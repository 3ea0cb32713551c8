import { implement } from '@orpc/server'
import type { Check } from '../../../shared/contract/app.ts'
import { contract } from '../../../shared/contract/api.ts'
import { mergeDeltas, type LiveMessage } from '../../../shared/views/snapshot.ts'
import { agentHandlers } from './agents.ts'
import { alertHandlers } from './alerts.ts'
import { approvalHandlers } from './approvals.ts'
import { beatHandlers } from './beats.ts'
import { dataHandlers } from './data.ts'
import { docHandlers } from './playbook/doc.ts'
import { followRun } from './follow-run.ts'
import { historyHandlers } from './history.ts'
import { lookup } from './lookup.ts'
import { noteHandlers } from './notes.ts'
import { queueHandlers } from './queue.ts'
import { runOutputHandlers } from './run-output.ts'
import { settingsHandlers } from './settings.ts'
import { shellHandlers } from './shell.ts'
import { threadHandlers } from './threads.ts'
import { wakeHandlers } from './wakes.ts'
import { webhookHandlers, type IncomingWebhook } from './webhooks.ts'
import { createAgentTools } from '../agents/agent-tools.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Engine } from '../loop/engine.ts'
import type { ForesightView } from '../views/foresight.ts'
import type { Ports } from '../ports/ports.ts'
import type { HandOver, Shell } from '../ports/desktop.ts'
import type { Keeping, LongFiles } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'
import type { Views } from '../views/views.ts'

/**
 * Who is calling. Both are the owner: the window through its port, the command line through a socket only
 * the owner can open.
 */
export interface ApiContext {
  readonly origin: 'window' | 'socket' | 'test'
}

export interface ApiParts {
  readonly ports: Ports
  readonly store: Store
  readonly engine: Engine
  readonly documents: Documents
  readonly views: Views
  readonly foresight: ForesightView
  readonly incoming: IncomingWebhook
  readonly shell: Shell | null
  readonly diagnose: () => Promise<readonly Check[]>
  /** Absent: nothing is kept beside the history, as in tests. */
  readonly keeping?: Keeping
  /** Absent: nothing can be handed over from here. */
  readonly handOver?: HandOver | undefined
  /** The person's own variables, for what they say of an account. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Absent: nothing can be exported. */
  readonly longFiles?: LongFiles
}

/**
 * The contract's handlers, total over it: a method without one does not compile. Each group stands in a
 * file of its own under api/.
 */
export function createApi({
  ports,
  store,
  engine,
  documents,
  views,
  foresight,
  incoming,
  shell,
  diagnose,
  environment = {},
  longFiles,
  keeping,
  handOver,
}: ApiParts) {
  const wakes = wakeHandlers({ ports, store, engine, foresight })
  const alerts = alertHandlers({ ports, store, engine, handOver })
  const agents = agentHandlers({ ports, store, engine, views, environment, handOver })
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr } = lookup(store)

  return os.router({
    live: os.live.handler(async function* ({ signal }) {
      // A reader that is slow gets one message with everything since, never a growing pile.
      const queue: LiveMessage[] = []
      let wake: () => void = () => {}
      const end = views.subscribe((message) => {
        const last = queue.at(-1)
        if (last?.kind === 'delta' && message.kind === 'delta')
          queue[queue.length - 1] = mergeDeltas(last, message)
        else queue.push(message)
        wake()
      })
      signal?.addEventListener('abort', () => wake())
      try {
        while (signal?.aborted !== true) {
          const message = queue.shift()
          if (message !== undefined) yield message
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        end()
      }
    }),
    snapshot: os.snapshot.handler(() => views.snapshot()),

    threads: threadHandlers({ ports, store, engine, views }),
    ...wakes,
    webhooks: webhookHandlers({ ports, store, incoming }),
    beat: beatHandlers({ ports, store, engine }),

    messages: {
      send: os.messages.send.handler(({ input, errors }) => {
        const itemId = store.queue.sendMessage(threadOr(input.to, errors).id, input.text, 'user', clock.now())
        engine.noteActivity(input.to)
        engine.tick()
        return { itemId }
      }),
      again: agents.again,
    },
    conversation: agents.conversation,
    agents: agents.agents,
    permissions: agents.permissions,
    tools: {
      call: os.tools.call.handler(async ({ input, errors }) => {
        const thread = threadOr(input.id, errors)
        const tools = createAgentTools({
          ports,
          store,
          documents,
          caller: { threadId: thread.id, runId: null, origin: 'person', turn: null, tracked: false, hops: 0 },
        })
        const answer = await ports.tools.call(tools, input.tool, input.input)
        ports.log('debug', 'mcp.called', { threadId: thread.id, tool: input.tool, ok: answer.ok })
        engine.tick()
        return { ok: answer.ok, text: answer.ok ? answer.value : answer.error }
      }),
    },
    queue: queueHandlers({ ports, store, engine, views }),
    notes: noteHandlers({ ports, store }),

    runs: {
      page: os.runs.page.handler(({ input }) => store.runs.page(input)),
      get: os.runs.get.handler(({ input, errors }) => {
        const run = agents.detail(input.id)
        if (run === null) throw errors.NOT_FOUND({ message: `There is no run ${input.id}.` })
        return run
      }),
      attachment: agents.attachment,
      resume: agents.resume,
      follow: followRun({ ports, engine }),
      ...runOutputHandlers({ ports, shell }),
    },

    doc: docHandlers({ ports, store, engine, documents }),
    approvals: approvalHandlers({ ports, store, engine, documents }),
    alerts: alerts.alerts,
    incidents: alerts.incidents,
    settings: settingsHandlers({ ports, store, engine, shell, keeping }),
    ...dataHandlers({ shell, keeping }),
    history: historyHandlers({ ports, store, engine, shell, ...(longFiles !== undefined && { longFiles }) }),
    doctor: os.doctor.handler(() => diagnose()),
    testNotification: os.testNotification.handler(async () => {
      const shown = await ports.notifier.show({
        alertId: null,
        threadId: null,
        runId: null,
        severity: 'warning',
        title: 'Threadbeat',
        body: 'This is how an alert looks.',
      })
      return { shown: shown.ok, why: shown.ok ? null : shown.error.message }
    }),

    shell: shellHandlers({ ports, store, shell }),
    demo: {
      open: os.demo.open.handler(async ({ errors }) => {
        if (shell === null)
          throw errors.UNAVAILABLE({
            message: 'Threadbeat runs without a window here. Start the demo with: threadbeat serve --demo',
          })
        await shell.openDemo()
        return null
      }),
    },
    fleet: {
      restart: os.fleet.restart.handler(() => {
        engine.tick()
        return { halted: engine.live.halted() }
      }),
    },
  })
}

export type ApiRouter = ReturnType<typeof createApi>
