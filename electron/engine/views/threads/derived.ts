import { EXCHANGED_KEY, answeredOf, isOpen, worstOf, worstText } from '../../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import { shortMomentText } from '../../../../shared/base/clock/time-text.ts'
import type { QueueItem } from '../../../../shared/queue/queue.ts'
import { beatsRestUntil } from '../../../../shared/queue/quiet-hours.ts'
import { isSnoozed, tierDueAt, type Tier } from '../../../../shared/schedule/tier.ts'
import type { Settings } from '../../../../shared/settings/settings.ts'
import type { Pause, Thread } from '../../../../shared/threads/thread.ts'
import type { ThreadState, ThreadView, WaitingView } from '../../../../shared/views/thread-view.ts'
import { isForAgent } from '../../../../shared/queue/for-agent.ts'
import { restOf, stateOf } from '../../../../shared/views/thread-state.ts'
import { unseenSlot } from '../../../../shared/views/verdict.ts'
import { HOLD_WORD, quietHoursWords } from '../../../../shared/views/words.ts'
import type { Engine } from '../../loop/engine.ts'
import type { Documents } from '../../playbook/documents.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ThreadTally } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { paceOf } from '../../schedule/pace.ts'
import { stillStanding } from './still-standing.ts'

export interface ThreadViewSources {
  readonly ports: Ports
  readonly store: Pick<
    Store,
    'threads' | 'queue' | 'runs' | 'jobs' | 'permissions' | 'alerts' | 'settings' | 'writeProblem'
  >
  readonly engine: Engine
  readonly documents: Documents
}
type Run = ReturnType<Store['runs']['running']>[number]

/** What concerns all threads at once, asked for once for a pass over them. */
export interface FleetNow {
  readonly now: Instant
  readonly settings: Settings
  readonly pause: Pause | null // of everything
  readonly waitingOf: (id: ThreadId) => readonly QueueItem[] // in the order of their coming
  readonly placeOf: (item: QueueItem) => number // in the order of service, from 1
  readonly runOf: (id: ThreadId) => Run | null
  readonly isHalted: boolean
  readonly silentSinceOf: (thread: Thread) => Instant | null // null: it reports, or need not
  readonly holdOf: ReturnType<Engine['holds']>
  readonly tallyOf: (id: ThreadId) => ThreadTally
  readonly jobsOf: (id: ThreadId) => number // not paused
  /** Threads that fail by an incident which a person has acknowledged. */
  readonly acknowledged: ReadonlySet<ThreadId>
}

type Facts = ReturnType<Store['threads']['facts']>

/** What is decided of it, and what its state is decided by. */
export function derivedOf(
  thread: Thread,
  facts: Facts,
  { permissionsWanted }: ThreadTally,
  fleet: FleetNow,
  sources: ThreadViewSources,
) {
  const { now } = fleet
  const { store, engine, documents } = sources
  const open = facts.alerts.filter((a) => isOpen(a, now))
  const run = fleet.runOf(thread.id)
  const waiting = fleet.waitingOf(thread.id).map((item) => waitingView(item, fleet, store))
  const inTurn = waiting.filter((w) => !isForAgent(w))
  const pause = thread.pause ?? fleet.pause
  const quiet = quietIn(waiting, fleet, sources)
  const lateMs =
    (pause ?? quiet) !== null || run !== null ? 0 : latenessOf(facts.oldestUnserved, fleet, sources)
  const approvalsWanted = documents.approvalsWanted(thread)
  const wanted = { approvalsWanted, permissionsWanted }
  const last = lastOf(facts.last)
  const effectiveIntervalMs = engine.slots.intervalOf(thread)
  const tiers = tierViews(thread, fleet, sources)
  const resting = { off: thread.intervalMs === 0, pause, quiet: quiet?.words ?? null }
  const { state, because } = stateOf({
    approvalsWanted,
    permissionsWanted,
    off: resting.off,
    pause,
    quiet: resting.quiet,
    trusted: thread.trustedAt !== null,
    exchanged: facts.alerts.find((a) => a.key === EXCHANGED_KEY)?.text ?? null,
    worstAlert: worstOf(open)?.severity ?? null,
    alertText: worstText(open),
    running: run !== null,
    waiting: inTurn.length > 0,
    answered: answeredOf(facts.alerts, now),
    last: stillStanding(last, facts.last?.fault ?? null, { thread, resting, wanted }, sources),
    lateMs,
    lateBecause: inTurn[0]?.hold == null ? null : HOLD_WORD[inTurn[0].hold],
    unseenSlot: unseenSlot({ last, strip: facts.strip, tiers, effectiveIntervalMs }),
    scheduleProblem: thread.scheduleProblem,
    missingFolder: documents.missingFolder(thread.id),
    failures: thread.failures,
  })
  const known =
    (state === 'broken' && fleet.acknowledged.has(thread.id)) ||
    facts.alerts.some((a) => a.key === keyOf(state) && !isOpen(a, now))
  return {
    run,
    waiting,
    quiet,
    lateMs,
    approvalsWanted,
    last,
    effectiveIntervalMs,
    tiers,
    state,
    because,
    known,
    rests: restOf(resting),
    openAlerts: open.length,
  }
}

/** The alert that a state comes with. */
const keyOf = (state: ThreadState): string => (state === 'missing' ? 'broken' : state)

/** A beat that rests in quiet hours rests by the person's own wish, so nothing is late. null: none rests so. */
function quietIn(
  waiting: readonly WaitingView[],
  { now, settings }: FleetNow,
  { ports: { clock } }: ThreadViewSources,
): { readonly until: Instant; readonly words: string } | null {
  if (!waiting.some((w) => w.hold === 'quiet_hours')) return null
  const until = beatsRestUntil(settings, now, clock.timeZone)
  return until === null ? null : { until, words: quietHoursWords(shortMomentText(until, now, clock)) }
}

/** Counts from the end of the quiet hours that a due time fell into. `since`: it; null: all are served. */
function latenessOf(
  since: Instant | null,
  { now, settings }: FleetNow,
  { ports }: ThreadViewSources,
): number {
  if (since === null) return 0
  return Math.max(0, now - (beatsRestUntil(settings, since, ports.clock.timeZone) ?? since))
}

function lastOf(run: Facts['last']): ThreadView['last'] {
  if (run === null || run.outcome === null) return null
  return {
    runId: run.id,
    outcome: run.outcome,
    skipReason: run.skipReason,
    summary: run.summary ?? '',
    finishedAt: run.finishedAt ?? run.startedAt,
    durationMs: run.durationMs ?? 0,
    tiers: run.tiers,
  }
}

function tierViews(
  thread: Thread,
  { now, settings }: FleetNow,
  { ports, documents }: ThreadViewSources,
): ThreadView['tiers'] {
  const doc = documents.facts(thread.id)
  const pace = paceOf(thread, ports, settings)
  const view = (tier: Tier): ThreadView['tiers'][Tier] => ({
    lastDoneAt: thread.tiers[tier].lastDoneAt,
    dueAt: tierDueAt(tier, thread.tiers, now, pace),
    tasks: doc?.tasks[tier] ?? 0,
    snoozedUntil: isSnoozed(thread.tiers[tier], now) ? thread.tiers[tier].snoozedUntil : null,
  })
  return { quick: view('quick'), hourly: view('hourly'), daily: view('daily') }
}

const waitingView = (
  item: QueueItem,
  { holdOf, placeOf }: FleetNow,
  store: Pick<Store, 'jobs'>,
): WaitingView => ({
  itemId: item.id,
  threadId: item.threadId,
  kind: item.kind,
  class: item.class,
  reasons: item.reasons,
  text: item.text,
  since: item.enqueuedAt,
  mergedSlots: item.mergedSlots,
  hold: holdOf(item),
  notBefore: item.notBefore,
  place: placeOf(item),
  from: item.from,
  jobName: item.again?.name ?? (item.jobId === null ? null : (store.jobs.get(item.jobId)?.name ?? null)),
})
