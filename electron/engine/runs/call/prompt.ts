import { renderEvents } from '../../../../shared/events/system-event.ts'
import type { BeatPlan } from '../../../../shared/runs/plan.ts'
import type { DailyAsk } from '../../../../shared/runs/prompt/daily-block.ts'
import type { OtherThreads } from '../../../../shared/runs/prompt/fleet-block.ts'
import { heartbeatPrompt } from '../../../../shared/runs/prompt/heartbeat-prompt.ts'
import { withWayOut } from '../../../../shared/runs/prompt/larger-model.ts'
import type { MeasuredWork } from '../../../../shared/runs/prompt/metric-block.ts'
import type { PairFacts } from '../../../../shared/runs/prompt/pair-block.ts'
import type { SuggestionForAgent } from '../../../../shared/runs/prompt/suggestions-block.ts'
import { highest } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { knownPages } from '../../attempts/told/known-pages.ts'
import type { Store } from '../../ports/store.ts'
import { zoneOf } from '../../schedule/pace.ts'
import { tellsOf, type BeatFacts, type BeatSources } from '../plan.ts'

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
  /** What the app worked before it; null: all lines are the agent's. */
  readonly pair: PairFacts | null
}

/**
 * Word for word what the agent of a beat gets. A run and a dry run both ask here, so that a dry run shows the very
 * prompt; it writes nothing.
 */
export function beatPrompt(
  { ask, thread, doc, isTracked, ports, store }: Omit<BeatSources, 'settings'>,
  { lastReport }: Pick<BeatFacts, 'lastReport'>,
  { tiers, tasks, work }: BeatPlan,
  told: PromptReach,
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
