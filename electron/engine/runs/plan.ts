import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { planBeat, type BeatDecision } from '../../../shared/runs/plan.ts'
import { isScheduledOnly } from '../../../shared/queue/queue.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { isWorthAgent, type EventSource } from '../../../shared/events/system-event.ts'
import { gateModeOf, switchOf, type Thread } from '../../../shared/threads/thread.ts'
import { DAY } from '../../../shared/base/time.ts'
import { workableItems } from '../playbook/run-edits.ts'
import { noteTasks, taskMemory, type TaskMemory } from '../playbook/task-memory.ts'
import { paceOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import { go, type Step } from './context.ts'
import type { Gathered } from './gather.ts'

/** What the beat would work is decided; where that is a plan, the gate takes it out of the decision. */
export interface Decided extends Gathered {
  readonly facts: BeatFacts
}

/** Decides what the beat would work; whether it may is for the gates. */
export async function plan(gathered: Gathered): Promise<Step<Decided>> {
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

export interface BeatSources {
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
}

/** How long a report is worth carrying into a later prompt. */
const REPORT_KEPT_MS = 7 * DAY

/**
 * What a beat would do, from what stands in the history and in the list now. A run and a dry run both ask
 * here; it writes nothing.
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
  }
}

/** Something from there comes with the beat. */
export const tellsOf = ({ events }: Pick<BeatAsk, 'events'>, source: EventSource): boolean =>
  events.some((e) => e.source === source)

/** Nothing but the end of commands and jobs: that is looked at, the list is not worked. */
const isWokenByEnds = (ask: BeatAsk): boolean =>
  ask.reasons.length > 0 && ask.reasons.every((r) => (r === 'command' || r === 'job') && tellsOf(ask, r))
