import type { RunId, ThreadId } from '../../shared/ids.ts'
import { holdOfItem, limitsOf, pickNext, type Hold, type QueueItem, type QueueView, type WakeReason } from '../../shared/queue.ts'
import { isActive, keepOrPlan, phaseInside, planNext, slotsSince, backoffMs, type Absence } from '../../shared/schedule.ts'
import { readSettings, type Settings } from '../../shared/settings.ts'
import type { RunningView } from '../../shared/snapshot.ts'
import type { Pause, Thread } from '../../shared/thread.ts'
import { dueTiers, highest, type Tier } from '../../shared/tier.ts'
import { formatLocal, HOUR, SECOND, type Instant } from '../../shared/time.ts'
import { COALESCE_MS, cooldownOf, FLOOD_WINDOW_MS, heldByActiveHours } from '../../shared/wake.ts'
import { runnerKey, runnerName } from '../../shared/runner-presets.ts'
import type { Fault } from '../../shared/faults.ts'
import type { Documents } from './documents.ts'
import { deliverAlerts } from './deliver-alerts.ts'
import { createBudget, type Budget } from './budget.ts'
import { isPerson } from './agent-turn.ts'
import { executeRun } from './execute-run.ts'
import { finishRun } from './finish-run.ts'
import { createResting, type Resting } from './resting.ts'
import { paceOf } from './run-edits.ts'
import type { AgentResult, Notice, Ports } from './ports.ts'
import type { ClaimedRun, Enqueued, SlotEntry, Store } from './store-port.ts'

/** The timer is never armed further away than this, because timers lie after the machine has slept. */
export const PULSE_MS = 30 * SECOND
/** A longer gap between two ticks means the machine slept, or the clock was moved. */
const ABSENCE_MS = 90 * SECOND
/** Slots of one absence kept one by one; older ones share a row that counts them. */
const SLOTS_KEPT = 48
const TICK_FAILURES_TO_HALT = 3
const PRUNE_EVERY_MS = HOUR

export interface Engine {
  /**
   * 'schedule': the app. 'on demand': a command without the app; slots and waiting work stay for the app, only beats that a person
   * asked for start.
   */
  start(mode?: 'schedule' | 'on demand'): Promise<void>
  /** Aborts what runs ('stop') or waits for it ('wait'); nothing new starts. The rest is settled at the next start. */
  stop(how: 'wait' | 'stop'): Promise<void>
  /** Makes the history agree with the clock, then starts what may start. May be called at any time, any number of times. */
  tick(): void
  requestBeat(id: ThreadId, reason: WakeReason, tier: Tier | null): Enqueued
  stopRun(id: RunId): boolean
  /** Why items wait, as of now; null: it starts at the next tick. Ask once for many items. */
  holds(): (item: QueueItem) => Hold | null
  /** Plans a thread's next slot anew after its schedule, trust or pause changed; `before`: what is still ahead on an unchanged grid stays. */
  replan(id: ThreadId, before?: Thread): void
  /** Why a person should be asked before they start this thread's agent; null: nothing. */
  objectionTo(id: ThreadId): { readonly code: 'budget'; readonly message: string } | { readonly code: 'resting'; readonly key: string; readonly message: string } | null
  readonly budget: Budget
  readonly resting: Resting
  settings(): Settings
  pause(): Pause | null
  setPause(pause: Pause | null): void
  /** What is known without asking the disk. */
  readonly live: {
    progress(id: RunId): RunningView['progress']
    lastTickAt(): Instant | null
    halted(): boolean
    notifierFault(): Fault | null
  }
  /** Called when something changed that is not in the store (progress, a file, the pulse). Returns its end. */
  onLive(listener: (id: ThreadId | null) => void): () => void
}

export function createEngine(ports: Ports, store: Store, documents: Documents, environment: Readonly<Record<string, string | undefined>> = {}): Engine {
  const { clock, log } = ports
  const budget = createBudget(ports, store, environment)
  const resting = createResting(ports, store)
  const active = new Map<RunId, { readonly controller: AbortController; readonly done: Promise<void>; progress: RunningView['progress'] }>()
  const liveListeners = new Set<(id: ThreadId | null) => void>()
  let disarm: () => void = () => {}
  let scheduling = true
  let state: 'new' | 'running' | 'stopping' | 'stopped' = 'new'
  let lastTickAt: Instant | null = null
  let tickFailures = 0
  let pruneAt = clock.now() + PRUNE_EVERY_MS
  let ticking = false
  let delivering: Promise<void> = Promise.resolve()
  let ending: Promise<void> | null = null
  let notifierFault: Fault | null = null

  const settings = (): Settings => readSettings(store.settings()).settings
  const announce = (id: ThreadId | null): void => {
    for (const listener of [...liveListeners]) listener(id)
  }
  const globalPause = (): Pause | null => {
    const stored = store.meta('pause')
    return stored === null || stored === '' ? null : (JSON.parse(stored) as Pause)
  }
  const setPause = (pause: Pause | null): void => {
    store.setMeta('pause', pause === null ? '' : JSON.stringify(pause))
    announce(null)
  }

  // ── Slots ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

  const dueTierOf = (thread: Thread, now: Instant): Tier => highest(dueTiers(thread.tiers, [], now, paceOf(thread, ports)))
  const planFor = (thread: Thread, after: Instant) => (thread.trustedAt === null ? { nextDueAt: null, problem: null } : planNext(thread, after, clock.timeZone))

  /** All due times of the thread up to now become rows; at most one beat follows (ARCHITECTURE I5). */
  function recordDue(thread: Thread, now: Instant, absence: 'asleep' | 'app closed' | null): void {
    const first = thread.nextDueAt
    if (first === null || first > now) return
    const due = slotsSince(thread, first, now, SLOTS_KEPT, clock.timeZone)
    const plan = planFor(thread, now)
    const pause = thread.pause ?? globalPause()
    if (pause !== null) {
      store.recordSlots(thread.id, entriesOf(due, 'skipped', 'paused'), null, plan, now)
      return
    }
    const dueTier = dueTierOf(thread, now)
    const drop = absence !== null && dueTier === 'quick' && now - first < thread.intervalMs
    if (drop) {
      store.recordSlots(thread.id, entriesOf(due, 'missed', absence), null, plan, now)
      return
    }
    const served = absence === null ? due.slots : due.slots.slice(-1)
    const missed = { slots: absence === null ? [] : due.slots.slice(0, -1), older: due.older }
    const reason: WakeReason = absence === null ? 'interval' : 'catch-up'
    const entries = [...entriesOf(missed, 'missed', absence ?? 'asleep'), ...served.map((dueAt): SlotEntry => ({ dueAt, fate: 'beat', cause: null, count: 1 }))]
    const enqueued = store.recordSlots(thread.id, entries, { threadId: thread.id, reasons: [reason], tier: null, withDue: true, dueTier, notBefore: now }, plan, now)
    log('debug', 'slot.recorded', { threadId: thread.id, slots: entries.length, merged: enqueued?.merged })
  }

  /** After a clock set back or a change: no thread waits longer than its plan or its backoff says. */
  function correctFuture(now: Instant): void {
    store.clampFuture(now)
    resting.clamp(now)
    for (const thread of store.threads()) {
      if (thread.nextDueAt === null) continue
      const plan = planFor(thread, now)
      const limit = Math.max(plan.nextDueAt ?? now, now + backoffMs(thread.failures, thread.intervalMs))
      if (thread.nextDueAt > limit) store.recordSlots(thread.id, [], null, plan, now)
    }
  }

  function endPauses(now: Instant): void {
    const pause = globalPause()
    if (pause !== null && pause.until !== null && pause.until <= now) setPause(null)
    for (const thread of store.dueThreads(now)) if (thread.pause !== null && thread.pause.until !== null && thread.pause.until <= now) store.changeThread(thread.id, { pause: null })
  }

  // ── Claiming ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  function viewOf(items: readonly QueueItem[], running: QueueView['running'], now: Instant): QueueView {
    const pause = globalPause()
    const threads = new Map<ThreadId, Thread | null>()
    const threadOf = (id: ThreadId): Thread | null => {
      if (!threads.has(id)) threads.set(id, store.thread(id))
      return threads.get(id)!
    }
    return {
      items, running, now,
      limits: limitsOf(settings()),
      intervalOf: (id) => threadOf(id)?.intervalMs ?? 0,
      holdOf: (item) => {
        const thread = threadOf(item.threadId)
        if (thread === null) return null
        const busy = running.some((r) => r.threadId !== item.threadId && sharesRunner(threadOf(r.threadId), thread))
        if (item.kind === 'message' && thread.agent.kind === 'local') return 'no_agent'
        if (item.kind === 'message' && thread.trustedAt === null) return 'untrusted'
        if (resting.holds(thread.agent, busy, now)) return 'runner_resting'
        // A person's own message passes everything; what scripts and other threads send waits like a beat does.
        if (item.kind === 'message' && isPerson(item.from)) return null
        if (item.kind === 'message' && thread.intervalMs === 0) return 'paused'
        if (item.kind === 'message' && budget.objection(thread, false, settings()) !== null) return 'over_budget'
        if (!item.reasons.includes('manual') && (thread.pause ?? pause) !== null) return 'paused'
        if ((item.kind === 'message' || heldByActiveHours(item.reasons)) && !isActive(thread.activeHours, now, clock.timeZone)) return 'outside_active_hours'
        return null
      },
    }
  }

  function startWhatMay(now: Instant): void {
    for (;;) {
      const run = store.claim(
        (items, running) => pickNext(viewOf(scheduling ? items : items.filter((i) => i.reasons.includes('manual')), running, now)),
        (id) => runnerName(store.thread(id)?.agent ?? { kind: 'local' }),
        now,
      )
      if (run === null) return
      begin(run)
    }
  }

  function begin(run: ClaimedRun): void {
    const controller = new AbortController()
    const settled = settings()
    log('info', 'run.started', { threadId: run.threadId, runId: run.id, kind: run.kind, reasons: run.reasons })
    const entry = { controller, progress: null as RunningView['progress'], done: Promise.resolve() }
    active.set(run.id, entry)
    const context = {
      ports, store, settings: settled, documents, budget, environment, cleanup: [],
      onProgress: (progress: NonNullable<RunningView['progress']>) => {
        entry.progress = progress
        announce(run.threadId)
      },
      onResult: (thread: Thread, result: AgentResult) => {
        const notice = resting.learn(thread.agent, result, run.id)
        if (notice !== null && scheduling) tell(notice)
        announce(null)
      },
    }
    entry.done = executeRun(run, context, controller.signal)
      .catch((error: unknown) => settleBug(run, error))
      .finally(() => {
        active.delete(run.id)
        announce(run.threadId)
        if (scheduling) deliver()
        tick()
      })
  }

  /** An assumption broke inside one run: that run is broken, the rest goes on. */
  function settleBug(run: ClaimedRun, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    log('error', 'bug.caught', { runId: run.id, threadId: run.threadId, stack: error instanceof Error ? error.stack : undefined })
    try {
      const thread = store.thread(run.threadId)
      if (thread !== null) finishRun(run, thread, { ports, store }, { outcome: 'broken', fault: { code: 'bug', message }, summary: `Something in Threadbeat broke: ${message}` }, 0)
    } catch (again) {
      // The history cannot be written now; the next tick that can settles the run.
      log('error', 'store.failed', { runId: run.id, message: again instanceof Error ? again.message : String(again) })
    }
  }

  /** One notice of the app itself; while everything is muted the banner in the window says it. */
  function tell(notice: Notice): void {
    const { mutedUntil } = settings()
    if (mutedUntil !== null && clock.now() < mutedUntil) return
    delivering = delivering.then(async () => {
      const shown = await ports.notifier.show(notice)
      if (!shown.ok) log('warn', 'alert.undeliverable', { code: shown.error.code })
    })
  }

  function deliver(): void {
    delivering = delivering
      .then(() => deliverAlerts(ports, store, settings(), (fault) => {
        if (notifierFault?.code !== fault?.code) announce(null)
        notifierFault = fault
      }))
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'deliver', message: String(error) }))
  }

  /** Runs on record that nobody in this process works on: their ending could not be written, or the app died. */
  function settleLost(now: Instant): readonly string[] {
    if (store.running().every((r) => active.has(r.id))) return []
    const orphans = store.rescueOrphans(now, new Set(active.keys()))
    for (const orphan of orphans) log('warn', 'run.rescued', { runId: orphan.id, threadId: orphan.threadId })
    return orphans.map((o) => o.marker)
  }

  // ── The tick ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  function tick(): void {
    if (state !== 'running' || ticking) return
    ticking = true
    const now = clock.now()
    try {
      const wentBack = lastTickAt !== null && now < lastTickAt - SECOND
      const absence = lastTickAt === null ? 'app closed' : now - lastTickAt > ABSENCE_MS ? 'asleep' : null
      if (wentBack || absence !== null) {
        if (lastTickAt !== null) log('warn', 'clock.jumped', { byMs: now - lastTickAt })
        correctFuture(now)
      }
      settleLost(now)
      endPauses(now)
      if (scheduling) store.together(() => store.dueThreads(now).forEach((thread) => recordDue(thread, now, absence)))
      lastTickAt = now
      startWhatMay(now)
      if (scheduling && now >= pruneAt) pruneAt = store.prune(now) ? now : now + PRUNE_EVERY_MS
      tickFailures = 0
      log('debug', 'tick.done', { running: active.size })
    } catch (error) {
      tickFailures++
      log('error', tickFailures >= TICK_FAILURES_TO_HALT ? 'engine.halted' : 'bug.caught', { where: 'tick', message: error instanceof Error ? error.message : String(error), stack: error instanceof Error ? error.stack : undefined })
    } finally {
      ticking = false
      arm(now)
      announce(null)
    }
  }

  /** Always armed while the engine runs, whatever threw (ARCHITECTURE I12). */
  function arm(now: Instant): void {
    disarm()
    if (state !== 'running') return
    let at = now + PULSE_MS
    try {
      // Against the tick's own now: what came due while it ran was not claimed by it.
      const held = store.waiting().map((i) => i.notBefore).filter((t) => t > now)
      at = Math.min(at, store.nextDueAt() ?? at, resting.nextEnd(now) ?? at, ...held)
    } catch {
      // The store failed: the pulse tries again.
    }
    disarm = clock.setTimer(at, tick)
  }

  return {
    async start(mode = 'schedule') {
      scheduling = mode === 'schedule'
      // Strays first: their marks are known only as long as their runs are not settled (ARCHITECTURE I10).
      const marks = store.running().map((r) => r.marker)
      const ended = marks.length === 0 ? 0 : await ports.agents.endOrphans(marks)
      if (ended > 0) log('warn', 'orphan.killed', { count: ended })
      settleLost(clock.now())
      state = 'running'
      log('info', 'engine.started', { threads: store.threads().length, mode })
      if (scheduling) deliver() // without the app nobody would see it; the app tells it later
      tick()
    },
    stop(how) {
      if (state === 'new' || state === 'stopped') return Promise.resolve()
      state = 'stopping'
      disarm()
      // Also while another call waits: a person who has waited long enough may still end what runs.
      if (how === 'stop') for (const { controller } of active.values()) controller.abort()
      ending ??= Promise.all([...active.values()].map((a) => a.done)).then(async () => {
        await delivering
        state = 'stopped'
        log('info', 'engine.stopped', {})
      })
      return ending
    },
    tick,
    requestBeat(id, reason, tier) {
      const now = clock.now()
      const thread = store.thread(id)
      const dueTier = thread === null ? 'quick' : dueTierOf(thread, now)
      const starts = store.recentStarts(id, now - FLOOD_WINDOW_MS, now)
      const cooldown = cooldownOf({
        intent: reason === 'manual' ? 'manual' : reason === 'urgent' ? 'immediate' : reason === 'event' ? 'event' : 'task', nowMs: now, nextDueMs: thread?.nextDueAt ?? null,
        lastRunStartedAtMs: starts.length === 0 ? null : Math.max(...starts), recentStartsMs: starts,
      })
      if (cooldown.defer && cooldown.reason === 'flood') log('warn', 'wake.flooded', { threadId: id })
      const notBefore = reason === 'manual' ? now : cooldown.defer ? (cooldown.retryAtMs ?? now) : now + COALESCE_MS
      const enqueued = store.requestBeat({ threadId: id, reasons: [reason], tier, withDue: tier === null, dueTier, notBefore }, now)
      log('debug', enqueued.merged ? 'wake.merged' : 'wake.requested', { threadId: id, reason })
      return enqueued
    },
    stopRun(id) {
      const entry = active.get(id)
      entry?.controller.abort()
      return entry !== undefined
    },
    holds() {
      const view = viewOf(store.waiting(), store.running(), clock.now())
      return (item) => holdOfItem(item, view)
    },
    replan(id, before) {
      const now = clock.now()
      const thread = store.thread(id)
      if (thread === null) return
      const sameHours = JSON.stringify(thread.activeHours) === JSON.stringify(before?.activeHours)
      if (before?.nextDueAt != null && sameHours && keepOrPlan(thread, { ...before, nextDueAt: before.nextDueAt }, now) === before.nextDueAt) return
      // A long interval may miss short active hours for ever: then its place on the grid moves to their opening.
      const phaseMs = planFor(thread, now).problem === null ? null : phaseInside(thread, now, clock.timeZone)
      if (phaseMs !== null) store.changeThread(id, { phaseMs })
      store.recordSlots(id, [], null, planFor(store.thread(id)!, now), now)
    },
    objectionTo(id) {
      const thread = store.thread(id)
      if (thread === null || thread.agent.kind === 'local') return null
      const rest = resting.of(thread.agent)
      if (rest !== null && clock.now() < rest.until) return { code: 'resting', key: rest.key, message: `${rest.name} rests until ${formatLocal(rest.until, clock.timeZone)}: ${rest.message}` }
      const over = budget.objection(thread, false, settings())
      return over === null ? null : { code: 'budget', message: `${over.slice(0, 1).toUpperCase()}${over.slice(1)}.` }
    },
    budget,
    resting,
    settings,
    pause: globalPause,
    setPause,
    live: {
      progress: (id) => active.get(id)?.progress ?? null,
      lastTickAt: () => lastTickAt,
      halted: () => tickFailures >= TICK_FAILURES_TO_HALT,
      notifierFault: () => notifierFault,
    },
    onLive(listener) {
      liveListeners.add(listener)
      return () => liveListeners.delete(listener)
    },
  }
}

const sharesRunner = (a: Thread | null, b: Thread): boolean => a !== null && runnerKey(a.agent) !== null && runnerKey(a.agent) === runnerKey(b.agent)

function entriesOf({ slots, older }: Absence, fate: 'missed' | 'skipped', cause: string | null): readonly SlotEntry[] {
  const kept = slots.map((dueAt): SlotEntry => ({ dueAt, fate, cause, count: 1 }))
  return older === null ? kept : [{ dueAt: older.firstAt, fate, cause, count: older.count }, ...kept]
}
