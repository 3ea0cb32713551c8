import type { Turn } from '../../../shared/agents/agent-config.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import {
  billingOf,
  effortOf,
  modelOf,
  PRESETS,
  profileOf,
  runnerKey,
} from '../../../shared/agents/presets.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { createAgentTools } from '../agents/agent-tools.ts'
import type { AgentSpec } from '../ports/agents.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import type { RunContext } from './execute-run.ts'
import type { AgentStart, ClaimedRun, StoredSession } from '../ports/records.ts'

/**
 * An agent's turn, ready to start: what it may do, which session it goes on with, and the tools it can
 * reach while it runs.
 */
export interface PreparedTurn {
  readonly spec: Pick<AgentSpec, 'turn' | 'tools'>
  readonly start: AgentStart
  readonly session: StoredSession | null // the one that is resumed
  readonly profile: AgentStart['profile']
  /** How the repository stood before; null: it may be changed, or could not be looked at. */
  readonly before: RepositoryLook | null
  /** Rules allowed for this run alone. */
  readonly once: readonly string[]
  /** Rules a person has decided about: no reason to ask again, also where the CLI refuses all the same. */
  readonly answered: ReadonlySet<string>
  /** Why the tools cannot be reached; null: they can. */
  readonly fault: Fault | null
  /** What the tools collected; they are out of reach from here on (ARCHITECTURE I11). */
  close(): ReturnType<ReturnType<typeof createAgentTools>['collected']>
}

/**
 * Whether messages and beats of this thread share a session: its mode, where the runner can resume at all.
 */
export const resumesSession = (thread: Thread): boolean =>
  thread.session === 'resume' && thread.agent.kind === 'cli' && PRESETS[thread.agent.cli].resumeArgs !== null

/** The stored session, if it is this runner's and not over. */
export function liveSession(
  thread: Thread,
  { store, settings }: Pick<RunContext, 'store' | 'settings'>,
  now: Instant,
): StoredSession | null {
  if (!resumesSession(thread)) return null
  const stored = store.agents.session(thread.id)
  return stored !== null &&
    stored.runner === runnerKey(thread.agent) &&
    now - stored.lastActivityAt < settings.sessionIdleMs
    ? stored
    : null
}

const CALLS: Record<Turn, keyof Settings & `${string}Calls`> = {
  quick: 'quickCalls',
  hourly: 'hourlyCalls',
  daily: 'dailyCalls',
  message: 'messageCalls',
}

export interface TurnRequest {
  readonly kind: Turn
  readonly tracked: boolean
  readonly session: StoredSession | null
  readonly usdLeft: number | null // null: a person's own message, or no money cap
}

/** What the agent may do in this turn. */
export function rightsOf(
  run: Pick<ClaimedRun, 'kind' | 'sender' | 'events'>,
  thread: Thread,
  kind: Turn,
  now: Instant,
): { readonly isOwn: boolean; readonly hasRights: boolean; readonly profile: AgentStart['profile'] } {
  // Words that are not the person's own give no rights, whatever the person allows to messages of theirs.
  const isOwn = run.kind === 'heartbeat' || (run.kind === 'message' && isPerson(run.sender))
  // Words of somebody else in the prompt: what the person allows was not meant for them.
  const hasRights = isOwn && run.events.every((e) => e.trusted)
  return { isOwn, hasRights, profile: hasRights ? profileOf(thread.agent, kind, now) : 'look' }
}

export async function prepareTurn(
  run: ClaimedRun,
  thread: Thread,
  request: TurnRequest,
  context: RunContext,
): Promise<PreparedTurn> {
  const { ports, store, settings, documents, cleanup } = context
  const { agent } = thread
  const { isOwn, hasRights, profile } = rightsOf(run, thread, request.kind, ports.clock.now())
  const billing = billingOf(agent, context.environment)
  const isCli = agent.kind === 'cli'
  const rules = store.permissions.rules(thread.id)
  const once = isCli && hasRights ? rules.once : []
  const allowed = isCli && hasRights ? [...rules.always, ...once] : []
  const tools = createAgentTools({
    ports,
    store,
    documents,
    caller: {
      threadId: thread.id,
      runId: run.id,
      origin: 'run',
      turn: request.kind,
      tracked: request.tracked,
      hops: isThreadNumber(run.sender) ? 1 : 0,
    },
  })
  const served = await ports.tools.open(run.id, tools)
  if (served.ok) cleanup.push(() => served.value.close())
  // What a person has allowed on top may change the repository: then there is nothing to compare.
  const looked =
    profile === 'look' && allowed.length === 0 ? await ports.repositories.look(thread.repoPath) : null
  const keepsSession = isOwn && (request.kind === 'message' || resumesSession(thread))
  const start: AgentStart = {
    runner: runnerKey(agent) ?? '',
    billing,
    profile,
    model: isCli ? modelOf(agent, request.kind) : null,
    effort: isCli ? effortOf(agent, request.kind) : null,
  }
  let calls = 0
  return {
    start,
    profile,
    session: request.session,
    once,
    answered: new Set([...allowed, ...rules.never]),
    fault: served.ok ? null : served.error,
    before: looked?.ok === true ? looked.value : null,
    spec: {
      tools: served.ok ? { url: served.value.url, token: served.value.token } : null,
      turn: isCli
        ? {
            kind: request.kind,
            model: start.model,
            effort: start.effort,
            profile,
            allowed,
            billing,
            keepSession: keepsSession,
            session:
              request.session === null ? null : { id: request.session.id, totals: request.session.totals },
            limits: {
              toolCalls: settings[CALLS[request.kind]],
              repeats: settings.repeatedCalls,
              usd: billing === 'api' ? request.usdLeft : null,
            },
            onCall: (call) =>
              context.onProgress({
                done: ++calls,
                total: 0,
                current: `${call.name} ${call.input.split('\n', 1)[0]!.slice(0, 120)}`,
              }),
          }
        : null,
    },
    close() {
      if (served.ok) served.value.close()
      return tools.collected()
    },
  }
}

/** What this run may still spend; null: a person asked for it, or there is no money cap. */
export const usdLeftOf = (
  run: ClaimedRun,
  thread: Thread,
  { budget, settings }: Pick<RunContext, 'budget' | 'settings'>,
): number | null =>
  run.reasons.includes('manual')
    ? null
    : budget.allowance(thread, run.reasons.includes('urgent'), settings).usdLeft

/** The person at the desk; everybody else (scripts, other threads) signs otherwise. */
export const isPerson = (sender: string | null): boolean => sender === null || sender === 'user'
/** Threads sign with their number. */
export const isThreadNumber = (sender: string | null): boolean => sender !== null && /^\d+$/.test(sender)
