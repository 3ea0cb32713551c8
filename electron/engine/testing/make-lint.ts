import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import type { Scenario } from './scenario.ts'

export const MAKE_LINT: ApprovalRequest = {
  kind: 'argv',
  argv: ['make', 'lint'],
  text: 'make lint',
  fileHash: null,
  files: [],
  limits: [],
  hash: 'h',
}

/** Lines that name `make lint` have a command that a person may approve; no other line has. */
export function knowMakeLint(s: Scenario): void {
  s.commands = (tasks) => tasks.filter(({ text }) => text.includes('make lint')).map(() => MAKE_LINT)
}
