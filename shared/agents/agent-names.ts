/** Agent CLIs that are started once for a prompt, and whose own output Threadbeat reads. */
export const PRINTING_CLIS = ['claude', 'codex', 'copilot'] as const
/**
 * Agents that speak the Agent Client Protocol (agentclientprotocol.com) over their stdin and stdout; `acp` is any
 * other one, by the program and the arguments that a person names.
 */
export const ACP_AGENTS = ['opencode', 'gemini', 'goose', 'qwen', 'kiro', 'local-model', 'acp'] as const
/** Agents that Threadbeat knows how to start; what is known of each stands in presets.ts. */
export const CLI_NAMES = [...PRINTING_CLIS, ...ACP_AGENTS] as const
export type PrintingCli = (typeof PRINTING_CLIS)[number]
export type AcpAgent = (typeof ACP_AGENTS)[number]
export type CliName = PrintingCli | AcpAgent
/** A runner that was chosen and is not there: it may be installed later. */
export interface MissingRunner {
  readonly program: string
  readonly looked: readonly string[] // folders; none: the program was named by its whole path
}

export const missingRunnerText = ({ program, looked }: MissingRunner): string =>
  `${program} was not found now; nothing of it starts before it is installed. ` +
  (looked.length === 0 ? 'No program is there.' : `Looked in: ${looked.join(', ')}.`)
