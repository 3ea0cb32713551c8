import { isOpen, worstOf } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { limitsOf, type QueueItem } from '../../../shared/queue/queue.ts'
import { serviceOrder } from '../../../shared/queue/queue.ts'
import { stretchOf } from '../../../shared/schedule/schedule.ts'
import { beatsRestUntil, quietUntil } from '../../../shared/queue/quiet-hours.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import type {
  FleetView,
  LiveMessage,
  Problem,
  RunningView,
  Snapshot,
  ThreadPatch,
  ThreadView,
  WaitingView,
  WatchView,
} from '../../../shared/views/snapshot.ts'
import { stateOf } from '../../../shared/views/thread-state.ts'
import { deliveryOf, isDormant, type Pause, type Thread } from '../../../shared/threads/thread.ts'
import { isSnoozed, tierDueAt, TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { localTimeToday, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { verdictOf } from '../../../shared/views/verdict.ts'
import { FAULT_WORDS } from '../../../shared/base/faults.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Engine } from '../loop/engine.ts'
import { paceOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Store } from '../ports/store.ts'

/**
 * What is rare is told soon; in a storm messages come four times a second, and none while nothing changes.
 */
const PUSH_SOON_MS = SECOND / 40
const PUSH_EVERY_MS = SECOND / 4
const TYPICAL_BEAT_MS = 2 * SECOND
const ALERTS_SHOWN = 50

export interface Views {
  snapshot(): Snapshot
  /** One snapshot at once, then deltas. Returns its end. */
  subscribe(listener: (message: LiveMessage) => void): () => void
  /** Wrong with the app itself, from outside the engine (tray, inbox, …). */
  setProblem(code: Problem['code'], problem: Problem | null): void
  close(): void
}

interface ViewsConfig {
  readonly watch: () => WatchView
  readonly dataDir: string
  readonly demo: boolean
}

/**
 * The pulse alone is news once a minute, and a forecast only by the cent, so that a quiet window stays
 * quiet.
 */
function gistOf({ at: _at, lastTickAt: _tick, ...fleet }: FleetView): Readonly<Record<string, unknown>> {
  const { tomorrow } = fleet.spend
  return {
    ...fleet,
    watch: fleet.watch.ok || fleet.watch,
    spend: {
      ...fleet.spend,
      tomorrow: tomorrow === null ? null : { ...tomorrow, usd: Math.round(tomorrow.usd * 100) },
    },
  }
}

/** What differs; all of it for a thread that was not there, null when nothing does. */
function patchOf(before: ThreadView | undefined, after: ThreadView): ThreadPatch | null {
  if (before === undefined) return after
  const moved = (Object.keys(after) as (keyof ThreadView)[]).filter(
    (field) =>
      before[field] !== after[field] && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  return moved.length === 0
    ? null
    : {
        ...(Object.fromEntries(moved.map((field) => [field, after[field]])) as Partial<ThreadView>),
        id: after.id,
      }
}

/**
 * What window, tray and command line see, derived from the store and the engine; recomputed only for
 * threads that changed.
 */
export function createViews(
  ports: Ports,
  store: Store,
  engine: Engine,
  documents: Documents,
  config: ViewsConfig,
): Views {
  const { clock } = ports
  const cache = new Map<ThreadId, ThreadView>()
  const dirty = new Set<ThreadId>()
  const problems = new Map<Problem['code'], Problem>()
  const listeners = new Set<(message: LiveMessage) => void>()
  let everything = true
  let places: ReadonlyMap<QueueItem['id'], number> = new Map()
  let lastFleetAt = 0
  let pushedAt = -Infinity
  const timer = createTimer(clock, 'views')
  const pending = { changed: new Map<ThreadId, ThreadPatch>(), removed: new Set<ThreadId>() }
  /** The fleet's fields as they were told last, as texts. */
  const told = new Map<string, string>()

  /** Brings the cache up to date and notes what a listener has not seen yet. */
  function refresh(): void {
    const threads = store.threads.list().filter((t) => t.removeAt === null)
    const byId = new Map(threads.map((t) => [t.id, t]))
    for (const id of [...cache.keys()]) {
      if (byId.has(id)) continue
      cache.delete(id)
      pending.changed.delete(id)
      pending.removed.add(id)
    }
    const waiting = new Map<ThreadId, QueueItem[]>()
    const all = store.queue.waiting()
    places = new Map(
      [...all]
        .sort(serviceOrder({ now: clock.now(), intervalOf: (id) => byId.get(id)?.intervalMs ?? 0 }))
        .map((item, i) => [item.id, i + 1]),
    )
    for (const item of all) waiting.set(item.threadId, [...(waiting.get(item.threadId) ?? []), item])
    const holdOf = engine.holds()
    const known = new Set(
      engine.incidents
        .view(clock.now())
        .flatMap((i) =>
          i.acknowledgedAt === null ? [] : i.members.flatMap((m) => (m.failing ? m.threadId : [])),
        ),
    )
    const running = new Map(store.runs.running().map((r) => [r.threadId, r]))
    for (const thread of threads) {
      // A waiting or running thread changes by time alone: its lateness grows.
      if (!everything && !dirty.has(thread.id) && cache.has(thread.id)) continue
      const view = threadView(
        thread,
        waiting.get(thread.id) ?? [],
        running.get(thread.id) ?? null,
        holdOf,
        known,
      )
      const patch = patchOf(cache.get(thread.id), view)
      if (patch === null) continue
      cache.set(thread.id, view)
      pending.changed.set(thread.id, { ...pending.changed.get(thread.id), ...patch })
    }
    everything = false
    dirty.clear()
  }

  function threadView(
    thread: Thread,
    items: readonly QueueItem[],
    run: ReturnType<Store['runs']['running']>[number] | null,
    holdOf: ReturnType<Engine['holds']>,
    known: ReadonlySet<ThreadId>,
  ): ThreadView {
    const now = clock.now()
    const facts = store.threads.facts(thread.id)
    const doc = documents.facts(thread.id)
    const open = facts.alerts.filter((a) => isOpen(a, now))
    const worst = worstOf(open)
    const settings = engine.settings()
    const waiting = items.map((item) => waitingView(item, holdOf))
    // A beat that rests in quiet hours rests by the person's own wish, as in a pause; lateness counts from
    // their end.
    const rest: Pause | null = waiting.some((w) => w.hold === 'quiet_hours')
      ? { reason: HOLD_WORD.quiet_hours, until: beatsRestUntil(settings, now, clock.timeZone), by: 'person' }
      : null
    const pause = thread.pause ?? engine.pause() ?? rest
    const lateSince =
      facts.oldestUnserved === null
        ? null
        : (beatsRestUntil(settings, facts.oldestUnserved, clock.timeZone) ?? facts.oldestUnserved)
    const lateMs = pause !== null || lateSince === null || run !== null ? 0 : Math.max(0, now - lateSince)
    const pace = paceOf(thread, ports, settings)
    const approvalsWanted = documents.approvalsWanted(thread)
    const permissionsWanted = store.permissions.wanted(thread.id)
    const { state, because } = stateOf({
      trusted: thread.trustedAt !== null,
      off: thread.intervalMs === 0,
      pause,
      running: run !== null,
      waiting: items.length > 0,
      worstAlert: worst?.severity ?? null,
      alertText: worst?.text ?? null,
      last:
        facts.last === null || facts.last.outcome === null
          ? null
          : {
              outcome: facts.last.outcome,
              skipReason: facts.last.skipReason,
              summary: facts.last.summary ?? '',
            },
      lateMs,
      lateBecause: waiting[0]?.hold == null ? null : HOLD_WORD[waiting[0].hold],
      scheduleProblem: thread.scheduleProblem,
      approvalsWanted,
      permissionsWanted,
      failures: thread.failures,
    })
    const tier = (t: Tier) => ({
      lastDoneAt: thread.tiers[t].lastDoneAt,
      dueAt: tierDueAt(t, thread.tiers, now, pace),
      tasks: doc?.tasks[t] ?? 0,
      snoozedUntil: isSnoozed(thread.tiers[t], now) ? thread.tiers[t].snoozedUntil : null,
    })
    const last = facts.last
    return {
      id: thread.id,
      number: thread.number,
      name: thread.name,
      repoPath: thread.repoPath,
      role: thread.role,
      agent: thread.ownAgent,
      session: thread.session,
      gate: thread.gate,
      intervalMs: thread.intervalMs,
      activeHours: thread.activeHours,
      dailyAt: thread.dailyAt,
      pause: thread.pause,
      trusted: thread.trustedAt !== null,
      state,
      because,
      tiers: Object.fromEntries(TIERS.map((t) => [t, tier(t)])) as Record<Tier, ReturnType<typeof tier>>,
      nextDueAt: thread.nextDueAt,
      lateMs,
      last:
        last === null || last.outcome === null
          ? null
          : {
              runId: last.id,
              outcome: last.outcome,
              skipReason: last.skipReason,
              summary: last.summary ?? '',
              finishedAt: last.finishedAt ?? last.startedAt,
              durationMs: last.durationMs ?? 0,
              tiers: last.tiers,
            },
      running:
        run === null
          ? null
          : ({
              runId: run.id,
              kind: run.kind,
              tiers: run.tiers,
              startedAt: run.startedAt,
              typicalMs: facts.typicalMs,
              progress: engine.live.progress(run.id),
            } satisfies RunningView),
      waiting,
      doc,
      git: facts.glance,
      failures: thread.failures,
      openAlerts: open.length,
      acknowledgedAlerts: facts.alerts.length - open.length,
      known:
        (state === 'broken' && known.has(thread.id)) ||
        facts.alerts.some((a) => a.key === state && !isOpen(a, now)),
      permissionsWanted,
      bypassUntil:
        thread.agent.kind === 'cli' && thread.agent.bypassUntil !== null && thread.agent.bypassUntil > now
          ? thread.agent.bypassUntil
          : null,
      approvalsWanted,
      tasksForAgent: facts.tasksForAgent,
      scheduleProblem: thread.scheduleProblem,
      strip: facts.strip,
      events: store.events.waitingCount(thread.id),
      sources: thread.sources,
      delivery: thread.delivery,
      indicator: deliveryOf(thread, settings).indicator,
      config: thread.config,
      dormantSince: isDormant(thread, settings.dormantAfterMs, now) ? thread.activeAt : null,
      effectiveIntervalMs: engine.slots.intervalOf(thread),
      jobs: store.jobs.list(thread.id).filter((j) => j.pause === null).length,
      tags: thread.tags,
      pinned: thread.pinned,
      mutedUntil: store.alerts.mutedUntil(thread.id, now),
    }
  }

  function waitingView(item: QueueItem, holdOf: ReturnType<Engine['holds']>): WaitingView {
    return {
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
      place: places.get(item.id) ?? 1,
      from: item.from,
      jobName: item.jobId === null ? null : (store.jobs.get(item.jobId)?.name ?? null),
    }
  }

  function fleetView(): FleetView {
    const now = clock.now()
    const threads = [...cache.values()]
    const { settings, problems: bad } = readSettings(store.settings.values())
    const pause = engine.pause()
    const halted = engine.live.halted()
    const midnight = localTimeToday('00:00', now, clock.timeZone) ?? now
    const counts = store.runs.countsSince(midnight)
    const alerts = store.alerts.list('open', ALERTS_SHOWN, now)
    const limits = limitsOf(settings)
    const fault = engine.live.notifierFault()
    const all = [...problems.values()]
    if (bad.length > 0)
      all.push({
        code: 'settings',
        text: `Some settings could not be read: ${bad.join('; ')}.`,
        repair: 'Set them again.',
      })
    if (fault !== null)
      all.push({
        code: 'notifications',
        text: `${FAULT_WORDS[fault.code].title}: ${fault.message.replace(/\.$/, '')}.`,
        repair: FAULT_WORDS[fault.code].repair,
      })
    if (!config.watch().ok)
      all.push({
        code: 'schedule',
        text: config.watch().text,
        repair: 'What could be mended was; the log says more.',
      })
    if (halted)
      all.push({
        code: 'engine',
        text: 'The scheduler failed three times in a row.',
        repair: 'It tries again every half minute; the log says why.',
      })
    return {
      at: now,
      engine: halted ? 'halted' : pause !== null ? 'paused' : 'running',
      pause,
      verdict: verdictOf(threads, pause, halted),
      running: threads.filter((t) => t.running !== null).length,
      limits,
      waiting: threads.reduce((sum, t) => sum + t.waiting.length, 0),
      nextDueAt: store.threads.nextDueAt(),
      nextJobAt: store.jobs.nextDueAt(),
      watch: config.watch(),
      power: { onBattery: ports.power.onBattery(), metered: ports.power.metered(), ...engine.power() },
      lastTickAt: engine.live.lastTickAt(),
      resting: engine.resting.list(),
      spend: engine.budget.view(settings, counts.byOutcome['unchanged'] ?? 0),
      inbox: store.alerts.inboxCounts(now),
      incidents: engine.incidents.view(now),
      quietUntil: quietUntil(settings.quietHours, now, clock.timeZone),
      doNotDisturb: ports.notifier.doNotDisturb?.() ?? null,
      alerts,
      openAlerts: threads.reduce((sum, t) => sum + t.openAlerts, 0),
      today: counts,
      stretch: stretchOf(
        threads
          .filter((t) => t.pause === null && t.trusted)
          .map((t) => ({ intervalMs: t.intervalMs, typicalMs: t.last?.durationMs || TYPICAL_BEAT_MS })),
        limits.heartbeats,
      ),
      settings,
      problems: all,
      dataDir: config.dataDir,
      demo: config.demo,
    }
  }

  function push(): void {
    pushedAt = clock.now()
    try {
      pushNow()
    } catch (error) {
      ports.log('error', 'store.failed', {
        where: 'views',
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
  function pushNow(): void {
    refresh()
    const fleet = fleetView()
    const moved = Object.entries(gistOf(fleet))
      .map(([field, value]) => [field, JSON.stringify(value)] as const)
      .filter(([field, text]) => told.get(field) !== text)
    const isNews = moved.length > 0 || fleet.at - lastFleetAt >= MINUTE
    if (!isNews && pending.changed.size === 0 && pending.removed.size === 0) return
    if (isNews) {
      for (const [field, text] of moved) told.set(field, text)
      lastFleetAt = fleet.at
    }
    const { at, lastTickAt, watch } = fleet
    const patch = {
      ...Object.fromEntries(moved.map(([field]) => [field, fleet[field as keyof FleetView]])),
      at,
      lastTickAt,
      watch,
    }
    const message: LiveMessage = {
      kind: 'delta',
      fleet: isNews ? patch : null,
      changed: [...pending.changed.values()],
      removed: [...pending.removed],
    }
    pending.changed.clear()
    pending.removed.clear()
    for (const listener of [...listeners]) listener(message)
  }
  function schedule(): void {
    if (listeners.size > 0 && !timer.isSet())
      timer.setAt(Math.max(clock.now() + PUSH_SOON_MS, Math.min(pushedAt, clock.now()) + PUSH_EVERY_MS), push)
  }

  const ends = [
    store.onCommit((touched) => {
      if (touched === 'all') everything = true
      else for (const id of touched) dirty.add(id)
      schedule()
    }),
    documents.onChange((id) => {
      dirty.add(id)
      schedule()
    }),
    engine.onLive((id) => {
      if (id !== null) dirty.add(id)
      // The pulse: lateness and holds grow by time alone, pauses and snoozes end.
      else
        for (const [threadId, view] of cache)
          if (
            view.waiting.length > 0 ||
            view.running !== null ||
            view.pause !== null ||
            view.acknowledgedAlerts > 0 ||
            runsOut(view) ||
            TIERS.some((t) => view.tiers[t].snoozedUntil !== null)
          )
            dirty.add(threadId)
      schedule()
    }),
  ]
  /** What was given for a while is over. */
  function runsOut({ mutedUntil, bypassUntil }: ThreadView): boolean {
    const now = clock.now()
    return (mutedUntil !== null && mutedUntil <= now) || (bypassUntil !== null && bypassUntil <= now)
  }
  const snapshot = (): Snapshot => {
    refresh()
    return { fleet: fleetView(), threads: [...cache.values()].sort((a, b) => a.number - b.number) }
  }

  return {
    snapshot,
    subscribe(listener) {
      listener({ kind: 'snapshot', snapshot: snapshot() })
      // the snapshot may be newer than what was told last: a field that moves back is news for this
      // listener
      told.clear()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setProblem(code, problem) {
      if (problem === null) problems.delete(code)
      else problems.set(code, problem)
      schedule()
    },
    close() {
      timer.clear()
      for (const end of ends) end()
    },
  }
}
