import type { CliConfig, Turn } from '../../../../shared/agents/agent-config.ts'
import type { DailyIntervention } from '../../../../shared/attempts/daily/daily-state.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { billingOf, effortOf, modelOf, runnerKey } from '../../../../shared/agents/presets.ts'
import type { Restraint } from '../../../../shared/runs/judge/verdict.ts'
import type { Settings } from '../../../../shared/settings/settings.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { createAgentTools } from '../../agents/agent-tools.ts'
import { isThreadNumber, rightsOf } from '../../agents/rights.ts'
import { beatsResume, canResume } from '../../agents/sessions.ts'
import type { AgentSpec, TurnSpec } from '../../ports/agents.ts'
import type { RepositoryLook } from '../../ports/repositories.ts'
import type { AgentStart, ClaimedRun, StoredSession } from '../../ports/records.ts'
import type { Begun, RunContext } from '../context.ts'
import { settleReported } from './settle-attempts.ts'

/**
 * An agent's turn, ready to start: what it may do, which session it goes on with, and the tools it can
 * reach while it runs.
 */
export interface PreparedTurn {
  readonly spec: Pick<AgentSpec, 'turn' | 'tools'>
  readonly start: AgentStart
  readonly session: StoredSession | null // the one that is resumed
  /** How the repository stood before; null: it may be changed, or could not be looked at. */
  readonly before: RepositoryLook | null
  /** What was to keep it from changing that. */
  readonly restraint: Restraint
  /** Rules allowed for this run alone. */
  readonly once: readonly string[]
  /** Rules a person has decided about: no reason to ask again, also where the CLI refuses all the same. */
  readonly answered: ReadonlySet<string>
  /** Why the tools cannot be reached; null: they can. */
  readonly fault: Fault | null
  /** What the tools collected; they are out of reach from here on (ARCHITECTURE I11). */
  close(): Collected
}
type Collected = ReturnType<ReturnType<typeof createAgentTools>['collected']>

export interface TurnRequest {
  readonly kind: Turn
  readonly isTracked: boolean
  readonly session: StoredSession | null
  readonly usdLeft: number | null // null: a person's own message, or no money cap
  /** Numbers of those that its prompt asks it to decide; absent: none. */
  readonly suggestions?: readonly number[]
  /** What its prompt asks it to write down; absent: nothing. */
  readonly asked?: readonly DailyIntervention[]
}

export async function prepareTurn(begun: Begun, request: TurnRequest): Promise<PreparedTurn> {
  const { run, thread, context } = begun
  const { ports, store } = context
  const { kind, session } = request
  const isIntervention = context.desk.interventionOf(run) !== null
  const { isOwn, hasRights, profile } = rightsOf({ ...run, isIntervention }, thread, kind, ports.clock.now())
  const start = startOf(thread, kind, profile, context)
  const rules = store.permissions.rules(thread.id)
  const once = thread.agent.kind === 'cli' && hasRights ? rules.once : []
  const allowed = thread.agent.kind === 'cli' && hasRights ? [...rules.always, ...once] : []
  const isOfOthers = (number: number): boolean => store.pollination.byNumber(number)?.origin === 'machine'
  const onlyOwnWords = (run.kind === 'job' || hasRights) && request.suggestions?.some(isOfOthers) !== true
  const tools = await openTools(begun, request, onlyOwnWords)
  const look = isToLook(thread, kind, profile) ? await ports.repositories.look(thread.repoPath) : null
  // A measured run may be followed by an intervention, which goes on in its session.
  const isMeasured = context.desk.metric(thread.id) !== null && canResume(thread)
  const keepSession = isOwn && (kind === 'message' || isMeasured || beatsResume(thread))
  const rights = { profile, allowed, keepSession }
  return {
    start,
    session,
    once,
    answered: new Set([...allowed, ...rules.never]),
    fault: tools.fault,
    before: look?.ok === true ? look.value : null,
    restraint: { by: thread.agent.kind === 'cli' ? 'rules' : 'none', allowed },
    spec: {
      tools: tools.address,
      turn: thread.agent.kind === 'cli' ? turnSpec(request, start, rights, context) : null,
    },
    close: tools.close,
  }
}

/** The repository is compared afterwards. No rule holds a program of the person's own, so its beats are too. */
const isToLook = ({ agent }: Thread, kind: Turn, profile: AgentStart['profile']): boolean =>
  profile === 'look' || (agent.kind === 'command' && kind !== 'message' && agent.mayChange !== true)

const startOf = (
  { agent }: Thread,
  kind: Turn,
  profile: AgentStart['profile'],
  { environment }: RunContext,
): AgentStart => {
  const cli: CliConfig | null = agent.kind === 'cli' ? agent : null
  return {
    runner: runnerKey(agent) ?? '',
    billing: billingOf(agent, environment),
    profile,
    model: cli && modelOf(cli, kind),
    effort: cli && effortOf(cli, kind),
  }
}

/** Threadbeat's own tools, under a token of this run. */
async function openTools(
  begun: Begun,
  { kind, isTracked, suggestions = [], asked = [] }: TurnRequest,
  onlyOwnWords: boolean,
): Promise<{ readonly address: AgentSpec['tools']; readonly fault: Fault | null; close(): Collected }> {
  const { run, thread, context } = begun
  const { ports, store, documents, environment, advice, desk, cleanup, silence } = context
  const tools = createAgentTools({
    ports,
    store,
    documents,
    environment,
    advice,
    desk,
    onScores: (scores) => settleReported(begun, scores),
    onCall: silence.sign,
    caller: {
      threadId: thread.id,
      runId: run.id,
      origin: 'run',
      turn: kind,
      tracked: isTracked,
      hops: isThreadNumber(run.sender) ? 1 : 0,
      onlyOwnWords,
      suggestions: new Set(suggestions),
      asked,
    },
  })
  const served = await ports.tools.open(run.id, tools)
  if (!served.ok) return { address: null, fault: served.error, close: tools.collected }
  const server = served.value
  cleanup.push(() => server.close())
  return {
    address: { url: server.url, token: server.token },
    fault: null,
    close() {
      server.close()
      return tools.collected()
    },
  }
}

const CALLS: Record<Turn, keyof Settings & `${string}Calls`> = {
  quick: 'quickCalls',
  hourly: 'hourlyCalls',
  daily: 'dailyCalls',
  message: 'messageCalls',
}

/** How many characters of a call's input are shown while it goes on. */
const CALL_SHOWN_CHARS = 120

function turnSpec(
  { kind, session, usdLeft }: TurnRequest,
  { model, effort, billing }: AgentStart,
  rights: Pick<TurnSpec, 'profile' | 'allowed' | 'keepSession'>,
  { settings, onProgress }: RunContext,
): TurnSpec {
  return {
    ...rights,
    kind,
    model,
    effort,
    billing,
    session: session === null ? null : { id: session.id, totals: session.totals },
    limits: {
      toolCalls: settings[CALLS[kind]],
      repeats: settings.repeatedCalls,
      usd: billing === 'api' ? usdLeft : null,
    },
    onCall: ({ name, input }) =>
      onProgress({
        done: 0, // a call is no line that was worked
        total: 0,
        current: `${name} ${input.split('\n', 1)[0]!.slice(0, CALL_SHOWN_CHARS)}`,
      }),
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
