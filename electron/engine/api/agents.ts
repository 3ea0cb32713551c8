import { implement } from '@orpc/server'
import type { RunnerView, SpendReport } from '../../../shared/contract/agents.ts'
import type { ConversationEntry, ConversationPage } from '../../../shared/contract/conversation.ts'
import { contract } from '../../../shared/contract/api.ts'
import { MAX_BYPASS_HOURS } from '../../../shared/agents/permission.ts'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { commandToCopy } from '../../../shared/alerts/hand-over.ts'
import type { RunDetail } from '../../../shared/runs/run.ts'
import { billingOf, PRESETS, runnerKey } from '../../../shared/agents/presets.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY, HOUR, startOfDay } from '../../../shared/base/time.ts'
import type { ItemId, RunId } from '../../../shared/base/ids.ts'
import { isThreadNumber } from '../agents/rights.ts'
import { liveSession } from '../agents/sessions.ts'
import type { Engine } from '../loop/engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { HandOver } from '../ports/desktop.ts'
import type { Store } from '../ports/store.ts'
import type { Views } from '../views/views.ts'
import type { ApiContext } from './handlers.ts'
import { lookup } from './lookup.ts'

interface AgentApiParts {
  readonly ports: Ports
  readonly store: Store
  readonly engine: Engine
  readonly views: Views
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly handOver: HandOver | undefined
}

const PICTURE_BYTES = 8_000_000
const DAYS_SHOWN = 14

/** What the window and the command line ask about agents, talk and money. */
export function agentHandlers({ ports, store, engine, views, environment, handOver }: AgentApiParts) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr, trustedOr } = lookup(store)

  async function runners(again: boolean): Promise<readonly RunnerView[]> {
    const threads = store.threads.list()
    return (await ports.runners.find(again)).map((found) => {
      const { name, install, signIn, models, efforts, resumeArgs } = PRESETS[found.cli]
      return {
        ...found,
        name,
        install,
        signIn,
        models,
        efforts,
        resumes: resumeArgs !== null,
        billing: billingOf({ ...BARE_CLI, cli: found.cli }, environment),
        threads: threads.filter((t) => t.agent.kind === 'cli' && t.agent.cli === found.cli).length,
      }
    })
  }

  /** What waits stands at the end of the newest page, with its place in the queue. */
  function conversation(thread: Thread, before: string | undefined, limit: number): ConversationPage {
    const page = store.conversation.page(thread.id, before, limit)
    if (before !== undefined) return page
    const holds = engine.holds()
    const waiting = store.queue
      .waiting()
      .filter((i) => i.threadId === thread.id && i.kind === 'message')
      .map(
        (i): ConversationEntry => ({
          id: i.id,
          kind: 'message',
          at: i.enqueuedAt,
          from: i.from ?? 'user',
          fromName: nameOf(i.from),
          text: i.text ?? '',
          state: 'waiting',
          hold: holds(i),
          reply: null,
          repliedAt: null,
          runId: null,
          outcome: null,
          summary: null,
          attachments: [],
        }),
      )
    return { ...page, entries: [...page.entries, ...waiting] }
  }
  const nameOf = (from: string | null): string =>
    from === null || from === 'user'
      ? 'You'
      : isThreadNumber(from)
        ? (store.threads.list().find((t) => String(t.number) === from)?.name ?? `Thread ${from}`)
        : from

  function spendReport(): SpendReport {
    const now = clock.now()
    const settings = engine.settings()
    // Noon by noon, so that a day of 23 or 25 hours is one day.
    const days = Array.from({ length: DAYS_SHOWN }, (_, i) =>
      startOfDay(startOfDay(now, clock.timeZone) + 12 * HOUR - (DAYS_SHOWN - 1 - i) * DAY, clock.timeZone),
    )
    const spent = store.agents.spentSince(days[0]!)
    const saved = store.agents.savedSince(days[0]!)
    const sum = (list: typeof spent, savedHere: number) => ({
      starts: list.length,
      saved: savedHere,
      tokens: list.reduce((n, s) => n + s.tokens, 0),
      usd: list.reduce((n, s) => n + (s.billing === 'api' ? s.usd : 0), 0),
    })
    const today = days.at(-1)!
    const threads = store.threads.list()
    const ids = new Set([
      ...spent.filter((s) => s.startedAt >= today).map((s) => s.threadId),
      ...saved.filter((s) => s.at >= today).map((s) => s.threadId),
    ])
    return {
      today: views.snapshot().fleet.spend,
      caps: engine.budget.uses(settings),
      byThread: [...ids]
        .map((threadId) => ({
          threadId,
          name: threads.find((t) => t.id === threadId)?.name ?? 'Removed thread',
          ...sum(
            spent.filter((s) => s.threadId === threadId && s.startedAt >= today),
            saved.filter((s) => s.threadId === threadId && s.at >= today).length,
          ),
        }))
        .toSorted((a, b) => b.usd - a.usd || b.starts - a.starts || b.saved - a.saved),
      byDay: days.map((at, i) => {
        const until = days[i + 1] ?? Number.MAX_SAFE_INTEGER
        return {
          at,
          ...sum(
            spent.filter((s) => s.startedAt >= at && s.startedAt < until),
            saved.filter((s) => s.at >= at && s.at < until).length,
          ),
        }
      }),
    }
  }

  /** With the way on in its session, where there is one. */
  function detail(id: RunId): RunDetail | null {
    const run = store.runs.detail(id)
    const thread = run === null ? null : store.threads.get(run.threadId)
    const sessionId = run?.turn?.sessionId ?? null
    const kept = run?.kind === 'message' || thread?.session === 'resume'
    if (run === null || thread === null || thread.agent.kind !== 'cli' || sessionId === null || !kept)
      return run
    const { program, resumeArgs } = PRESETS[thread.agent.cli]
    return resumeArgs === null || run.runner !== PRESETS[thread.agent.cli].name
      ? run
      : {
          ...run,
          resume: {
            argv: [thread.agent.program ?? program, ...resumeArgs, sessionId],
            folder: thread.repoPath,
          },
        }
  }

  return {
    conversation: {
      page: os.conversation.page.handler(({ input, errors }) =>
        conversation(threadOr(input.id, errors), input.before, input.limit),
      ),
      forget: os.conversation.forget.handler(({ input, errors }) => {
        store.agents.forgetSession(threadOr(input.id, errors).id)
        return null
      }),
      session: os.conversation.session.handler(({ input, errors }) => {
        const settings = engine.settings()
        const live = liveSession(threadOr(input.id, errors), { store, settings }, clock.now())
        return live === null
          ? null
          : {
              id: live.id,
              runner: live.runner,
              lastActivityAt: live.lastActivityAt,
              expiresAt: live.lastActivityAt + settings.sessionIdleMs,
            }
      }),
    },
    agents: {
      list: os.agents.list.handler(() => runners(false)),
      rescan: os.agents.rescan.handler(async () => {
        const found = await runners(true)
        // A runner that is back need not wait out its rest.
        for (const rest of engine.resting.list()) {
          const runner = found.find((f) => rest.key === f.cli || rest.key.startsWith(`${f.cli}:`))
          if (
            (rest.cause === 'missing' && runner?.program != null) ||
            (rest.cause === 'login' && runner?.signedIn === 'yes')
          )
            engine.resting.wake(rest.key)
        }
        engine.tick()
        return found
      }),
      test: os.agents.test.handler(async ({ input, context, signal }) => {
        ports.log('info', 'authority.changed', { what: 'tested', origin: context.origin })
        const result = await ports.runners.test(
          input.agent,
          ports.ids('run'),
          signal ?? new AbortController().signal,
        )
        const key = runnerKey(input.agent)
        if (key !== null && result.exitCode !== null)
          store.agents.addStart(key, billingOf(input.agent, environment), result.turn, clock.now())
        if (key !== null && result.status === 'completed') engine.resting.wake(key)
        engine.tick()
        const { fault, text, exitCode, durationMs, turn, output } = result
        return { ok: result.status === 'completed', fault, text, exitCode, durationMs, turn, output }
      }),
      wake: os.agents.wake.handler(({ input }) => {
        engine.resting.wake(input.key)
        engine.tick()
        return null
      }),
      spend: os.agents.spend.handler(() => spendReport()),
    },
    permissions: {
      list: os.permissions.list.handler(({ input, errors }) =>
        store.permissions.list(threadOr(input.id, errors).id),
      ),
      decide: os.permissions.decide.handler(({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        if (!store.permissions.decide(thread.id, input.rule, input.decision))
          throw errors.NOT_FOUND({
            message: 'Nobody asked for that permission any more, or its runner cannot be told to allow it.',
          })
        ports.log('info', 'authority.changed', {
          threadId: thread.id,
          what: `permission ${input.decision}`,
          origin: context.origin,
        })
        if (!store.permissions.list(thread.id).some((p) => p.decision === 'asked'))
          store.alerts.resolve(thread.id, ['permission'], clock.now())
        engine.tick()
        return null
      }),
    },
    again: os.messages.again.handler(({ input, errors }) => {
      const message = store.conversation.messageOf(input.runId)
      if (message === null) throw errors.NOT_FOUND({ message: 'There is no such message.' })
      if (message.outcome === null) throw errors.CONFLICT({ message: 'This message is being worked on.' })
      // Under its own sender: another thread's words do not become the person's by a click.
      const itemId: ItemId = store.queue.sendMessage(
        message.threadId,
        message.text,
        message.sender,
        clock.now(),
      )
      engine.tick()
      return { itemId }
    }),
    attachment: os.runs.attachment.handler(async ({ input, errors }) => {
      const run = store.runs.detail(input.id)
      const file = run?.attachments[input.index]
      const thread = run === null ? null : store.threads.get(run.threadId)
      if (file === undefined || thread === null || thread.trustedAt === null)
        throw errors.NOT_FOUND({ message: 'There is no such file.' })
      const bytes = await ports.repositories.readAttachment(thread.repoPath, file.path, PICTURE_BYTES)
      if (bytes === null)
        throw errors.NOT_FOUND({
          message: `${file.name} is not there any more, or larger than ${PICTURE_BYTES / 1_000_000} MB.`,
        })
      return { mime: file.mime, base64: Buffer.from(bytes).toString('base64') }
    }),
    resume: os.runs.resume.handler(async ({ input, context, errors }) => {
      // It starts a program on this desktop: nobody but the person before it asks for that.
      if (context.origin === 'socket' || handOver === undefined)
        throw errors.UNAVAILABLE({
          message: 'Only the window opens a terminal. The run’s page has the command to copy.',
        })
      const run = detail(input.id)
      if (run === null) throw errors.NOT_FOUND({ message: `There is no run ${input.id}.` })
      trustedOr(run.threadId, errors)
      if (run.resume === null) throw errors.CONFLICT({ message: 'This run kept no session to go on in.' })
      const { argv, folder } = run.resume
      const written = await handOver.write(run.id, run.reply)
      if (!written.ok) throw errors.UNAVAILABLE({ message: written.error.message })
      const { file } = written.value
      const started = await handOver.open(folder, argv, file)
      ports.log('info', 'run.resumed', { threadId: run.threadId, runId: run.id, opened: started.ok })
      return {
        opened: started.ok,
        command: commandToCopy(handOver.platform, folder, argv),
        file,
        why: started.ok ? null : started.error.message,
      }
    }),
    detail,
  }
}

/** What is wrong with this choice of an agent; null: nothing. */
export function agentProblem(agent: AgentConfig, now: number): string | null {
  if (agent.kind !== 'cli') return null
  if (agent.program !== undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(agent.program))
    return `the program must be an absolute path, got "${agent.program}"`
  if (agent.bypassUntil !== null && agent.bypassUntil > now + MAX_BYPASS_HOURS * HOUR)
    return `permission checks may be off for at most ${MAX_BYPASS_HOURS} h`
  return null
}

const BARE_CLI = {
  kind: 'cli' as const,
  env: {},
  models: {},
  fallbackModels: [],
  efforts: {},
  profiles: {},
  bypassUntil: null,
}
