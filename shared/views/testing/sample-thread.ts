import { isForAgent } from '../../queue/for-agent.ts'
import type { Alert } from '../../alerts/alert.ts'
import {
  agentConfigSchema,
  LOCAL_CHECKS,
  type AgentConfig,
  type CliConfig,
} from '../../agents/agent-config.ts'
import type { CliName } from '../../agents/agent-names.ts'
import type { AlertId, ItemId, RunId, ThreadId } from '../../base/ids.ts'
import type { RunOutcome } from '../../runs/run.ts'
import type { GitGlance } from '../../events/git-glance.ts'
import type { SkipReason } from '../../queue/skip-reason.ts'
import type { ThreadView, WaitingView } from '../thread-view.ts'
import { STRIP_LENGTH, type Strip } from '../../runs/strip.ts'
import { restOf, stateOf } from '../thread-state.ts'
import { unseenSlot } from '../verdict.ts'
import { DEFAULT_INTERVAL_MS } from '../../schedule/schedule.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../../base/time.ts'
import type { SlotFate } from '../../runs/outcome-words.ts'

/** Views of threads for tests of pure functions. Nothing here is random. */

export const sampleThreadId = (number: number): ThreadId => `thr_${number}` as ThreadId

/** One letter a slot, newest last; shorter texts are filled up with quiet ones from the left. */
const LETTER: Record<string, SlotFate> = {
  '.': 'quiet',
  u: 'unchanged',
  s: 'skipped',
  a: 'alert',
  n: 'unproven',
  U: 'urgent',
  B: 'broken',
  b: 'blocked',
  m: 'missed',
  x: 'stopped',
  i: 'interrupted',
  M: 'merged',
  w: 'waiting',
  r: 'running',
}
function sampleStrip(letters: string, lastAt: Instant, intervalMs: number, length = STRIP_LENGTH): Strip {
  const outcome = [...letters.padStart(length, '.')].map((l) => LETTER[l] ?? 'quiet')
  const at = outcome.map((_, i) => lastAt - (outcome.length - 1 - i) * intervalMs)
  return { at, outcome, runs: outcome.map(() => null) }
}

export const git = (
  branch: string | null,
  changed = 0,
  ahead = 0,
  behind = 0,
  operation: GitGlance['operation'] = null,
): GitGlance => ({ branch, changed, ahead, behind, operation })

export const sampleCli = (cli: CliName, more: Partial<CliConfig> = {}): AgentConfig =>
  agentConfigSchema.parse({ kind: 'cli', cli, ...more })

export interface Draft extends Partial<Omit<ThreadView, 'strip' | 'state' | 'because' | 'rests' | 'last'>> {
  name: string
  letters?: string
  lastOutcome?: RunOutcome | null
  skipReason?: SkipReason
  summary?: string
  lastAgoMs?: number
  alerts?: readonly Pick<Alert, 'severity' | 'text' | 'key' | 'seen'>[]
  alertAgoMs?: number
  lateBecause?: string
}

export function sampleThread(
  number: number,
  draft: Draft,
  now: Instant,
): { thread: ThreadView; alerts: Alert[] } {
  const id = sampleThreadId(number)
  const intervalMs = draft.intervalMs ?? DEFAULT_INTERVAL_MS
  const lastAt = now - (draft.lastAgoMs ?? ((number * 67) % 420) * SECOND)
  const outcome = draft.lastOutcome === undefined ? 'quiet' : draft.lastOutcome
  const alerts = (draft.alerts ?? []).map(
    (a, i): Alert => ({
      ...a,
      id: `alt_${number}_${i}` as AlertId,
      threadId: id,
      runId: `run_${number}_1` as RunId,
      fingerprint: `${number}:${i}`,
      raisedAt: now - (draft.alertAgoMs ?? 22 * MINUTE),
      lastSeenAt: lastAt,
      deliveredAt: lastAt,
      suppressedBy: null,
      acknowledgedAt: null,
      note: null,
      handedOverAt: null,
      resolvedBy: null,
      again: null,
      snoozedUntil: null,
      resolvedAt: null,
    }),
  )
  const tier = (agoMs: number, periodMs: number, tasks: number): ThreadView['tiers']['quick'] => ({
    lastDoneAt: now - agoMs,
    dueAt: now - agoMs + periodMs,
    tasks,
    snoozedUntil: null,
  })
  const isNew = outcome === null
  const letters = draft.letters ?? ''
  const facts = {
    id,
    number,
    name: draft.name,
    repoPath: draft.repoPath ?? `~/src/${draft.name}`,
    role: draft.role ?? 'worker',
    agent: draft.agent ?? LOCAL_CHECKS,
    intervalMs,
    session: draft.session ?? 'messages',
    gate: draft.gate ?? 'changes',
    suggestions: draft.suggestions ?? 'person',
    reflects: draft.reflects ?? true,
    sharesList: draft.sharesList ?? false,
    permissionsWanted: draft.permissionsWanted ?? 0,
    bypassUntil: draft.bypassUntil ?? null,
    activeHours: draft.activeHours ?? null,
    dailyAt: draft.dailyAt ?? null,
    pause: draft.pause ?? null,
    trusted: draft.trusted ?? true,
    tiers: draft.tiers ?? {
      quick: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 2, snoozedUntil: null }
        : tier(now - lastAt, 0, 2),
      hourly: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 3, snoozedUntil: null }
        : tier(((number * 13) % 58) * MINUTE, HOUR, 3),
      daily: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 4, snoozedUntil: null }
        : tier(((number * 5) % 23) * HOUR, 24 * HOUR, 4),
    },
    nextDueAt: draft.nextDueAt === undefined ? lastAt + intervalMs : draft.nextDueAt,
    lateMs: draft.lateMs ?? 0,
    last:
      outcome === null
        ? null
        : {
            runId: `run_${number}_1` as RunId,
            outcome,
            summary: draft.summary ?? '2 of 2 checks passed.',
            finishedAt: lastAt,
            durationMs: 2100 + number * 130,
            tiers: ['quick'] as const,
            skipReason: draft.skipReason ?? null,
          },
    running: draft.running ?? null,
    waiting: draft.waiting ?? [],
    doc:
      draft.doc === undefined
        ? {
            flags: [],
            tasks: { quick: 2, hourly: 3, daily: 4 },
            problems: 0,
            exists: true,
            tracked: false,
            pendingWork: 0,
            workForAgent: 0,
            linesForAgent: 0,
            unread: [],
            suspects: { lines: [], more: 0 },
          }
        : draft.doc,
    git: draft.git === undefined ? git('main') : draft.git,
    failures: draft.failures ?? 0,
    openAlerts: alerts.length,
    acknowledgedAlerts: draft.acknowledgedAlerts ?? 0,
    known: draft.known ?? false,
    missingFolder: draft.missingFolder ?? null,
    approvalsWanted: draft.approvalsWanted ?? 0,
    tasksForAgent: draft.tasksForAgent ?? 1,
    scheduleProblem: draft.scheduleProblem ?? null,
    silentSince: null,
    events: draft.events ?? 0,
    newestEventAt: null,
    sources: draft.sources ?? {},
    delivery: draft.delivery ?? {},
    indicator: draft.indicator ?? true,
    config: draft.config ?? null,
    dormantSince: draft.dormantSince ?? null,
    effectiveIntervalMs: draft.effectiveIntervalMs ?? intervalMs,
    jobs: draft.jobs ?? 0,
    tags: draft.tags ?? [],
    pinned: draft.pinned ?? false,
    mutedUntil: draft.mutedUntil ?? null,
    strip: isNew
      ? { at: [], outcome: [], runs: [] }
      : sampleStrip(letters, draft.running === undefined ? lastAt : draft.running!.startedAt, intervalMs),
  } satisfies Omit<ThreadView, 'state' | 'because' | 'rests'>
  const worst = alerts.some((a) => a.severity === 'urgent') ? 'urgent' : (alerts[0]?.severity ?? null)
  return {
    thread: {
      ...facts,
      rests: restOf({ pause: facts.pause, off: intervalMs === 0, quiet: null }),
      ...stateOf({
        trusted: facts.trusted,
        exchanged: null,
        off: intervalMs === 0,
        pause: facts.pause,
        quiet: null,
        running: facts.running !== null,
        waiting: facts.waiting.some((w) => !isForAgent(w)),
        worstAlert: worst,
        alertText: alerts[0]?.text ?? null,
        answered: null,
        missingFolder:
          facts.missingFolder === null ? null : { code: facts.missingFolder, message: facts.repoPath },
        last: facts.last,
        permissionsWanted: facts.permissionsWanted,
        lateMs: facts.lateMs,
        lateBecause: draft.lateBecause ?? null,
        unseenSlot: unseenSlot(facts),
        scheduleProblem: facts.scheduleProblem,
        approvalsWanted: facts.approvalsWanted,
        failures: facts.failures,
      }),
    },
    alerts,
  }
}

export const waiting = (number: number, since: Instant, more: Partial<WaitingView> = {}): WaitingView => ({
  itemId: `itm_${number}` as ItemId,
  threadId: sampleThreadId(number),
  kind: 'heartbeat',
  class: 'hourly',
  reasons: ['interval'],
  text: null,
  since,
  mergedSlots: 0,
  hold: 'heartbeat_slots_used',
  notBefore: since,
  place: 1,
  from: null,
  jobName: null,
  ...more,
})
