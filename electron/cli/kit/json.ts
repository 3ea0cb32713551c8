import { runsAgain, type Alert } from '../../../shared/alerts/alert.ts'
import type { Run, RunDetail } from '../../../shared/runs/run.ts'
import { isOwnServer, runnerName } from '../../../shared/agents/presets.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView, TierView } from '../../../shared/views/thread-view.ts'
import { isForAgent } from '../../../shared/queue/for-agent.ts'
import { iso } from './text.ts'

const tierJson = (t: TierView) => ({
  lastDoneAt: iso(t.lastDoneAt),
  dueAt: iso(t.dueAt),
  tasks: t.tasks,
  snoozedUntil: iso(t.snoozedUntil),
})

/**
 * The shapes of `--json`: they grow, they do not change. docs/json.md is written from their types, with the comments
 * of the fields that they come from.
 */
export const threadJson = (t: ThreadView) => ({
  number: t.number,
  id: t.id,
  name: t.name,
  path: t.repoPath,
  role: t.role,
  state: t.state,
  because: t.because,
  trusted: t.trusted,
  runner: runnerName(t.agent),
  session: t.session,
  gate: t.gate,
  suggestions: t.suggestions,
  reflect: t.reflects,
  shareList: t.sharesList,
  bypassUntil: iso(t.bypassUntil),
  intervalMs: t.intervalMs,
  activeHours: t.activeHours,
  dailyAt: t.dailyAt,
  paused: t.pause === null ? null : { reason: t.pause.reason, until: iso(t.pause.until), by: t.pause.by },
  nextDueAt: iso(t.nextDueAt),
  lateMs: t.lateMs,
  failures: t.failures,
  openAlerts: t.openAlerts,
  silentSince: iso(t.silentSince),
  approvalsWanted: t.approvalsWanted,
  permissionsWanted: t.permissionsWanted,
  tiers: {
    quick: tierJson(t.tiers.quick),
    hourly: tierJson(t.tiers.hourly),
    daily: tierJson(t.tiers.daily),
  },
  flags: t.doc?.flags ?? [],
  running:
    t.running === null
      ? null
      : { run: t.running.runId, startedAt: iso(t.running.startedAt), tiers: t.running.tiers },
  waiting: t.waiting.length,
  forAgent: t.waiting.filter(isForAgent).length,
  last:
    t.last === null
      ? null
      : {
          run: t.last.runId,
          outcome: t.last.outcome,
          summary: t.last.summary,
          finishedAt: iso(t.last.finishedAt),
          durationMs: t.last.durationMs,
          tiers: t.last.tiers,
        },
  git: t.git,
})

export const statusJson = (
  { fleet }: Snapshot,
  threads: readonly ThreadView[],
  app: 'running' | 'closed',
) => ({
  app,
  verdict: {
    tone: fleet.verdict.tone,
    text: [fleet.verdict.headline, fleet.verdict.rest].filter(Boolean).join(' '),
    needYou: fleet.verdict.needYou,
    quiet: fleet.verdict.quiet,
    late: fleet.verdict.late,
  },
  engine: app === 'closed' ? 'closed' : fleet.engine,
  paused: fleet.pause === null ? null : { reason: fleet.pause.reason, until: iso(fleet.pause.until) },
  running: fleet.running,
  waiting: fleet.waiting,
  forAgent: fleet.forAgent,
  nextDueAt: iso(fleet.nextDueAt),
  openAlerts: fleet.openAlerts,
  suggestions: fleet.suggestions,
  problems: fleet.problems,
  dataDir: fleet.dataDir,
  resting: fleet.resting.map((r) => ({ ...r, since: iso(r.since), until: iso(r.until) })),
  spend: fleet.spend,
  threads: threads.map(threadJson),
})

export const runJson = (r: Run) => ({
  run: r.id,
  threadId: r.threadId,
  kind: r.kind,
  reasons: r.reasons,
  tiers: r.tiers,
  outcome: r.outcome,
  skipReason: r.skipReason,
  fault: r.fault,
  summary: r.summary,
  startedAt: iso(r.startedAt),
  finishedAt: iso(r.finishedAt),
  durationMs: r.durationMs,
})

export const runDetailJson = (r: RunDetail) => ({
  ...runJson(r),
  threadName: r.threadName,
  runner: r.runner,
  model: r.model,
  effort: r.effort,
  profile: r.profile,
  billing: isOwnServer(r.runner) ? null : r.billing, // null: not counted, a server of the person
  message: r.message,
  sender: r.sender,
  reply: r.reply,
  tasks: r.tasks,
  turn: r.turn,
  report: r.report,
  touched: r.touched,
  resume: r.resume,
  attachments: r.attachments,
  output: r.output,
  prompt: r.prompt,
  exitCode: r.exitCode,
  slots: r.slots,
})

export const alertJson = (a: Alert) => ({
  id: a.id,
  threadId: a.threadId,
  run: a.runId,
  severity: a.severity,
  text: a.text,
  raisedAt: iso(a.raisedAt),
  lastSeenAt: iso(a.lastSeenAt),
  seen: a.seen,
  again: runsAgain(a), // the command whose failure it tells, which a person may run again; null: none
})
