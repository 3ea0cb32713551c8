import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { planBeat, type BeatDecision, type BeatPlan } from '../../../shared/runs/plan.ts'
import type { OtherThreads } from '../../../shared/runs/prompt/fleet-block.ts'
import type { DailyAsk } from '../../../shared/runs/prompt/daily-block.ts'
import type { MeasuredWork } from '../../../shared/runs/prompt/metric-block.ts'
import type { SuggestionForAgent } from '../../../shared/runs/prompt/suggestions-block.ts'
import { heartbeatPrompt } from '../../../shared/runs/prompt/heartbeat-prompt.ts'
import { withWayOut } from '../../../shared/runs/prompt/larger-model.ts'
import { highest } from '../../../shared/schedule/tier.ts'
import { isScheduledOnly } from '../../../shared/queue/queue.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { isWorthAgent, renderEvents, type EventSource } from '../../../shared/events/system-event.ts'
import type { PairFacts } from '../../../shared/runs/prompt/pair-block.ts'
import { gateModeOf, switchOf, type Thread } from '../../../shared/threads/thread.ts'
import { DAY } from '../../../shared/base/time.ts'
import { knownPages } from '../attempts/told/known-pages.ts'
import { workableItems } from '../playbook/run-edits.ts'
import { noteTasks, taskMemory, type TaskMemory } from '../playbook/task-memory.ts'
import { paceOf, zoneOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import { go, type Step } from './context.ts'
import type { Gathered } from './gather.ts'

export interface Planned extends Gathered {
  readonly facts: BeatFacts
}

/** Decides what the beat would work; whether it may is for the gates. */
export async function plan(gathered: Gathered): Promise<Step<Planned>> {
  const { run, thread, doc, isTracked, context } = gathered
  const { ports, store, settings } = context
  const facts = await beatFacts({ ask: run, thread, doc, isTracked, ports, store, settings })
  noteTasks(thread, doc, run.startedAt, store)
  return go({ ...gathered, facts })
}

/** What asks for a beat: a claimed run, or what would be claimed now. */
export type BeatAsk = Pick<
  ClaimedRun,
  'kind' | 'sender' | 'reasons' | 'askedTier' | 'withDue' | 'events' | 'dropped' | 'startedAt'
>

interface BeatSources {
  readonly ask: BeatAsk
  readonly thread: Thread
  readonly doc: HeartbeatDoc
  readonly isTracked: boolean
  readonly ports: Ports
  readonly store: Pick<Store, 'threads' | 'knowledge' | 'permissions' | 'conversation' | 'tasks' | 'attempts'>
  readonly settings: Settings
}

export interface BeatFacts {
  readonly runner: 'local' | 'agent'
  /** The app works the lines it knows before an agent is started. */
  readonly isPair: boolean
  readonly runsCommands: boolean // the app itself, where they are approved
  readonly factsWorthRun: number // that come with it
  readonly memory: TaskMemory
  readonly decision: BeatDecision
  /** What the thread last had to tell; null: nothing lately, or no agent is told of it. */
  readonly lastReport: ReturnType<Store['conversation']['lastReport']>
  /** Word for word what the agent gets. */
  prompt(plan: BeatPlan, reach: PromptReach, pair: PairFacts | null): string
}

interface PromptReach {
  /** Threadbeat's tools are within the agent's reach. */
  readonly tools: boolean
  /** It may change nothing. */
  readonly lookOnly: boolean
  /** For the master's daily tier; null: it is not told of them. */
  readonly others: OtherThreads | null
  /** What the agent decides about. */
  readonly suggestions: readonly SuggestionForAgent[]
  readonly ask: DailyAsk
  readonly measured: MeasuredWork | null // null: its work is not measured
}

/** How long a report is worth carrying into a later prompt. */
const REPORT_KEPT_MS = 7 * DAY

/**
 * What a beat would do and be told, from what stands in the history and in the list now. A run and a dry
 * run both ask here, so that a dry run shows the very prompt; it writes nothing.
 */
export async function beatFacts(sources: BeatSources): Promise<BeatFacts> {
  const { ask, thread, doc, isTracked, ports, store, settings } = sources
  const now = ask.startedAt
  const runner = thread.agent.kind === 'local' ? 'local' : 'agent'
  const workable = isTracked ? new Set<string>() : await workableItems(thread, doc, ports, store)
  // Only an agent can make sense of a list without tier headings.
  const isPair = runner === 'agent' && gateModeOf(thread) === 'needed' && !doc.loose
  const factsWorthRun =
    ask.dropped +
    ask.events.filter((e) => (isPair ? isWorthAgent(e, switchOf(thread, e.source)) : !e.ambient)).length
  const memory = taskMemory(thread, now, ports, store)
  const decision = planBeat({
    doc,
    tracked: isTracked,
    askedTier: ask.askedTier,
    withDue: ask.withDue,
    tiers: thread.tiers,
    pace: paceOf(thread, ports, settings),
    runner,
    ignored: thread.config?.values.playbook === 'ignore',
    hasFacts: factsWorthRun > 0,
    ...memory,
    eventsOnly: runner === 'agent' && isWokenByEnds(ask),
    scheduled: isScheduledOnly(ask.reasons),
    workPerBeat: settings.workPerBeat,
    canWork: (item) => workable.has(item.id),
    now,
  })
  const lastReport =
    runner === 'local' ? null : store.conversation.lastReport(thread.id, now - REPORT_KEPT_MS)
  return {
    runner,
    isPair,
    runsCommands: runner === 'local' || isPair,
    factsWorthRun,
    memory,
    decision,
    lastReport,
    prompt: (beatPlan, reach, pair) => promptOf(sources, lastReport, beatPlan, { ...reach, pair }),
  }
}

const tellsOf = ({ events }: Pick<BeatAsk, 'events'>, source: EventSource): boolean =>
  events.some((e) => e.source === source)

/** Nothing but the end of commands and jobs: that is looked at, the list is not worked. */
const isWokenByEnds = (ask: BeatAsk): boolean =>
  ask.reasons.length > 0 && ask.reasons.every((r) => (r === 'command' || r === 'job') && tellsOf(ask, r))

function promptOf(
  { ask, thread, doc, isTracked, ports, store }: BeatSources,
  lastReport: BeatFacts['lastReport'],
  { tiers, tasks, work }: BeatPlan,
  told: PromptReach & { readonly pair: PairFacts | null },
): string {
  const timeZone = zoneOf(thread, ports)
  const prompt = heartbeatPrompt({
    threadNumber: thread.number,
    threadName: thread.name,
    repoPath: thread.repoPath,
    tiers,
    work,
    tasks,
    tracked: isTracked,
    now: ask.startedAt,
    timeZone,
    isProgram: thread.agent.kind === 'command',
    ...told,
    hasTimed: doc.tasks.some((t) => t.timed.length > 0),
    events: renderEvents(ask.events, ask.dropped, timeZone),
    ends: { command: tellsOf(ask, 'command'), job: tellsOf(ask, 'job') },
    pages: knownPages(thread.id, store),
    lastReport: lastReport?.told === false ? lastReport : null,
    openReports: openReports(thread, store),
  })
  return withWayOut(prompt, thread.agent, highest(tiers))
}

/** What stands of its own reports, by the names it gave them. */
const openReports = (
  thread: Thread,
  store: Pick<Store, 'threads'>,
): { readonly key: string; readonly text: string }[] =>
  store.threads
    .facts(thread.id)
    .alerts.flatMap(({ key, text }) =>
      key?.startsWith('report:') === true ? [{ key: key.slice('report:'.length), text }] : [],
    )
