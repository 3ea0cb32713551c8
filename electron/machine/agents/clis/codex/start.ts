import { TOOL_SERVER } from '../../../../../shared/agents/agent-turn.ts'
import { TOKEN_VARIABLE, type CliRequest, type CliStart } from '../../cli.ts'

/**
 * Codex’s own sandbox. HEARTBEAT.md is a file like others to it: a looking agent writes it by Threadbeat's
 * tools only.
 */
const SANDBOX = { look: 'read-only', tidy: 'workspace-write', full: 'danger-full-access' } as const

export function start(request: CliRequest): CliStart {
  const { profile, session, effort, toolsUrl } = request
  const server = `mcp_servers.${TOOL_SERVER}`
  const settings: Readonly<Record<string, string | boolean | readonly string[]>> = {
    approval_policy: 'never', // refused, not asked
    ...(effort === null ? {} : { model_reasoning_effort: effort }),
    // Without these folders it can edit, but neither stage nor commit.
    ...(profile === 'tidy' && request.gitFolders.length > 0
      ? { 'sandbox_workspace_write.writable_roots': request.gitFolders }
      : {}),
    ...(toolsUrl === null
      ? {}
      : {
          [`${server}.url`]: toolsUrl,
          [`${server}.bearer_token_env_var`]: TOKEN_VARIABLE,
          [`${server}.default_tools_approval_mode`]: 'approve',
          [`${server}.required`]: true, // else it goes on without the tools
          // Its own commands find it empty; a person's `exclude` would be replaced by ours.
          [`shell_environment_policy.set.${TOKEN_VARIABLE}`]: '',
        }),
  }
  return {
    args: [
      'exec',
      ...(profile === 'bypass' ? ['--dangerously-bypass-approvals-and-sandbox'] : ['-s', SANDBOX[profile]]),
      ...(request.isRepository ? [] : ['--skip-git-repo-check']),
      ...(session === null ? [] : ['resume']),
      '--json',
      ...(request.model === null ? [] : ['-m', request.model]),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${toml(value)}`]),
      ...(session === null ? [] : [session.id]),
      '-', // the prompt is read from stdin
    ],
    env: {},
  }
}

/**
 * A value as TOML; JSON's strings are TOML's, but for the one control character that JSON leaves as it is.
 */
const toml = (value: string | boolean | readonly string[]): string => {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  return `[${value.map(toml).join(', ')}]`
}
