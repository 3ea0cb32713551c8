import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { planBeat, type BeatPlan, type Planned } from '../../../shared/runs/plan.ts'
import { heartbeatPrompt } from '../../../shared/runs/prompt.ts'
import { isScheduledOnly } from '../../../shared/queue/queue.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { renderEvents } from '../../../shared/events/system-event.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY } from '../../../shared/base/time.ts'
import { taskMemory, type TaskMemory } from '../playbook/new-tasks.ts'
import { paceOf, zoneOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import { workableItems } from '../playbook/run-edits.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

/** How long a report is worth carrying into a later prompt. */
const REPORT_KEPT_MS = 7 * DAY

/** What asks for a beat: a claimed run, or what would be claimed now. */
export type BeatAsk = Pick<
  ClaimedRun,
  'kind' | 'sender' | 'reasons' | 'askedTier' | 'withDue' | 'events' | 'dropped' | 'startedAt'
>

export interface HeartbeatFacts {
  readonly runner: 'local' | 'agent'
  readonly scheduled: boolean // nobody asked and nothing happened: only the time came, or the thread is new
  readonly hasFacts: boolean // facts that are worth a run come with it
  readonly memory: TaskMemory
  readonly planned: Planned
  /** What the thread last had to tell; null: nothing lately, or no agent is told of it. */
  readonly lastReport: ReturnType<Store['conversation']['lastReport']>
  /**
   * Word for word what the agent gets. `tools`: Threadbeat's tools are within its reach; `lookOnly`: it may
   * change nothing.
   */
  prompt(plan: BeatPlan, how: { readonly tools: boolean; readonly lookOnly: boolean }): string
}

/**
 * What a beat would do and be told, from what stands in the history and in the list now. A run and a dry
 * run both ask here, so that a dry run shows the very prompt; it writes nothing.
 */
export async function heartbeatFacts(
  ask: BeatAsk,
  thread: Thread,
  doc: HeartbeatDoc,
  tracked: boolean,
  { ports, store, settings }: { readonly ports: Ports; readonly store: Store; readonly settings: Settings },
): Promise<HeartbeatFacts> {
  const now = ask.startedAt
  const timeZone = zoneOf(thread, ports)
  const runner = thread.agent.kind === 'local' ? 'local' : 'agent'
  const workable = tracked ? new Set<string>() : await workableItems(thread, doc, ports, store)
  const scheduled = ask.reasons.every((r) => isScheduledOnly([r]) || r === 'added')
  const hasFacts = ask.dropped > 0 || ask.events.some((e) => !e.ambient)
  const memory = taskMemory(thread, now, ports, store)
  const lastReport =
    runner === 'local' ? null : store.conversation.lastReport(thread.id, now - REPORT_KEPT_MS)
  return {
    runner,
    scheduled,
    hasFacts,
    memory,
    lastReport,
    planned: planBeat({
      doc,
      tracked,
      askedTier: ask.askedTier,
      withDue: ask.withDue,
      tiers: thread.tiers,
      pace: paceOf(thread, ports, settings),
      runner,
      ignored: thread.config?.values.playbook === 'ignore',
      hasFacts,
      ...memory,
      eventsOnly:
        runner === 'agent' &&
        ask.reasons.length > 0 &&
        ask.reasons.every((r) => r === 'command') &&
        ask.events.some((e) => e.source === 'command'),
      scheduled: scheduled && !ask.reasons.includes('added'),
      workPerBeat: settings.workPerBeat,
      canWork: (item) => workable.has(item.id),
      now,
    }),
    prompt: (plan, how) =>
      heartbeatPrompt({
        threadNumber: thread.number,
        threadName: thread.name,
        repoPath: thread.repoPath,
        tiers: plan.tiers,
        work: plan.work,
        tasks: plan.tasks,
        tracked,
        now,
        timeZone,
        ...how,
        hasTimed: doc.tasks.some((t) => t.timed.length > 0),
        events: renderEvents(ask.events, ask.dropped, timeZone),
        pages: store.knowledge.pages(thread.id).map((p) => p.title),
        lastReport: lastReport?.told === false ? lastReport : null,
        openReports: store.threads
          .facts(thread.id)
          .alerts.flatMap((a) =>
            a.key?.startsWith('report:') === true
              ? [{ key: a.key.slice('report:'.length), text: a.text }]
              : [],
          ),
      }),
  }
}
