import type { AgentResult } from '../../engine/ports/agents.ts'

/** Of a call that came to nothing; what is so of it is put in its place. */
export const NO_RESULT: AgentResult = {
  status: 'completed',
  fault: null,
  exitCode: null,
  text: '',
  output: '',
  tasks: [],
  glance: null,
  turn: null,
  durationMs: 0,
}
