import type { SlotView } from '../../shared/runs/slot-view.ts'
import type { DocView } from '../../shared/contract/playbook.ts'
import type { ApprovalView } from '../../shared/agents/approval.ts'
import { parse } from '../../shared/playbook/doc.ts'
import { seedText } from '../../shared/playbook/templates/template.ts'
import type { ItemId, RunId } from '../../shared/base/ids.ts'
import type { RunDetail, TaskResult } from '../../shared/runs/run.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import { sampleStrip } from '../../shared/views/testing/sample-snapshot.ts'
import { sampleAgentParts } from './sample-agents.ts'

/** What a page would fetch about a pretend thread. */

export function sampleSlots(t: ThreadView, limit: number): SlotView[] {
  const long = sampleStrip(
    '',
    t.strip.at[0] ?? 0,
    t.intervalMs || 8 * MINUTE,
    Math.max(0, limit - t.strip.at.length),
  )
  const at = t.strip.at.length === 0 ? [] : [...long.at.map((a) => a - t.intervalMs), ...t.strip.at]
  const outcome =
    t.strip.at.length === 0
      ? []
      : [
          ...long.outcome.map((o, i) => {
            if (i % 37 === 5) return 'alert' as const
            if (i % 53 === 9) return 'missed' as const
            return o
          }),
          ...t.strip.outcome,
        ]
  return at.map((dueAt, i): SlotView => {
    const fate = outcome[i] ?? 'quiet'
    const hasRun =
      fate !== 'missed' &&
      fate !== 'waiting' &&
      fate !== 'merged' &&
      (fate !== 'skipped' || (t.last?.skipReason != null && i === at.length - 1))
    return {
      dueAt,
      outcome: fate,
      count: 1,
      runId: runIdOf(t, fate, hasRun ? at.length - i : null),
      cause: CAUSE[fate] ?? null,
    }
  })
}

const OUTPUT = [' M src/index.ts', ' M src/rank.ts', '?? notes.txt', ''].join('\n')

function summaryOf(t: ThreadView, outcome: RunDetail['outcome']): string | null {
  if (outcome === null) return null
  if (outcome === 'quiet' || outcome === 'unchanged') return 'All 5 checks passed; 1 task waits for an agent.'
  if (outcome !== t.last?.outcome) return 'feat/rank conflicts with main in 2 files'
  return t.openAlerts > 0 ? (t.because.split('\n')[0] ?? '') : t.last.summary
}

const CAUSE: Partial<Record<string, string>> = { missed: 'the computer was asleep', skipped: 'paused' }
/** `nth` null: it had no run. */
function runIdOf(t: ThreadView, fate: string, nth: number | null): RunId | null {
  if (fate === 'running') return t.running?.runId ?? null
  return nth === null ? null : (`run_${t.number}_${nth}` as RunId)
}

export function sampleRuns(t: ThreadView): RunDetail[] {
  const slots = sampleSlots(t, 120).filter((s) => s.runId !== null)
  const runs = slots.map((slot, i): RunDetail => {
    const outcome =
      slot.outcome === 'running' ||
      slot.outcome === 'missed' ||
      slot.outcome === 'merged' ||
      slot.outcome === 'waiting'
        ? null
        : slot.outcome
    const isHourly = i % 7 === 0
    return {
      id: slot.runId as RunId,
      itemId: `itm_${t.number}_${i}` as ItemId,
      threadId: t.id,
      kind: 'heartbeat',
      reasons: i % 11 === 3 ? ['manual'] : ['interval'],
      tiers: isHourly ? ['quick', 'hourly'] : ['quick'],
      enqueuedAt: slot.dueAt,
      startedAt: slot.dueAt + 900,
      finishedAt: outcome === null ? null : slot.dueAt + 4000 + i * 37,
      durationMs: outcome === null ? null : 3100 + i * 37,
      outcome,
      skipReason: outcome === 'skipped' ? (t.last?.skipReason ?? null) : null,
      fault: outcome === 'broken' ? { code: 'agent.timed_out', message: 'no answer within 90 s' } : null,
      summary: summaryOf(t, outcome),
      threadName: t.name,
      runner: runnerName(t.agent),
      tasks: sampleTasks(t, outcome !== 'quiet', outcome === null),
      output: t.agent.kind === 'command' ? `${'a line of output\n'.repeat(40)}done\n` : '',
      prompt:
        t.agent.kind === 'command'
          ? `HEARTBEAT tier=quick thread=${t.number}\n\nWork through the due tasks below…`
          : null,
      exitCode: outcome === 'broken' ? 124 : 0,
      slots: [slot.dueAt],
      reply: '',
      message: null,
      sender: null,
      turn: null,
      report: null,
      model: null,
      effort: null,
      profile: null,
      billing: 'plan',
      touched: null,
      resume: null,
      attachments: [],
      ...sampleAgentParts(t, { outcome, id: slot.runId as RunId }, i === slots.length - 1),
    }
  })
  return runs.reverse()
}

const task = (
  text: string,
  status: TaskResult['status'],
  note: string,
  more: Partial<TaskResult> = {},
): TaskResult => ({
  key: text,
  tier: 'quick',
  text,
  status,
  note,
  severity: null,
  command: null,
  exitCode: null,
  durationMs: null,
  output: '',
  ...more,
})

const sampleTasks = (t: ThreadView, hasFinding: boolean, isRunning: boolean): TaskResult[] => [
  task(
    'Run `git status`; report uncommitted or untracked files',
    hasFinding ? 'finding' : 'passed',
    hasFinding ? '3 files differ: 2 changed, 1 untracked.' : 'The working tree is clean.',
    {
      command: ['git', 'status', '--porcelain=v2', '--branch'],
      exitCode: 0,
      durationMs: 38,
      output: hasFinding ? OUTPUT : '',
      severity: hasFinding ? 'notice' : null,
    },
  ),
  task(
    'Check Urgent Flags above; report if anything is flagged',
    'passed',
    t.doc?.flags.length ? `${t.doc.flags.length} flag stands.` : 'No flag stands.',
  ),
  ...(isRunning
    ? []
    : [
        task('Run `git fetch origin`; look for upstream changes', 'passed', 'Fetched; nothing new.', {
          tier: 'hourly',
          command: ['git', 'fetch', 'origin'],
          exitCode: 0,
          durationMs: 812,
        }),
        ...(t.agent.kind === 'cli'
          ? [
              task(
                'Run `npm test`',
                'untouched',
                'No call shows it, only the agent’s word: tests look fine.',
                { tier: 'hourly' },
              ),
            ]
          : [
              task('Run `npm test`', 'needs_approval', 'Not run: nobody has approved this command.', {
                tier: 'hourly',
              }),
              task(
                'Review all tier lists: prune what no longer fits, evolve the rest',
                'needs_agent',
                'Only an agent can do this.',
                { tier: 'daily' },
              ),
            ]),
      ]),
]

export function sampleDoc(t: ThreadView, saved?: string): DocView {
  const text =
    saved ??
    `${seedText({ defaultBranch: 'main', remote: 'origin', hasGh: true, threadName: t.name, masterNumber: null, bare: false }).replace('(none)', t.doc?.flags.map((f) => `- ${f}`).join('\n') || '(none)')}`
  const doc = parse(text)
  return {
    text,
    version: `v${text.length}`,
    doc,
    problems: doc.problems,
    exists: t.name !== 'new-service' || saved !== undefined,
    tracked: t.name === 'infra',
    encoding: 'utf-8',
  }
}

export const sampleApprovals = (t: ThreadView, calls: readonly string[]): ApprovalView[] =>
  t.approvalsWanted === 0 && t.name !== 'ml-pipeline'
    ? []
    : [
        {
          kind: 'argv' as const,
          argv: ['npm', 'test'],
          text: 'npm test',
          fileHash: null,
          hash: 'a'.repeat(64),
          tasks: ['Run `npm test`'],
          approvedAt: null,
        },
        {
          kind: 'argv' as const,
          argv: ['./scripts/check.sh', '--fast'],
          text: './scripts/check.sh --fast',
          fileHash: 'c'.repeat(64),
          hash: 'b'.repeat(64),
          tasks: ['Run `./scripts/check.sh --fast`; report failures'],
          approvedAt: null,
        },
        {
          kind: 'shell' as const,
          argv: [],
          text: 'df -h / | tail -1',
          fileHash: null,
          hash: 'd'.repeat(64),
          tasks: ['Check `df -h / | tail -1`'],
          approvedAt: null,
        },
        {
          kind: 'argv' as const,
          argv: ['git', 'log', '-1'],
          text: 'git log -1',
          fileHash: null,
          hash: 'e'.repeat(64),
          tasks: ['Run `git log -1`'],
          approvedAt: 1,
        },
      ].map((a) => ({
        ...a,
        changed: false,
        approvedAt: calls.some((c) => c.startsWith('approvals.set') && c.includes(a.hash))
          ? Date.now()
          : a.approvedAt,
      }))
