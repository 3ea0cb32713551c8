import { implement } from '@orpc/server'
import { isOpen, UNTIL_CHANGE, type Alert } from '../../../shared/alerts/alert.ts'
import { contract } from '../../../shared/contract/api.ts'
import { commandToCopy, handOverPrompt, openingWords, shellArgv } from '../../../shared/alerts/hand-over.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { PRESETS, runnerName } from '../../../shared/agents/presets.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import { lookup, type ApiErrors } from './lookup.ts'

/**
 * What stands behind the interactive start of each agent: it may read the finding's folder, and begins with
 * these words.
 */
const AGENT_ARGS = {
  claude: (folder: string, words: string) => ['--add-dir', folder, '--', words],
  codex: (_folder: string, words: string) => ['--', words],
  copilot: (folder: string, words: string) => ['--add-dir', folder, '-i', words],
} as const

/** What a person does with alerts, and with incidents. */
export function alertHandlers({
  ports,
  store,
  engine,
  handOver,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'handOver'>) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr, trustedOr } = lookup(store)
  const alertOr = (id: AlertId, errors: Pick<ApiErrors, 'NOT_FOUND'>): Alert => {
    const alert = store.alerts.get(id)
    if (alert === null)
      throw errors.NOT_FOUND({ message: `There is no alert ${id}; its thread may have been removed.` })
    return alert
  }

  /**
   * The line of HEARTBEAT.md that the alert's cause is named after; null: none, or it stands there no more.
   */
  async function taskOf(thread: Thread, key: string | null): Promise<string | null> {
    const file = key === null ? null : await ports.files.read(thread.repoPath)
    return file?.ok === true ? (parse(file.value.text).tasks.find((t) => t.key === key)?.text ?? null) : null
  }

  /** The thread's own agent, or the first one of this machine that is signed in. */
  async function agentOf(
    thread: Thread,
    errors: Pick<ApiErrors, 'CONFLICT'>,
  ): Promise<{ readonly cli: keyof typeof AGENT_ARGS; readonly program: string }> {
    const found = (await ports.runners.find(false)).filter((r) => r.program !== null)
    const wanted =
      thread.agent.kind === 'cli' ? thread.agent.cli : (found.find((r) => r.signedIn !== 'no')?.cli ?? null)
    const own = thread.agent.kind === 'cli' ? thread.agent.program : undefined
    const program = own ?? found.find((r) => r.cli === wanted)?.program ?? null
    if (wanted === null || program === null)
      throw errors.CONFLICT({
        message:
          wanted === null
            ? 'No agent is installed and signed in here. The Agents page says how to get one; a terminal opens without.'
            : `${PRESETS[wanted].name} was not found. The Agents page shows where it was looked for.`,
      })
    return { cli: wanted, program }
  }

  return {
    alerts: {
      list: os.alerts.list.handler(({ input }) => store.alerts.list(input.state, input.limit, clock.now())),
      openOf: os.alerts.openOf.handler(({ input, errors }) =>
        store.threads.facts(threadOr(input.threadId, errors).id).alerts.filter((a) => isOpen(a, clock.now())),
      ),
      page: os.alerts.page.handler(({ input }) => {
        const now = clock.now()
        const { open, snoozed, acknowledged } = store.alerts.inboxCounts(now)
        return {
          ...store.alerts.page(input, now),
          counts: { open, snoozed, acknowledged, resolved: store.alerts.resolvedCount() },
        }
      }),
      snooze: os.alerts.snooze.handler(({ input, errors }) => {
        if (input.until !== 'change' && input.until <= clock.now())
          throw errors.INVALID({ message: 'The snooze would already be over.' })
        store.alerts.snooze(input.ids, input.until === 'change' ? UNTIL_CHANGE : input.until)
        engine.settleBanners()
        return null
      }),
      acknowledge: os.alerts.acknowledge.handler(({ input }) => {
        store.alerts.acknowledge(
          input.ids,
          clock.now(),
          input.note === undefined || input.note === '' ? null : input.note,
        )
        // What an agent did once is no state that could end by itself: seen is settled.
        for (const alert of input.ids.map((id) => store.alerts.get(id)))
          if (alert?.key === 'touched') store.alerts.resolve(alert.threadId, ['touched'], clock.now())
        engine.settleBanners()
        return null
      }),
      resolve: os.alerts.resolve.handler(({ input }) => {
        store.alerts.resolveByHand(input.ids, clock.now())
        engine.settleBanners()
        return null
      }),
      reopen: os.alerts.reopen.handler(({ input }) => store.alerts.reopen(input.ids)),
      mute: os.alerts.mute.handler(({ input, errors }) => {
        if (input.until !== null && input.until <= clock.now())
          throw errors.INVALID({ message: 'The mute would already be over.' })
        store.alerts.mute(threadOr(input.threadId, errors).id, input.until)
        return null
      }),
      handOver: os.alerts.handOver.handler(async ({ input, context, errors }) => {
        // It starts a program on this desktop: nobody but the person before it asks for that.
        if (context.origin === 'socket' || handOver === undefined)
          throw errors.UNAVAILABLE({ message: 'Only the window hands a finding over.' })
        const alert = alertOr(input.id, errors)
        const thread = trustedOr(alert.threadId, errors)
        const agent = input.to === 'agent' ? await agentOf(thread, errors) : null
        const run = alert.runId === null ? null : store.runs.detail(alert.runId)
        const prompt = handOverPrompt({
          alert,
          thread,
          run,
          task: await taskOf(thread, alert.key),
          timeZone: clock.timeZone,
        })
        const written = await handOver.write(alert.id, prompt)
        if (!written.ok) throw errors.UNAVAILABLE({ message: written.error.message })
        const { file, folder } = written.value
        const argv =
          agent === null
            ? shellArgv(handOver.platform, file)
            : [agent.program, ...AGENT_ARGS[agent.cli](folder, openingWords(file))]
        const started = await handOver.open(thread.repoPath, argv, file)
        ports.log('info', 'alert.handed_over', {
          threadId: thread.id,
          to: input.to,
          runner: agent === null ? 'shell' : runnerName(thread.agent),
          opened: started.ok,
        })
        if (started.ok) {
          store.alerts.noteHandedOver(alert.id, clock.now())
          engine.settleBanners()
        }
        return {
          opened: started.ok,
          command: commandToCopy(handOver.platform, thread.repoPath, argv),
          file,
          why: started.ok ? null : started.error.message,
        }
      }),
    },
    incidents: {
      acknowledge: os.incidents.acknowledge.handler(({ input, errors }) => {
        if (!engine.incidents.acknowledge(input.id, clock.now()))
          throw errors.NOT_FOUND({ message: 'That is over already.' })
        engine.settleBanners()
        return null
      }),
      retry: os.incidents.retry.handler(({ input, errors }) => {
        const threads = engine.incidents.failing(input.id)
        if (threads === null) throw errors.NOT_FOUND({ message: 'That is over already.' })
        for (const id of threads) {
          const thread = store.threads.get(id)
          if (thread?.pause?.by === 'failures') {
            store.threads.change(id, { pause: null, failures: 0 })
            engine.slots.replan(id)
          }
          if (thread !== null) engine.wake(id, 'manual', null)
        }
        engine.tick()
        return { beats: threads.length }
      }),
    },
  }
}
