import { fault, type FaultCode } from '../../shared/base/faults.ts'
import type { ApprovalRequest } from '../../shared/agents/approval.ts'
import type { Refusal } from '../../shared/agents/agent-turn.ts'
import type { Severity } from '../../shared/base/severity.ts'
import type { Script } from '../../electron/engine/testing/world/world.ts'
import { TURN } from '../../electron/engine/testing/with-agent.ts'

/** What a runner comes back with, for `WindowHost.does`. */

/** Local checks that find this at each task. */
export const finds =
  (note: string, severity: Severity = 'warning'): Script =>
  ({ tasks }) => ({
    tasks: tasks.map(({ key, tier, text }) => ({
      key,
      tier,
      text,
      status: 'finding',
      severity,
      note,
      command: null,
      exitCode: 1,
      durationMs: 1,
      output: '',
    })),
  })

export const fails =
  (code: FaultCode, message: string): Script =>
  () => ({ status: 'failed', fault: fault(code, message) })

/** An agent that used up this much. */
export const costs =
  (costUsd: number): Script =>
  () => ({ turn: { ...TURN, costUsd } })

/** An agent whose calls were refused. */
export const isRefused =
  (...refusals: readonly Refusal[]): Script =>
  () => ({ turn: { ...TURN, refusals } })

/** An agent whose plan is used up until then. */
export const isLimited =
  (resetsAt: number): Script =>
  () => ({
    status: 'failed',
    fault: fault('agent.limit_reached', 'You have hit your limit'),
    turn: { ...TURN, resetsAt },
  })

/** It goes on until it is stopped. */
export const hangs: Script = () => ({ hangs: true })

export const command = (text: string, hash = 'a'.repeat(64)): ApprovalRequest => ({
  kind: 'argv',
  argv: text.split(' '),
  limits: [],
  text,
  fileHash: null,
  files: [],
  hash,
})
