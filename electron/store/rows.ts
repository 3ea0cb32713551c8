import type { Alert } from '../../shared/alerts/alert.ts'
import type { AgentConfig } from '../../shared/agents/agent-config.ts'
import type { AlertId, ItemId, JobId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { ItemKind, QueueClass, QueueItem, WakeReason } from '../../shared/queue/queue.ts'
import type { FaultCode } from '../../shared/base/faults.ts'
import type { Run, RunOutcome } from '../../shared/runs/run.ts'
import type { SkipReason } from '../../shared/queue/skip-reason.ts'
import type { Severity } from '../../shared/base/severity.ts'
import { withConfig, type Pause, type Thread } from '../../shared/threads/thread.ts'
import { type ActiveHours } from '../../shared/schedule/active-hours.ts'
import type { Tier, TierState, TierTimes } from '../../shared/schedule/tier.ts'
import type { Row } from './connection/driver.ts'

/** Row → type and back, nowhere else. JSON columns hold what is read and written whole. */
export const json = <T>(value: unknown): T => JSON.parse(String(value)) as T
export const jsonOrNull = <T>(value: unknown): T | null => (value === null ? null : json<T>(value))
export const text = (value: unknown): string | null => (value === null ? null : String(value))
const number = (value: unknown): number | null => (value === null ? null : Number(value))

export const toThread = (row: Row, tiers: TierState): Thread =>
  withConfig({
    id: row['id'] as ThreadId,
    number: Number(row['number']),
    name: String(row['name']),
    repoPath: String(row['repo_path']),
    role: row['role'] as Thread['role'],
    agent: json<AgentConfig>(row['agent']),
    session: row['session_mode'] as Thread['session'],
    gate: row['gate_mode'] as Thread['gate'],
    intervalMs: Number(row['interval_ms']),
    activeHours: jsonOrNull<ActiveHours>(row['active_hours']),
    dailyAt: text(row['daily_at']),
    // nothing of it is read or run any more
    trustedAt: row['remove_at'] === null ? number(row['trusted_at']) : null,
    pause: jsonOrNull<Pause>(row['pause']),
    phaseMs: Number(row['phase_ms']),
    nextDueAt: number(row['next_due_at']),
    scheduleProblem: text(row['schedule_problem']),
    tiers,
    failures: Number(row['failures']),
    createdAt: Number(row['created_at']),
    sources: json<Thread['sources']>(row['sources']),
    delivery: json<Thread['delivery']>(row['delivery']),
    activeAt: Number(row['active_at']),
    tags: json<Thread['tags']>(row['tags']),
    pinned: row['pinned'] === 1,
    removeAt: number(row['remove_at']),
    config: jsonOrNull<Thread['config']>(row['config']),
  })

export const toTierTimes = (row: Row): TierTimes => ({
  lastDoneAt: number(row['last_done_at']),
  mirrored: row['mirrored'] === 1,
  snoozedUntil: number(row['snoozed_until']),
})

export const toItem = (row: Row): QueueItem => ({
  id: row['id'] as ItemId,
  threadId: row['thread_id'] as ThreadId,
  kind: row['kind'] as ItemKind,
  class: row['class'] as QueueClass,
  reasons: json<WakeReason[]>(row['reasons']),
  tier: row['tier'] as Tier | null,
  withDue: row['with_due'] === 1,
  text: text(row['text']),
  from: text(row['sender']),
  jobId: row['job_id'] as JobId | null,
  enqueuedAt: Number(row['enqueued_at']),
  notBefore: Number(row['not_before']),
  movedAt: number(row['moved_at']),
  mergedSlots: Number(row['merged_slots']),
})

export const toRun = (row: Row): Run => ({
  id: row['id'] as RunId,
  itemId: row['item_id'] as ItemId,
  threadId: row['thread_id'] as ThreadId,
  kind: row['kind'] as ItemKind,
  reasons: json<WakeReason[]>(row['reasons']),
  tiers: json<Tier[]>(row['tiers']),
  enqueuedAt: Number(row['enqueued_at']),
  startedAt: Number(row['started_at']),
  finishedAt: number(row['finished_at']),
  durationMs: number(row['duration_ms']),
  outcome: row['outcome'] as RunOutcome | null,
  skipReason: row['skip_reason'] as SkipReason | null,
  fault:
    row['fault_code'] === null
      ? null
      : { code: row['fault_code'] as FaultCode, message: String(row['fault_message']) },
  summary: text(row['summary']),
})

export const toAlert = (row: Row): Alert => ({
  id: row['id'] as AlertId,
  threadId: row['thread_id'] as ThreadId,
  runId: row['run_id'] as RunId | null,
  key: text(row['key']),
  severity: row['severity'] as Severity,
  text: String(row['text']),
  fingerprint: String(row['fingerprint']),
  raisedAt: Number(row['raised_at']),
  lastSeenAt: Number(row['last_seen_at']),
  seen: Number(row['seen']),
  deliveredAt: number(row['delivered_at']),
  suppressedBy: row['suppressed_by'] as Alert['suppressedBy'],
  acknowledgedAt: number(row['acknowledged_at']),
  note: text(row['note']),
  snoozedUntil: number(row['snoozed_until']),
  handedOverAt: number(row['handed_over_at']),
  resolvedAt: number(row['resolved_at']),
  resolvedBy: row['resolved_by'] as Alert['resolvedBy'],
})
