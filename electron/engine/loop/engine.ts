import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import {
  holdOfItem,
  limitsOf,
  pickNext,
  type Hold,
  type QueueItem,
  type QueueView,
} from '../../../shared/queue/queue.ts'
import { readSettings, type Settings } from '../../../shared/settings/settings.ts'
import type { RunningView } from '../../../shared/views/snapshot.ts'
import { powerPolicy, type PowerDecision } from '../../../shared/queue/power-policy.ts'
import { AMBIENT_KEPT_MS } from '../../../shared/events/system-event.ts'
import { deliveryOf, type Pause, type Thread } from '../../../shared/threads/thread.ts'
import { formatLocal, HOUR, SECOND, type Instant } from '../../../shared/base/time.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Documents } from '../playbook/documents.ts'
import { createDeliveries } from '../alerts/deliveries.ts'
import { createBudget, type Budget } from '../agents/budget.ts'
import { createEvents, type Events } from '../events/events.ts'
import { createIncidents, type Incidents } from '../alerts/incidents.ts'
import { executeRun } from '../runs/execute-run.ts'
import { finishRun } from '../runs/finish-run.ts'
import { queueView } from '../queue/holds.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { createLiveOutput, type LiveOutput } from '../agents/live-output.ts'
import { createResting, type Resting } from '../agents/resting.ts'
import { createSlots, type Slots } from '../schedule/slots.ts'
import { sweepOutputs } from '../history/sweep-outputs.ts'
import { createTelling } from '../alerts/telling.ts'
import { createWaking, type Waking } from '../events/waking.ts'
import type { Ports } from '../ports/ports.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

/** The timer is never armed further away than this, because timers lie after the machine has slept. */
const PULSE_MS = 30 * SECOND
/** A longer gap between two ticks means the machine slept, or the clock was moved. */
const ABSENCE_MS = 90 * SECOND
const TICK_FAILURES_TO_HALT = 3
const PRUNE_EVERY_MS = HOUR

export interface Engine {
  /**
   * 'schedule': the app. 'on demand': a command without the app; slots and waiting work stay for the app,
   * only beats that a person asked for start.
   */
  start(mode?: 'schedule' | 'on demand'): Promise<void>
  /**
   * Aborts what runs ('stop') or waits for it ('wait'); nothing new starts. The rest is settled at the next
   * start.
   */
  stop(how: 'wait' | 'stop'): Promise<void>
  /**
   * Makes the history agree with the clock, then starts what may start. May be called at any time, any
   * number of times.
   */
  tick(): void
  readonly wake: Waking['wake']
  readonly noteActivity: Waking['noteActivity']
  readonly events: Events
  readonly jobs: Jobs
  power(): PowerDecision
  readonly incidents: Incidents
  /** A person has answered an alert: banners that say nothing any more are taken back. */
  settleBanners(): void
  readonly slots: Slots
  /** Called with a run that has ended, before anything else starts. Returns its end. */
  onRunEnd(listener: (run: ClaimedRun) => Promise<void>): () => void
  stopRun(id: RunId): boolean
  /** Why items wait, as of now; null: it starts at the next tick. Ask once for many items. */
  holds(): (item: QueueItem) => Hold | null
  /** Why a person should be asked before they start this thread's agent; null: nothing. */
  objectionTo(
    id: ThreadId,
  ):
    | { readonly code: 'budget'; readonly message: string }
    | { readonly code: 'resting'; readonly key: string; readonly message: string }
    | null
  readonly budget: Budget
  readonly resting: Resting
  settings(): Settings
  pause(): Pause | null
  setPause(pause: Pause | null): void
  /** What is known without asking the disk. */
  readonly live: {
    progress(id: RunId): RunningView['progress']
    /** What a run in flight has printed so far; null: it does not run here. */
    output(id: RunId): LiveOutput | null
    /** The run of this thread that is not over yet, what follows from its end included; null: none. */
    runOf(id: ThreadId): { readonly id: RunId } | null
    lastTickAt(): Instant | null
    /** When old history is deleted next. */
    nextCleanUpAt(): Instant
    halted(): boolean
    notifierFault(): Fault | null
  }
  /**
   * Called when the clock shows that nothing ran for a while, with how long, before anything starts.
   * Returns its end.
   */
  onAbsence(listener: (awayMs: number) => void): () => void
  /**
   * Called when something changed that is not in the store (progress, a file, the pulse). Returns its end.
   */
  onLive(listener: (id: ThreadId | null) => void): () => void
}

export function createEngine(
  ports: Ports,
  store: Store,
  documents: Documents,
  environment: Readonly<Record<string, string | undefined>> = {},
): Engine {
  const { clock, log } = ports
  const budget = createBudget(ports, store, environment)
  const resting = createResting(ports, store)
  const active = new Map<
    RunId,
    {
      readonly threadId: ThreadId
      readonly controller: AbortController
      readonly output: LiveOutput
      readonly done: Promise<void>
      progress: RunningView['progress']
    }
  >()
  const liveListeners = new Set<(id: ThreadId | null) => void>()
  const endListeners = new Set<(run: ClaimedRun) => Promise<void>>()
  const absenceListeners = new Set<(awayMs: number) => void>()
  let disarm: () => void = () => {}
  let armedAt = Infinity
  let scheduling = true
  let state: 'new' | 'running' | 'stopping' | 'stopped' = 'new'
  let lastTickAt: Instant | null = null
  let tickFailures = 0
  let pruneAt = clock.now() + PRUNE_EVERY_MS
  let sweeping = Promise.resolve()
  let ticking = false
  let ending: Promise<void> | null = null

  /** Read once until something of all has changed: they are asked for at every turn. */
  let known: Settings | null = null
  const settings = (): Settings => (known ??= readSettings(store.settings.values()).settings)
  const endSettings = store.onCommit((touched) => {
    if (touched === 'all') known = null
  })
  const announce = (id: ThreadId | null): void => {
    for (const listener of [...liveListeners]) listener(id)
  }
  const globalPause = (): Pause | null => {
    const stored = store.meta.get('pause')
    return stored === null || stored === '' ? null : (JSON.parse(stored) as Pause)
  }
  const setPause = (pause: Pause | null): void => {
    store.meta.set('pause', pause === null ? '' : JSON.stringify(pause))
    announce(null)
  }

  const power = (): PowerDecision =>
    powerPolicy({ onBattery: ports.power.onBattery(), metered: ports.power.metered() }, settings())
  const slots = createSlots(ports, store, { settings, power, pause: globalPause })

  function endPauses(now: Instant): void {
    const pause = globalPause()
    if (pause !== null && pause.until !== null && pause.until <= now) setPause(null)
    for (const thread of store.threads.due(now))
      if (thread.pause !== null && thread.pause.until !== null && thread.pause.until <= now)
        store.threads.change(thread.id, { pause: null })
  }

  // ── Claiming
  // ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  const viewOf = (items: readonly QueueItem[], running: QueueView['running'], now: Instant): QueueView =>
    queueView(
      { ports, store, budget, resting, settings, pause: globalPause, power: () => power().policy },
      items,
      running,
      now,
    )

  function startWhatMay(now: Instant): void {
    for (;;) {
      const { runs, heartbeats } = limitsOf(settings())
      const running = store.runs.running()
      if (running.length >= runs) return
      // A long queue of beats is no reason to let a person's message wait for the reading of it.
      const kind = running.filter((r) => r.kind !== 'message').length >= heartbeats ? 'message' : undefined
      const run = store.queue.claim(
        (items, busy) =>
          pickNext(viewOf(scheduling ? items : items.filter((i) => i.reasons.includes('manual')), busy, now)),
        (id) => runnerName(store.threads.get(id)?.agent ?? { kind: 'local' }),
        (item) => item.kind === 'heartbeat' || (item.kind === 'message' && settings().messagesTakeEvents),
        now,
        kind,
      )
      if (run === null) return
      begin(run)
    }
  }

  function begin(run: ClaimedRun): void {
    const controller = new AbortController()
    const settled = settings()
    log('info', 'run.started', {
      threadId: run.threadId,
      runId: run.id,
      kind: run.kind,
      reasons: run.reasons,
    })
    const entry = {
      threadId: run.threadId,
      controller,
      output: createLiveOutput(),
      progress: null as RunningView['progress'],
      done: Promise.resolve(),
    }
    active.set(run.id, entry)
    const context = {
      ports,
      store,
      settings: settled,
      documents,
      budget,
      jobs,
      environment,
      cleanup: [],
      isEnding: () => state !== 'running',
      onProgress: (progress: NonNullable<RunningView['progress']>) => {
        entry.progress = progress
        announce(run.threadId)
      },
      onOutput: entry.output.push,
      onResult: (thread: Thread, result: AgentResult) => {
        const notice = resting.learn(thread.agent, result, run.id)
        if (notice !== null && scheduling) telling.tell(notice)
        announce(null)
      },
    }
    entry.done = executeRun(run, context, controller.signal)
      .catch((error: unknown) => settleBug(run, error))
      .then(async () => {
        for (const listener of [...endListeners]) await listener(run)
      })
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'run end', message: String(error) }))
      .finally(() => {
        active.delete(run.id)
        entry.output.end()
        tellQuiet(run)
        announce(run.threadId)
        if (scheduling) telling.deliver()
        tick()
      })
  }

  /** An assumption broke inside one run: that run is broken, the rest goes on. */
  function settleBug(run: ClaimedRun, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    log('error', 'bug.caught', {
      runId: run.id,
      threadId: run.threadId,
      stack: error instanceof Error ? error.stack : undefined,
    })
    try {
      const thread = store.threads.get(run.threadId)
      if (thread !== null)
        finishRun(
          run,
          thread,
          { ports, store, settings: settings(), jobs, isEnding: () => state !== 'running' },
          {
            outcome: 'broken',
            fault: { code: 'bug', message },
            summary: `Something in Threadbeat broke: ${message}`,
          },
          0,
        )
    } catch (again) {
      // The history cannot be written now; the next tick that can settles the run.
      log('error', 'store.failed', {
        runId: run.id,
        message: again instanceof Error ? again.message : String(again),
      })
    }
  }

  /** Where a person wants to see that all is well. */
  function tellQuiet(run: ClaimedRun): void {
    const thread = store.threads.get(run.threadId)
    const ended =
      run.kind === 'heartbeat' && scheduling && thread !== null && deliveryOf(thread, settings()).showOk
        ? store.runs.ofItem(run.itemId)
        : null
    if (thread !== null && ended?.outcome === 'quiet')
      telling.tell({
        alertId: null,
        threadId: thread.id,
        runId: run.id,
        severity: 'notice',
        title: thread.name,
        body: ended.summary ?? 'Quiet.',
      })
  }

  /**
   * Runs on record that nobody in this process works on: their ending could not be written, or the app
   * died.
   */
  function settleLost(now: Instant): readonly string[] {
    if (store.runs.running().every((r) => active.has(r.id))) return []
    const orphans = store.together(() => {
      const rescued = store.runs.rescueOrphans(now, new Set(active.keys()))
      for (const orphan of rescued) {
        const { raised } = jobs.finish(orphan, {
          outcome: 'interrupted',
          summary: 'Threadbeat ended during it.',
          said: '',
          isQuitting: false,
        })
        for (const alert of raised) store.alerts.raise(orphan.threadId, alert, now)
      }
      return rescued
    })
    for (const orphan of orphans) log('warn', 'run.rescued', { runId: orphan.id, threadId: orphan.threadId })
    return orphans.map((o) => o.marker)
  }

  // ── The tick
  // ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  function tick(): void {
    if (state !== 'running' || ticking) return
    ticking = true
    const now = clock.now()
    try {
      const wentBack = lastTickAt !== null && now < lastTickAt - SECOND
      const absence = lastTickAt === null ? 'app closed' : now - lastTickAt > ABSENCE_MS ? 'asleep' : null
      if (wentBack || absence !== null) {
        if (lastTickAt !== null) log('warn', 'clock.jumped', { byMs: now - lastTickAt })
        store.threads.clampFuture(now)
        resting.clamp(now)
        slots.correctFuture(now)
        jobs.correctFuture(now)
        ports.alarms.rearm()
      }
      settleLost(now)
      endPauses(now)
      if (scheduling) {
        store.together(() => store.threads.due(now).forEach((thread) => slots.record(thread, now, absence)))
        jobs.recordDue(now, lastTickAt)
        store.events.expire(now - AMBIENT_KEPT_MS)
        telling.onTime(now)
      }
      const awayMs = absence === 'asleep' && lastTickAt !== null ? now - lastTickAt : null
      lastTickAt = now
      if (scheduling && awayMs !== null) for (const listener of [...absenceListeners]) listener(awayMs)
      startWhatMay(now)
      if (scheduling && now >= pruneAt) {
        pruneAt = store.history.prune(now) ? now : now + PRUNE_EVERY_MS
        if (pruneAt > now) sweeping = sweepOutputs(ports, store)
      }
      tickFailures = 0
      log('debug', 'tick.done', { running: active.size })
    } catch (error) {
      tickFailures++
      log('error', tickFailures >= TICK_FAILURES_TO_HALT ? 'engine.halted' : 'bug.caught', {
        where: 'tick',
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      })
    } finally {
      ticking = false
      arm(now)
      announce(null)
    }
  }

  /** Always armed while the engine runs, whatever threw (ARCHITECTURE I12). */
  function arm(now: Instant): void {
    disarm()
    armedAt = Infinity
    if (state !== 'running') return
    let at = now + PULSE_MS
    try {
      // Against the tick's own now: what came due while it ran was not claimed by it.
      at = Math.min(
        at,
        store.queue.nextHeldAt(now) ?? at,
        store.threads.nextDueAt() ?? at,
        store.jobs.nextDueAt() ?? at,
        resting.nextEnd(now) ?? at,
      )
    } catch {
      // The store failed: the pulse tries again.
    }
    // What is due stays due while ticks fail: trying again at once would never let go of the processor.
    if (tickFailures > 0) at = Math.max(at, now + Math.min(PULSE_MS, SECOND * 2 ** tickFailures))
    armedAt = at
    disarm = clock.setTimer(at, tick)
  }

  /** Not later than that, without asking anybody what else is due. */
  function armBy(at: Instant): void {
    if (state !== 'running' || at >= armedAt) return
    disarm()
    armedAt = at
    disarm = clock.setTimer(at, tick)
  }

  const waking = createWaking(ports, store, {
    slots,
    settings,
    armBy,
    tell: (id, text) => void events.add(id, { source: 'app', text, trusted: true, wake: 'next' }),
  })
  const events = createEvents(ports, store, waking.wake, waking.noteActivity)
  const jobs = createJobs(ports, store, { events, armBy })
  const deliveries = createDeliveries(ports, store, events)
  const incidents = createIncidents(ports, store, (id) => {
    store.queue.requestBeat(
      {
        threadId: id,
        reasons: ['interval'],
        tier: null,
        withDue: true,
        dueTier: 'quick',
        notBefore: clock.now(),
      },
      clock.now(),
    )
    armBy(clock.now())
  })
  const telling = createTelling(ports, store, incidents, {
    settings,
    deliveries: () => deliveries,
    announce: () => announce(null),
  })

  return {
    async start(mode = 'schedule') {
      scheduling = mode === 'schedule'
      // Strays first: their marks are known only as long as their runs are not settled (ARCHITECTURE I10).
      const marks = store.runs.running().map((r) => r.marker)
      const ended = marks.length === 0 ? 0 : await ports.agents.endOrphans(marks)
      if (ended > 0) log('warn', 'orphan.killed', { count: ended })
      settleLost(clock.now())
      if (scheduling) sweeping = sweepOutputs(ports, store)
      state = 'running'
      log('info', 'engine.started', { threads: store.threads.list().length, mode })
      if (scheduling) telling.deliver() // without the app nobody would see it; the app tells it later
      tick()
    },
    stop(how) {
      if (state === 'new' || state === 'stopped') return Promise.resolve()
      state = 'stopping'
      disarm()
      // Also while another call waits: a person who has waited long enough may still end what runs.
      if (how === 'stop') for (const { controller } of active.values()) controller.abort()
      ending ??= Promise.all([...active.values()].map((a) => a.done)).then(async () => {
        await telling.idle()
        await sweeping
        deliveries.close()
        endSettings()
        ports.alarms.close()
        state = 'stopped'
        log('info', 'engine.stopped', {})
      })
      return ending
    },
    tick,
    wake: waking.wake,
    noteActivity: waking.noteActivity,
    events,
    jobs,
    power,
    incidents,
    settleBanners: () => {
      if (scheduling && state === 'running') telling.deliver()
    },
    slots,
    onRunEnd(listener) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    stopRun(id) {
      const entry = active.get(id)
      entry?.controller.abort()
      return entry !== undefined
    },
    holds() {
      const view = viewOf(store.queue.waiting(), store.runs.running(), clock.now())
      return (item) => holdOfItem(item, view)
    },
    objectionTo(id) {
      const thread = store.threads.get(id)
      if (thread === null || thread.agent.kind === 'local') return null
      const rest = resting.of(thread.agent)
      if (rest !== null && clock.now() < rest.until)
        return {
          code: 'resting',
          key: rest.key,
          message: `${rest.name} rests until ${formatLocal(rest.until, clock.timeZone)}: ${rest.message}`,
        }
      const over = budget.objection(thread, false, settings())
      return over === null
        ? null
        : { code: 'budget', message: `${over.slice(0, 1).toUpperCase()}${over.slice(1)}.` }
    },
    budget,
    resting,
    settings,
    pause: globalPause,
    setPause,
    live: {
      progress: (id) => active.get(id)?.progress ?? null,
      output: (id) => active.get(id)?.output ?? null,
      runOf: (threadId) =>
        [...active].flatMap(([id, entry]) => (entry.threadId === threadId ? [{ id }] : []))[0] ?? null,
      nextCleanUpAt: () => pruneAt,
      lastTickAt: () => lastTickAt,
      halted: () => tickFailures >= TICK_FAILURES_TO_HALT,
      notifierFault: () => telling.fault(),
    },
    onAbsence(listener) {
      absenceListeners.add(listener)
      return () => absenceListeners.delete(listener)
    },
    onLive(listener) {
      liveListeners.add(listener)
      return () => liveListeners.delete(listener)
    },
  }
}
