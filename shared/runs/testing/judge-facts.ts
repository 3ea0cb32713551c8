import { parse } from '../../playbook/doc.ts'
import { judgeRun } from '../judge/judge.ts'
import type { JudgeFacts } from '../judge/verdict.ts'
import type { TaskResult, TaskStatus } from '../run.ts'

export const task = (status: TaskStatus, more: Partial<TaskResult> = {}): TaskResult => ({
  key: `quick:${status}`,
  tier: 'quick',
  text: `Check ${status}`,
  status,
  note: `${status} note`,
  severity: status === 'finding' ? 'warning' : null,
  command: null,
  exitCode: null,
  durationMs: 1,
  output: '',
  ...more,
})
export const withFlags = (...flags: string[]) =>
  parse(`## Urgent Flags\n${flags.map((f) => `- ${f}\n`).join('')}## Daily Tasks\n- other\n`)
export const local = (tasks: readonly TaskResult[], more: Partial<JudgeFacts> = {}) =>
  judgeRun({
    runner: 'local',
    result: { status: 'completed', fault: null, text: '', tasks },
    tiers: ['quick'],
    doc: withFlags(),
    openKeys: [],
    ackMaxChars: 0,
    ...more,
  })
export const agent = (
  text: string,
  { evidence = [], ...more }: Partial<JudgeFacts> & { readonly evidence?: readonly TaskResult[] } = {},
) =>
  judgeRun({
    runner: 'agent',
    result: { status: 'completed', fault: null, text, tasks: evidence },
    tiers: ['quick'],
    doc: withFlags(),
    openKeys: [],
    ackMaxChars: 0,
    ...more,
  })
