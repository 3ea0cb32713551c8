import type { RunId, ThreadId } from '../../base/ids.ts'
import { DEFAULT_SETTINGS } from '../../settings/settings.ts'
import type { FleetView, Snapshot } from '../snapshot.ts'
import type { ThreadState, ThreadView } from '../thread-view.ts'
import { HOUR, MINUTE } from '../../base/time.ts'
import { trayState } from '../tray/tray-state.ts'
import { verdictOf } from '../verdict.ts'

export const ZONE = 'Europe/Berlin'
export const NOW = Date.UTC(2026, 10, 22, 8, 30) // 09:30 in Berlin

export const thread = (number: number, state: ThreadState, more: Partial<ThreadView> = {}): ThreadView => ({
  id: `thr_${number}` as ThreadId,
  number,
  name: `repo-${number}`,
  repoPath: `/r/${number}`,
  role: 'worker',
  agent: { kind: 'local' },
  session: 'oneshot',
  gate: 'changes',
  permissionsWanted: 0,
  bypassUntil: null,
  intervalMs: 8 * MINUTE,
  activeHours: null,
  dailyAt: null,
  pause: null,
  trusted: true,
  state,
  because: '',
  tiers: {
    quick: { lastDoneAt: NOW, dueAt: null, tasks: 1, snoozedUntil: null },
    hourly: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
    daily: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
  },
  nextDueAt: NOW + 12 * MINUTE,
  lateMs: 0,
  last:
    state === 'new'
      ? null
      : {
          runId: `run_${number}` as RunId,
          outcome: 'quiet',
          skipReason: null,
          summary: '',
          finishedAt: NOW,
          durationMs: 1,
          tiers: ['quick'],
        },
  running:
    state === 'running'
      ? {
          runId: `run_now${number}` as RunId,
          kind: 'heartbeat',
          tiers: ['quick'],
          startedAt: NOW - 42_000,
          typicalMs: null,
          progress: null,
        }
      : null,
  waiting: [],
  doc: null,
  git: null,
  failures: 0,
  openAlerts: 0,
  acknowledgedAlerts: 0,
  approvalsWanted: 0,
  tasksForAgent: 0,
  scheduleProblem: null,
  events: 0,
  sources: {},
  delivery: {},
  indicator: true,
  config: null,
  dormantSince: null,
  effectiveIntervalMs: 8 * MINUTE,
  jobs: 0,
  tags: [],
  pinned: false,
  mutedUntil: null,
  known: false,
  strip: { at: [], outcome: [] },
  ...more,
})

function fleetOf(threads: readonly ThreadView[], more: Partial<FleetView> = {}): Snapshot {
  const pause = more.pause ?? null
  const fleet: FleetView = {
    at: NOW,
    engine: pause === null ? 'running' : 'paused',
    pause,
    verdict: verdictOf(threads, pause, more.engine === 'halted'),
    running: threads.filter((t) => t.running !== null).length,
    limits: { runs: 2, heartbeats: 1 },
    waiting: 0,
    nextDueAt: NOW + 12 * MINUTE,
    lastTickAt: NOW,
    nextJobAt: null,
    watch: { lookedAt: null, ok: true, text: '' },
    power: { onBattery: null, metered: null, policy: 'run', because: null },
    doNotDisturb: null,
    resting: [],
    spend: { starts: 0, startsSaved: 0, tokens: 0, usd: 0, planUsd: 0, tomorrow: null, near: [] },
    alerts: [],
    inbox: { open: 0, snoozed: 0, acknowledged: 0, nextWakeAt: null },
    incidents: [],
    quietUntil: null,
    openAlerts: 0,
    today: { beats: 0, agentStarts: 0, byOutcome: {} },
    stretch: null,
    settings: DEFAULT_SETTINGS,
    problems: [],
    dataDir: '/d',
    demo: false,
    ...more,
  }
  return { fleet, threads }
}
export const paused = { reason: 'lunch', until: NOW + HOUR, by: 'person' } as const
export const draw = (threads: readonly ThreadView[], more?: Partial<FleetView>) =>
  trayState(fleetOf(threads, more), ZONE)
