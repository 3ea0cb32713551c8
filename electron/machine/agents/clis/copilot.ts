import {
  minusUsage,
  NO_TOTALS,
  NO_USAGE,
  TOOL_SERVER,
  type Refusal,
  type ToolCall,
  type Usage,
} from '../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../shared/base/faults.ts'
import { distinct, refusal, type OpenCall } from '../call-log.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  eventIn,
  isOwnTool,
  plusUsage,
  TOKEN_VARIABLE,
  toolName,
  type Cli,
  type CliRequest,
  type CliStart,
  type Event,
  type Reader,
  type ReaderContext,
  type Reading,
} from '../cli.ts'
import { classify, failureInReply, oneLine, type Told } from '../failure-text.ts'
import { dearestPrice, priceOf } from '../prices.ts'

/** GitHub Copilot CLI: one JSON event a line, tokens in a file of their own. */
export const copilot: Cli = { start, reader }

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

function start(request: CliRequest): CliStart {
  const { profile, toolsUrl } = request
  const allowed = [
    ...(profile === 'look' ? [`write(${request.repoPath}/HEARTBEAT.md)`] : profile === 'tidy' ? TIDY : []),
    ...(toolsUrl === null ? [] : [TOOL_SERVER]),
    ...request.allowed,
  ]
  const unsafe = profile === 'full' || profile === 'bypass'
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
      ...(profile === 'bypass' ? ['--allow-all'] : profile === 'full' ? ['--allow-all-tools'] : []),
      ...(unsafe ? [] : allowed.filter(isRule).map((rule) => `--allow-tool=${rule}`)),
      // Refusing wins over allowing: what the person allowed must not be refused besides. Pushing stays out
      // of reach.
      ...DENIED[profile]
        .filter((rule) => !request.allowed.includes(rule))
        .map((rule) => `--deny-tool=${rule}`),
      ...(unsafe ? [] : ['--deny-tool=shell(git push)']),
    ],
    env: { COPILOT_AUTO_UPDATE: 'false', ...(unsafe ? {} : { GH_BROWSER: 'true' }) },
  }
}

/** The one star that a rule may hold is the end of a program's name: `shell(npm:*)`. */
const isRule = (rule: string): boolean => /^[A-Za-z][\w-]*(?:\([^()*,\p{Cc}]+(?::\*)?\))?$/u.test(rule)

function reader(request: CliRequest, { calls, cutOff }: ReaderContext): Reader {
  let sessionId: string | null = null
  let model: string | null = null
  let toolsReached: boolean | null = null
  let reply: string | null = null
  let result: Event | null = null
  let error: Event | null = null
  let refusedInARow = 0
  const denied: Refusal[] = []

  /**
   * Told once they are connected or not, and again in a list, which may come while they are still pending.
   */
  const onServer = (own: Event | undefined): void => {
    const status = asText(own?.['status'])
    if (request.toolsUrl === null || status === 'pending') return
    toolsReached = status === 'connected'
    if (!toolsReached)
      cutOff(
        fault(
          'agent.tools_failed',
          `Copilot says of Threadbeat’s tools: ${asText(own?.['error']) ?? status ?? 'not offered'}`,
        ),
      )
  }
  const onEnd = (data: Event): void => {
    const id = asText(data['toolCallId']) ?? ''
    const call = calls.open(id)
    if (call !== null && asObject(data['error'])['code'] === 'denied') denied.push(refusalOf(call))
    const exitCode = asAmount(asObject(data['shellExecution'])['exitCode'])
    calls.end(id, { ok: data['success'] === true && (exitCode ?? 0) === 0, exitCode })
  }

  return {
    push(event) {
      const data = asObject(event['data'])
      switch (event['type']) {
        case 'session.mcp_servers_loaded':
          return onServer(
            asList(data['servers'])
              .map(asObject)
              .find(({ name }) => name === TOOL_SERVER),
          )
        case 'session.mcp_server_status_changed':
          if (data['serverName'] === TOOL_SERVER) onServer(data)
          return
        case 'tool.execution_start': {
          const id = asText(data['toolCallId'])
          const told = asText(data['toolName'])
          if (id === null || told === null) return
          const server = asText(data['mcpServerName'])
          const name = server === null ? told : toolName(server, asText(data['mcpToolName']) ?? told)
          const command = asText(asObject(data['arguments'])['command'])
          calls.begin(id, {
            name,
            input: data['arguments'] ?? null,
            kind: kindOf(name),
            ...(kindOf(name) === 'command' && command !== null ? { shown: command } : {}),
          })
          return
        }
        case 'tool.execution_complete':
          return onEnd(data)
        case 'model.call_failure':
          refusedInARow = asAmount(data['statusCode']) === 429 ? refusedInARow + 1 : 0
          // It would go on asking for a minute.
          if (refusedInARow === 2)
            cutOff(
              fault(
                'agent.limit_reached',
                'Copilot was refused twice: HTTP ' +
                  `429${asText(data['errorMessage']) === null ? '' : ` ${oneLine(asText(data['errorMessage']) ?? '')}`}`,
              ),
            )
          return
        case 'assistant.message':
          refusedInARow = 0
          model = asText(data['model']) ?? model
          reply = asText(data['content']) || reply
          return
        case 'session.error':
          error = data
          return
        case 'result':
          result = event
          sessionId = asText(event['sessionId']) ?? sessionId
      }
    },
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const end = (told: Told | { fault: Reading['fault']; resetsAt: null }): Reading => ({
        text: reply,
        fault: told.fault,
        sessionId,
        model: model ?? request.model,
        ...moneyOf(exit.usageText, model ?? request.model, request),
        refusals: distinct(denied),
        resetsAt: told.resetsAt,
        toolsReached,
      })
      if (error !== null)
        return end(
          classify(
            'Copilot',
            { text: asText(error['message']) ?? '', status: asAmount(error['statusCode']) },
            zoned,
          ),
        )
      if (exit.code !== 0 || (asAmount(result?.['exitCode']) ?? 0) !== 0) {
        const said =
          exit.stderr
            .trim()
            .split('\n')
            .find((line) => line.trim() !== '') ??
          `Copilot ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
        return end(classify('Copilot', { text: said, status: null }, zoned))
      }
      if (result === null || reply === null)
        return end({
          fault: fault(
            'agent.bad_output',
            result === null ? 'Copilot ended without a result' : 'Copilot ended without a message',
          ),
          resetsAt: null,
        })
      return end(failureInReply(reply, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

const kindOf = (tool: string): ToolCall['kind'] =>
  isOwnTool(tool)
    ? 'own'
    : /^(?:bash|powershell|shell)$/.test(tool)
      ? 'command'
      : /^(?:apply_patch|create|edit|write|str_replace\w*|insert)$/.test(tool)
        ? 'write'
        : /^(?:view|glob|grep|rg|read\w*)$/.test(tool)
          ? 'read'
          : 'other'

/**
 * A rule of Copilot ends at the program, or at git's and gh's first word after it: allowing one call allows
 * its kind, and the label says so.
 */
function refusalOf({ name, kind, shown }: OpenCall): Refusal {
  if (kind === 'command') {
    const stem = /^\s*(?:((?:git|gh)\s+[a-z][\w-]*)|([\w.+-]+))/.exec(shown)
    const words = (stem?.[1] ?? stem?.[2] ?? '').replace(/\s+/g, ' ')
    // Of a composed line it is not told which part was refused.
    const isPlain = words !== '' && !/[;&|<>`$()\n]/.test(shown)
    const asked = `run \`${shown.replace(/\s+/g, ' ').slice(0, 200)}\``
    if (!isPlain) return refusal(`shell (${shown.slice(0, 200)})`, asked, false)
    const rule = stem?.[1] === undefined ? `shell(${words}:*)` : `shell(${words})`
    return refusal(
      rule,
      isRule(rule) && words !== 'git push'
        ? `${asked} (allowing it allows every \`${words.slice(0, 200)}\`)`
        : asked,
      isRule(rule) && words !== 'git push',
    )
  }
  if (kind === 'write') return refusal('write', 'edit files of the repository', true)
  const rule = name.replace(/^mcp__(.+?)__(.+)$/, '$1($2)')
  return refusal(rule, `use the tool ${name.slice(0, 200)}`, isRule(rule))
}

/**
 * Usage is the whole session's: a resumed one has used up some of it before, and one that was cut off tells
 * it with the next run. Money is an estimate.
 */
function moneyOf(
  text: string,
  model: string | null,
  { session, billed }: CliRequest,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const metrics = asObject(eventIn(text)?.['modelMetrics'])
  const each = Object.entries(metrics).map(([name, told]): { name: string; usage: Usage } => {
    const u = asObject(asObject(told)['usage'])
    const cached = asAmount(u['cacheReadTokens']) ?? 0
    return {
      name,
      usage: {
        input: Math.max(0, (asAmount(u['inputTokens']) ?? 0) - cached),
        cached,
        output: asAmount(u['outputTokens']) ?? 0,
      },
    }
  })
  if (each.length === 0)
    return { usage: null, costUsd: null, totals: session === null ? NO_TOTALS : session.totals }
  const priced = (name: string | null, usage: Usage): number | null =>
    priceOf(name, usage) ?? (billed ? dearestPrice('copilot', usage) : null)
  const total = each.reduce((all, { usage }) => plusUsage(all, usage), NO_USAGE)
  const prices = each.map(({ name, usage }) => priced(name, usage))
  const cost = prices.includes(null) ? null : prices.reduce<number>((all, price) => all + (price ?? 0), 0)
  const totals = { costUsd: cost ?? 0, usage: total }
  if (session === null) return { usage: total, costUsd: cost, totals }
  if (session.totals === null) return { usage: null, costUsd: null, totals }
  const usage = minusUsage(total, session.totals.usage)
  return { usage, costUsd: priced(model, usage), totals }
}
