import type { RunId, ThreadId } from '../../base/ids.ts'
import type { FleetView } from '../snapshot.ts'
import type { ThreadState, ThreadView } from '../thread-view.ts'
import { HOUR, MINUTE } from '../../base/time.ts'
import { trayState } from '../tray/tray-state.ts'
import { fleetOf } from './sample-fleet.ts'

export const ZONE = 'Europe/Berlin'
export const NOW = Date.UTC(2026, 10, 22, 8, 30) // 09:30 in Berlin

export const thread = (number: number, state: ThreadState, more: Partial<ThreadView> = {}): ThreadView => ({
  id: `thr_${number}` as ThreadId,
  number,
  name: `repo-${number}`,
  repoPath: `/r/${number}`,
  role: 'worker',
  agent: { kind: 'local' },
  session: 'messages',
  gate: 'changes',
  suggestions: 'person',
  reflects: true,
  sharesList: false,
  permissionsWanted: 0,
  missingFolder: null,
  bypassUntil: null,
  intervalMs: 8 * MINUTE,
  activeHours: null,
  dailyAt: null,
  pause: null,
  trusted: true,
  state,
  rests: state === 'paused' || state === 'off' ? state : null,
  because: '',
  tiers: {
    quick: { lastDoneAt: NOW, dueAt: null, tasks: 1, snoozedUntil: null },
    hourly: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
    daily: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
  },
  nextDueAt: NOW + 12 * MINUTE,
  lateMs: 0,
  silentSince: null,
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
  newestEventAt: null,
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
  strip: { at: [], outcome: [], runs: [] },
  ...more,
})

export const paused = { reason: 'lunch', until: NOW + HOUR, by: 'person' } as const
export const draw = (threads: readonly ThreadView[], more?: Partial<FleetView>) =>
  trayState(
    { threads, fleet: fleetOf(threads, [], NOW, { nextDueAt: NOW + 12 * MINUTE, waiting: 0, ...more }) },
    ZONE,
  )
