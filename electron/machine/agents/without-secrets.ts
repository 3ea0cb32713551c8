import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { secretValues } from '../../../shared/base/secrets/values.ts'
import type { AgentResult, AgentSpec } from '../../engine/ports/agents.ts'

interface Guarded {
  readonly spec: AgentSpec
  without(result: AgentResult): AgentResult
}

/**
 * The door by which all that a run prints comes in: what is told while it goes on, what is kept as a file, and
 * its result, all without credentials. Keys and texts of tasks stay as HEARTBEAT.md has them, and so does the
 * session that is gone on with.
 */
export function withoutSecrets(given: AgentSpec, own: NodeJS.ProcessEnv = process.env): Guarded {
  const { agent, tools, turn } = given
  const variables = agent.kind === 'local' ? {} : agent.env
  const secrets = secretValues({ ...variables, ...(tools === null ? {} : { TOKEN: tools.token }) }, own)
  const { redact, redactIn } = createRedactor(secrets)
  return {
    spec: {
      ...given,
      secrets,
      onProgress: (progress) => given.onProgress(redactIn(progress)),
      onOutput: given.onOutput && ((text) => given.onOutput?.(redact(text))),
      turn: turn && { ...turn, onCall: (call) => turn.onCall(redactIn(call)) },
    },
    without: (result) => ({
      ...result,
      fault: redactIn(result.fault),
      text: redact(result.text),
      output: redact(result.output),
      tasks: result.tasks.map((task) => ({ ...task, note: redact(task.note), output: redact(task.output) })),
      glance: redactIn(result.glance),
      turn: result.turn && { ...redactIn(result.turn), sessionId: result.turn.sessionId },
    }),
  }
}
