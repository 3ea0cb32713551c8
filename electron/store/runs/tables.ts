import type { Billing, Effort } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn, Report } from '../../../shared/agents/agent-turn.ts'
import type { DailyIntervention } from '../../../shared/attempts/daily/daily-state.ts'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ItemId, JobId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { CommandAgain } from '../../../shared/events/command-again.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import type { ItemKind, WakeReason } from '../../../shared/queue/queue.ts'
import type { Attachment, Run, RunDetail, RunOutcome } from '../../../shared/runs/run.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import {
  flag,
  json,
  jsonOrNull,
  mapped,
  number,
  numberOrNull,
  printedOrNull,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'
import { taskResults } from './task-results.ts'

export const RUNS = table('runs', {
  id: word<RunId>(),
  itemId: word<ItemId>(),
  threadId: word<ThreadId>(),
  kind: word<ItemKind>(),
  reasons: json<readonly WakeReason[]>(),
  askedTier: wordOrNull<Tier>(),
  withDue: flag(),
  tiers: json<readonly Tier[]>(),
  message: textOrNull(),
  sender: textOrNull(),
  jobId: wordOrNull<JobId>(),
  sessionId: textOrNull(),
  enqueuedAt: number(),
  startedAt: number(),
  finishedAt: numberOrNull(),
  durationMs: numberOrNull(),
  outcome: wordOrNull<RunOutcome>(),
  skipReason: wordOrNull<SkipReason>(),
  faultCode: wordOrNull<FaultCode>(),
  faultMessage: printedOrNull(),
  summary: printedOrNull(),
  runner: text(),
  prompt: printedOrNull(),
  exitCode: numberOrNull(),
  marker: text(),
  model: textOrNull(),
  effort: wordOrNull<Effort>(),
  profile: wordOrNull<NonNullable<RunDetail['profile']>>(),
  billing: word<Billing>(),
  reply: text(),
  report: printedOrNull(),
  droppedShown: number(),
  again: jsonOrNull<CommandAgain>(),
  asked: json<readonly DailyIntervention[]>(),
})

/** As the domain knows it, without what only its page shows. */
export const RUN: Selection<Run> = mapped(
  RUNS.pick(
    'id',
    'itemId',
    'threadId',
    'kind',
    'reasons',
    'tiers',
    'enqueuedAt',
    'startedAt',
    'finishedAt',
    'durationMs',
    'outcome',
    'skipReason',
    'faultCode',
    'faultMessage',
    'summary',
  ),
  ({ faultCode, faultMessage, ...run }) => ({
    ...run,
    fault: faultCode === null ? null : { code: faultCode, message: faultMessage ?? '' },
  }),
)

export const RUN_DETAILS = table('run_details', {
  runId: word<RunId>(),
  tasks: taskResults(),
  output: text(),
  turn: jsonOrNull<AgentTurn>(),
  report: jsonOrNull<Report>(),
  attachments: json<readonly Attachment[]>(),
  touched: printedOrNull(),
})
