import { isForAgent } from '../../queue/for-agent.ts'
import type { Alert } from '../../alerts/alert.ts'
import { SECOND, MINUTE, type Instant } from '../../base/time.ts'
import { QUEUE_CLASSES } from '../../queue/queue.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../settings/settings.ts'
import type { FleetView, Snapshot, SpendView } from '../snapshot.ts'
import type { ThreadView } from '../thread-view.ts'
import { verdictOf } from '../verdict.ts'
import { sampleThread, type Draft } from './sample-thread.ts'

/** Numbered by class, then age: close enough to the order of service for a pretend fleet. */
function withPlaces(threads: readonly ThreadView[]): ThreadView[] {
  const order = threads
    .flatMap((t) => t.waiting)
    .sort((a, b) => QUEUE_CLASSES.indexOf(a.class) - QUEUE_CLASSES.indexOf(b.class) || a.since - b.since)
  return threads.map((t) =>
    t.waiting.length === 0
      ? t
      : { ...t, waiting: t.waiting.map((w) => ({ ...w, place: order.indexOf(w) + 1 })) },
  )
}

const NOTHING_SPENT: SpendView = {
  starts: 0,
  startsSaved: 0,
  tokens: 0,
  usd: 0,
  planUsd: 0,
  tomorrow: null,
  near: [],
}

export function fleetOf(
  threads: readonly ThreadView[],
  alerts: readonly Alert[],
  now: Instant,
  more: Partial<FleetView> = {},
): FleetView {
  const pause = more.pause ?? null
  const next = threads.flatMap((t) =>
    t.nextDueAt !== null && t.nextDueAt > now && t.pause === null && t.trusted ? [t.nextDueAt] : [],
  )
  return {
    at: now,
    engine: pause === null ? 'running' : 'paused',
    pause,
    verdict: verdictOf(threads, pause, more.engine === 'halted'),
    running: threads.filter((t) => t.running !== null).length,
    limits: { runs: 2, heartbeats: 1 },
    waiting: threads.reduce((n, t) => n + t.waiting.filter((w) => !isForAgent(w)).length, 0),
    forAgent: threads.reduce((n, t) => n + t.waiting.filter(isForAgent).length, 0),
    nextDueAt: next.length === 0 ? null : Math.min(...next),
    nextJobAt: threads.some((t) => t.jobs > 0) ? now + 42 * MINUTE : null,
    watch: {
      lookedAt: now - 40 * SECOND,
      ok: true,
      text: 'Every thread and job that is on has a due time ahead.',
    },
    power: { onBattery: false, metered: false, policy: 'run', because: null },
    doNotDisturb: null,
    lastTickAt: now - 8 * SECOND,
    alerts,
    suggestions: null,
    inbox: { open: alerts.length, snoozed: 0, acknowledged: 0, nextWakeAt: null },
    incidents: [],
    quietUntil: null,
    openAlerts: alerts.length,
    resting: [],
    spend: NOTHING_SPENT,
    today: { beats: 212, agentStarts: 31, byOutcome: { quiet: 198, alert: 9, broken: 3, missed: 2 } },
    stretch: null,
    timeStyle: { hours: 24, date: 'dmy' },
    settings: DEFAULT_SETTINGS as Settings,
    others: null,
    update: null,
    problems: [],
    dataDir: '~/.local/share/threadbeat',
    demo: false,
    ...more,
  }
}

/** A fleet of these threads, numbered from 2. */
export function snapshotOf(drafts: readonly Draft[], now: Instant, more: Partial<FleetView> = {}): Snapshot {
  const made = drafts.map((draft, i) => sampleThread(i + 2, draft, now))
  const threads = withPlaces(made.map((m) => m.thread))
  const rank = { urgent: 0, warning: 1, notice: 2 }
  const alerts = made
    .flatMap((m) => m.alerts)
    .sort((a, b) => rank[a.severity] - rank[b.severity] || b.raisedAt - a.raisedAt)
  return { fleet: fleetOf(threads, alerts, now, more), threads }
}
