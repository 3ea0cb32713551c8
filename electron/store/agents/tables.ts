import type { Billing } from '../../../shared/agents/agent-config.ts'
import type { SessionTotals } from '../../../shared/agents/agent-turn.ts'
import type { CommandFile } from '../../../shared/agents/approval.ts'
import type { PermissionDecision } from '../../../shared/agents/permission.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { GateMark } from '../../../shared/runs/change-gate.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { flag, json, jsonOrNull, number, table, text, word, wordOrNull } from '../connection/table.ts'

export const SPENT = table('spent', {
  runId: word<RunId>(),
  threadId: word<ThreadId>(),
  runner: text(),
  billing: word<Billing>(),
  startedAt: number(),
  tokens: number(),
  usd: number(),
})

export const SESSIONS = table('sessions', {
  threadId: word<ThreadId>(),
  runner: text(),
  id: text('session_id'),
  lastActivityAt: number(),
  totals: jsonOrNull<SessionTotals>(),
})

export const GATE_MARKS = table('gate_marks', {
  threadId: word<ThreadId>(),
  tier: word<Tier>(),
  mark: json<GateMark>(),
})

export const PERMISSIONS = table('permissions', {
  threadId: word<ThreadId>(),
  rule: text(),
  label: text(),
  allowable: flag(),
  decision: word<'asked' | PermissionDecision>(),
  askedAt: number(),
  runId: wordOrNull<RunId>(),
})

export const APPROVALS = table('approvals', {
  threadId: word<ThreadId>(),
  hash: text(),
  text: text(),
  files: json<readonly CommandFile[]>(),
  approvedAt: number(),
})
