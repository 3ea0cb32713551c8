import { TOOL_SERVER } from '../../../../../shared/agents/agent-turn.ts'
import { mayDoAll, TOKEN_VARIABLE, type CliRequest, type CliStart } from '../../cli.ts'
import { isRule } from './rules.ts'
import { spansEnvironment } from './spans.ts'

/**
 * What it takes for reading it lets pass by itself, and its rules know no options: they end at the program,
 * or at git's and gh's first word. Refused are therefore the words whose options write files or run
 * programs (`git log --output`, `git grep -O`, `git ls-remote --upload-pack`, `uniq a b`), unless the
 * person allows one. What is left is weaker than with the other two: an assignment in front of a command
 * that passes (`GIT_CONFIG_COUNT=1 … git status`) passes as well and can run a program; no rule of Copilot
 * names that. The look at the repository after each look-only run tells what it changed there.
 */
const LEAKS = [
  ...['blame', 'diff', 'grep', 'log', 'ls-remote', 'shortlog', 'show'].map((word) => `shell(git ${word})`),
  'shell(uniq)',
]
const DENIED = {
  look: [...LEAKS, 'shell(git branch)', 'shell(git tag)', 'shell(git stash)'],
  tidy: LEAKS,
  full: [],
  bypass: [],
} as const
/** Not fetch and stash: a rule would take their options, too. */
const TIDY = [
  'write',
  ...['add', 'commit', 'switch', 'checkout', 'branch', 'restore', 'mv', 'rm'].map(
    (word) => `shell(git ${word})`,
  ),
]

export function start(request: CliRequest): CliStart {
  const { profile, toolsUrl } = request
  const allowed = [
    ...(profile === 'look' ? [`write(${request.repoPath}/HEARTBEAT.md)`] : []),
    ...(profile === 'tidy' ? TIDY : []),
    ...(toolsUrl === null ? [] : [TOOL_SERVER]),
    ...request.allowed,
  ]
  const unsafe = mayDoAll(request)
  // ${…} is expanded by Copilot from its environment, so that the token is in nobody's process list.
  const server = {
    type: 'http',
    url: toolsUrl,
    headers: { Authorization: `Bearer \${${TOKEN_VARIABLE}}` },
    tools: ['*'],
  }
  return {
    args: [
      '--output-format',
      'json',
      '--no-color',
      '--no-ask-user',
      '--no-auto-update',
      `--usage-output-file=${request.usageFile}`,
      ...(request.model === null ? [] : [`--model=${request.model}`]),
      ...(request.effort === null ? [] : [`--reasoning-effort=${request.effort}`]),
      ...(request.session === null ? [] : [`--resume=${request.session.id}`]),
      ...(toolsUrl === null
        ? []
        : ['--additional-mcp-config', JSON.stringify({ mcpServers: { [TOOL_SERVER]: server } })]),
      ...(unsafe ? [] : ['--disable-builtin-mcps']),
      ...(profile === 'bypass' ? ['--allow-all'] : []),
      ...(profile === 'full' ? ['--allow-all-tools'] : []),
      ...(unsafe ? [] : allowed.filter(isRule).map((rule) => `--allow-tool=${rule}`)),
      // Refusing wins over allowing: what the person allowed must not be refused besides. Pushing stays out
      // of reach.
      ...DENIED[profile]
        .filter((rule) => !request.allowed.includes(rule))
        .map((rule) => `--deny-tool=${rule}`),
      ...(unsafe ? [] : ['--deny-tool=shell(git push)']),
    ],
    overrides: spansEnvironment(request),
    env: { COPILOT_AUTO_UPDATE: 'false', ...(unsafe ? {} : { GH_BROWSER: 'true' }) },
  }
}
