import type { Report, ReportedTask, ToolCall } from '../../agents/agent-turn.ts'
import { evidenceOf } from '../evidence/evidence.ts'
import type { EvidenceFacts } from '../evidence/facts.ts'
import { taskKey } from '../../playbook/doc.ts'
import type { TaskResult } from '../run.ts'

export const bash = (input: string, exitCode: number | null = 0, ok = exitCode === 0): ToolCall => ({
  name: 'Bash',
  input,
  kind: 'command',
  exitCode,
  ok,
})
export const read = (path: string): ToolCall => ({
  name: 'Read',
  input: JSON.stringify({ file_path: path }),
  kind: 'read',
  exitCode: null,
  ok: true,
})
export const own = (name: string): ToolCall => ({
  name: `mcp__threadbeat__${name}`,
  input: '{}',
  kind: 'own',
  exitCode: null,
  ok: true,
})
export const turnOf = (...calls: ToolCall[]): EvidenceFacts['turn'] => ({ calls, callCount: calls.length })
export const reportOf = (...tasks: ReportedTask[]): Report => ({
  status: 'ok',
  tasks,
  alerts: [],
  attachments: [],
})
const due = (text: string): EvidenceFacts['tasks'][number] => ({
  key: taskKey('quick', text),
  tier: 'quick',
  text,
})
export const traceOf = (text: string, more: Partial<EvidenceFacts>): TaskResult =>
  evidenceOf({
    tasks: [due(text)],
    turn: turnOf(read('README.md')),
    report: null,
    ticked: new Set(),
    work: new Map(),
    ...more,
  })[0]!
export const STATUS = 'Run `git status`; report uncommitted or untracked files'
export const reported = (text: string, outcome: ReportedTask['outcome'], evidence = 'seen'): Report =>
  reportOf({ key: taskKey('quick', text), outcome, evidence })
