import { TOOL_SERVER } from '../../../../../shared/agents/agent-turn.ts'
import { mayDoAll, TOKEN_VARIABLE, type CliRequest, type CliStart } from '../../cli.ts'
import { GH_READS, GIT_READS, GIT_READS_EXACT, GIT_WRITES, GIT_WRITES_EXACT } from '../../git-commands.ts'
import { isRule } from './rules.ts'

/** Tools that outlive the run or leave the repository; nobody can answer a question. */
const NEVER_OFFERED = [
  'AskUserQuestion',
  'CronCreate',
  'CronDelete',
  'CronList',
  'EnterWorktree',
  'ExitWorktree',
  'ListAgents',
  'Monitor',
  'ScheduleWakeup',
  'SendMessage',
  'Workflow',
]
/**
 * A second fence only: what is allowed takes no such option. Our own folders of settings are not files of
 * the work.
 */
const NEVER_LOOKING = ['Bash(git * --output*)', 'Bash(git push *)', 'Edit(/.git/**)', 'Edit(/.claude/**)']
const open = (words: string): string => `Bash(${words} *)`
const exact = (words: string): string => `Bash(${words})`
const LOOK = [
  ...GIT_READS.map(open),
  ...GIT_READS_EXACT.map(exact),
  ...GH_READS.map(open),
  'Edit(/HEARTBEAT.md)',
]
const TIDY = [...LOOK, ...GIT_WRITES.map(open), ...GIT_WRITES_EXACT.map(exact), 'Edit(/**)']
const FULL = [
  'Bash',
  'Edit',
  'Glob',
  'Grep',
  'NotebookEdit',
  'Read',
  'Skill',
  'Task',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
]

/** `bypass` is given no list at all. */
const ALLOWED: Readonly<Record<CliRequest['profile'], readonly string[]>> = {
  look: LOOK,
  tidy: TIDY,
  full: FULL,
  bypass: [],
}

export function start(request: CliRequest): CliStart {
  const { profile, model, effort, session, keepSession, usd, toolsUrl } = request
  const own = toolsUrl === null ? [] : [`mcp__${TOOL_SERVER}__*`]
  const unsafe = mayDoAll(request)
  const allowed = [...ALLOWED[profile], ...own, ...request.allowed.filter(isRule)]
  // ${…} is expanded by Claude Code from its environment, so that the token is in nobody's process list.
  const servers =
    toolsUrl === null
      ? {}
      : {
          [TOOL_SERVER]: {
            type: 'http',
            url: toolsUrl,
            alwaysLoad: true,
            headers: { Authorization: `Bearer \${${TOKEN_VARIABLE}}` },
          },
        }
  return {
    args: [
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--strict-mcp-config',
      '--mcp-config',
      JSON.stringify({ mcpServers: servers }),
      ...(model === null ? [] : ['--model', model]),
      ...(effort === null ? [] : ['--effort', effort]),
      ...(session === null ? [] : ['--resume', session.id]),
      ...(keepSession || session !== null ? [] : ['--no-session-persistence']),
      // With a plan the cost is imaginary and the flag would stop runs on it.
      ...(usd === null ? [] : ['--max-budget-usd', String(usd)]),
      // Settings of the repository could widen the profile, and their hooks are commands. Its CLAUDE.md is
      // read all the same, see the environment.
      ...(unsafe ? [] : ['--setting-sources', 'user', '--add-dir', '.']),
      ...(profile === 'bypass' ? ['--dangerously-skip-permissions'] : ['--permission-mode', 'dontAsk']),
      // Both lists take all words up to the next option: they stand last.
      '--disallowedTools',
      ...NEVER_OFFERED,
      ...(unsafe ? [] : NEVER_LOOKING),
      ...(profile === 'bypass' ? [] : ['--allowedTools', ...allowed]),
    ],
    env: {
      CLAUDE_CODE_MAX_RETRIES: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // The browser that `gh … --web` would open is a program that does nothing.
      ...(unsafe ? {} : { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1', GH_BROWSER: 'true' }),
    },
  }
}
