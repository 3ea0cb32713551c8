import type { TestedCli } from '../harness/model-server-clients.ts'

/** Each CLI's own tool for a command line. */
export const shellCall = (
  cli: TestedCli,
  command: string,
): { readonly call: string; readonly args: Readonly<Record<string, unknown>> } => {
  switch (cli) {
    case 'claude':
      return { call: 'Bash', args: { command, description: 'Look' } }
    case 'codex':
      return { call: 'exec_command', args: { cmd: command } }
    case 'copilot':
    case 'opencode':
      return { call: 'bash', args: { command, description: 'Look' } }
    case 'gemini':
      return { call: 'run_shell_command', args: { command, description: 'Look' } }
  }
}
