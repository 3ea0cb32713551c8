import type { Instant } from '../../../../shared/base/time.ts'
import { startsAt } from '../../../../shared/queue/quiet-hours.ts'
import { deliveryOf, isDormant, type Thread } from '../../../../shared/threads/thread.ts'
import type { RunningView, ThreadView } from '../../../../shared/views/thread-view.ts'
import { tasksForAgent } from '../../../../shared/views/doc-facts.ts'
import type { Engine } from '../../loop/engine.ts'
import { derivedOf, type FleetNow, type ThreadViewSources } from './derived.ts'

/** One object with all fields in one place: put together out of parts it takes three times as long. */
export function threadView(thread: Thread, fleet: FleetNow, sources: ThreadViewSources): ThreadView {
  const { now, settings, isHalted } = fleet
  const { store, engine, documents, ports } = sources
  const facts = store.threads.facts(thread.id)
  const tally = fleet.tallyOf(thread.id)
  const d = derivedOf(thread, facts, tally, fleet, sources)
  return {
    id: thread.id,
    number: thread.number,
    name: thread.name,
    repoPath: thread.repoPath,
    role: thread.role,
    agent: thread.ownAgent,
    session: thread.session,
    gate: thread.gate,
    suggestions: thread.suggestions,
    reflects: thread.reflects,
    sharesList: thread.sharesList,
    intervalMs: thread.intervalMs,
    activeHours: thread.activeHours,
    dailyAt: thread.dailyAt,
    pause: thread.pause,
    nextDueAt:
      d.quiet?.until ?? (isHalted ? null : startsAt(thread.nextDueAt, settings, ports.clock.timeZone)),
    failures: thread.failures,
    scheduleProblem: thread.scheduleProblem,
    sources: thread.sources,
    delivery: thread.delivery,
    config: thread.config,
    tags: thread.tags,
    pinned: thread.pinned,
    approvalsWanted: d.approvalsWanted,
    permissionsWanted: tally.permissionsWanted,
    last: d.last,
    strip: facts.strip,
    tiers: d.tiers,
    effectiveIntervalMs: d.effectiveIntervalMs,
    trusted: thread.trustedAt !== null,
    state: d.state,
    because: d.because,
    rests: d.rests,
    lateMs: d.lateMs,
    running: d.run === null ? null : runningView(d.run, facts.typicalMs, engine),
    waiting: d.waiting,
    doc: documents.facts(thread.id),
    missingFolder: documents.missingFolder(thread.id)?.code ?? null,
    git: facts.glance,
    openAlerts: d.openAlerts,
    acknowledgedAlerts: facts.alerts.length - d.openAlerts,
    known: d.known,
    bypassUntil: bypassOf(thread, now),
    tasksForAgent: tasksForAgent(thread.agent, documents.facts(thread.id)),
    silentSince: fleet.silentSinceOf(thread),
    events: tally.eventsWaiting,
    newestEventAt: tally.newestEventAt,
    indicator: deliveryOf(thread, settings).indicator,
    dormantSince: isDormant(thread, settings.dormantAfterMs, now) ? thread.activeAt : null,
    jobs: fleet.jobsOf(thread.id),
    mutedUntil: tally.mutedUntil,
  }
}

const runningView = (
  run: NonNullable<ReturnType<FleetNow['runOf']>>,
  typicalMs: number | null,
  { live }: Engine,
): RunningView => ({
  runId: run.id,
  kind: run.kind,
  tiers: run.tiers,
  startedAt: run.startedAt,
  typicalMs,
  progress: live.progress(run.id),
})

/** null: the agent's own permission checks are on. */
const bypassOf = ({ agent }: Thread, now: Instant): Instant | null =>
  agent.kind === 'cli' && (agent.bypassUntil ?? 0) > now ? agent.bypassUntil : null
