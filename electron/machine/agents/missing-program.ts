import { delimiter, isAbsolute } from 'node:path'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { MissingRunner } from '../../../shared/agents/agent-names.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { findProgram } from '../process/find-program.ts'
import { programPath } from '../process/program-path.ts'
import { userEnvironment } from '../process/user-environment.ts'

/** The program of this runner, if it is not there now; null: it is, or there is none to be found. */
export async function missingProgram(
  agent: AgentConfig,
  folder: string,
  source: NodeJS.ProcessEnv,
  login: () => Promise<string | null>,
): Promise<MissingRunner | null> {
  if (agent.kind === 'local') return null
  if (agent.kind === 'command')
    return await lookFor(agent.argv[0] ?? '', { ...userEnvironment(source), ...agent.env }, folder)
  if (agent.program !== undefined) return await lookFor(agent.program, userEnvironment(source), folder)
  const { program: name } = PRESETS[agent.cli]
  const found = await findProgram(agent.cli, source, login)
  return name === null || found.program !== null ? null : { program: name, looked: found.looked }
}

async function lookFor(
  word: string,
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<MissingRunner | null> {
  if ((await programPath(word, environment, folder)) !== null) return null
  if (isAbsolute(word)) return { program: word, looked: [] }
  if (/[\\/]/.test(word)) return { program: word, looked: [folder] }
  const path = environment['PATH'] ?? ''
  return { program: word, looked: path.split(delimiter).filter((entry) => isAbsolute(entry)) }
}
