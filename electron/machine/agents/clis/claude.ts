import { isAbsolute, relative, resolve, sep } from 'node:path'
import {
  minusUsage,
  NO_USAGE,
  TOOL_SERVER,
  type Refusal,
  type SessionTotals,
  type ToolCall,
  type Usage,
} from '../../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { distinct, refusal } from '../call-log.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  isOwnTool,
  plusUsage,
  TOKEN_VARIABLE,
  type Cli,
  type CliRequest,
  type CliStart,
  type Event,
  type Reader,
  type ReaderContext,
} from '../cli.ts'
import { classify, failureInReply, type Told } from '../failure-text.ts'
import { GH_READS, GIT_READS, GIT_READS_EXACT, GIT_WRITES, GIT_WRITES_EXACT } from '../git-commands.ts'
import { dearestPrice, priceOf } from '../prices.ts'

/** What no turn can have cost. */
const MOST_USD = 1e6

/** Claude Code in print mode: one JSON event a line. */
export const claude: Cli = { start, reader }

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

function start(request: CliRequest): CliStart {
  const { profile, model, effort, session, keepSession, usd, toolsUrl } = request
  const own = toolsUrl === null ? [] : [`mcp__${TOOL_SERVER}__*`]
  const unsafe = profile === 'full' || profile === 'bypass'
  const allowed = [
    ...(profile === 'full' ? FULL : profile === 'tidy' ? TIDY : LOOK),
    ...own,
    ...request.allowed.filter(isRule),
  ]
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

/**
 * The list of rules is cut at commas and blanks outside brackets: what could become two rules is passed on
 * as none.
 */
const isRule = (rule: string): boolean =>
  /^[A-Za-z]\w*(?:\([^()*\\\p{Cc}]+\))?$/u.test(rule) && !BARE.test(rule)
/** Without brackets these are everything that the tool can do. */
const BARE = /^(?:Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Read|WebFetch)$/

function reader(request: CliRequest, { calls, cutOff }: ReaderContext): Reader {
  let sessionId: string | null = null
  let model: string | null = null
  let toolsReached: boolean | null = null
  let lastText: string | null = null
  let result: Event | null = null
  let limitResetsAt: number | null = null
  const denied: Refusal[] = []
  const tried: string[] = []
  const asked = new Map<string, Answered>()

  const onInit = (event: Event): void => {
    model = asText(event['model']) ?? model
    if (request.toolsUrl === null) return
    const status = asList(event['mcp_servers'])
      .map(asObject)
      .find(({ name }) => name === TOOL_SERVER)?.['status']
    if (status === 'pending') return
    toolsReached = status === 'connected'
    // Claude Code goes on without the tools, and the run would cost without being able to report.
    if (!toolsReached)
      cutOff(
        fault(
          'agent.tools_failed',
          `Claude Code says of Threadbeat’s tools: ${asText(status) ?? 'not offered'}`,
        ),
      )
  }
  const onAssistant = (event: Event): void => {
    const message = asObject(event['message'])
    const name = asText(message['model'])
    if (name !== null && name !== '<synthetic>') {
      model = name
      addAnswer(asked, name, message)
    }
    for (const block of asList(message['content']).map(asObject)) {
      if (block['type'] === 'text') lastText = asText(block['text']) ?? lastText
      const id = asText(block['id'])
      const tool = asText(block['name'])
      if (block['type'] !== 'tool_use' || id === null || tool === null) continue
      const command = tool === 'Bash' ? asText(asObject(block['input'])['command']) : null
      calls.begin(id, {
        name: tool,
        input: block['input'],
        kind: kindOf(tool),
        ...(command === null ? {} : { shown: command }),
      })
    }
  }
  const onUser = (event: Event): void => {
    for (const block of asList(asObject(event['message'])['content']).map(asObject)) {
      const id = asText(block['tool_use_id'])
      if (block['type'] !== 'tool_result' || id === null) continue
      const ok = block['is_error'] !== true
      const told = /^Exit code (\d{1,3})\b/.exec(asText(block['content']) ?? '')?.[1]
      const isCommand = calls.open(id)?.kind === 'command'
      calls.end(id, { ok, exitCode: !isCommand ? null : ok ? 0 : told === undefined ? null : Number(told) })
    }
  }

  return {
    push(event) {
      sessionId = asText(event['session_id']) ?? sessionId
      switch (event['type']) {
        case 'system': {
          if (event['subtype'] === 'init') onInit(event)
          else if (event['subtype'] === 'permission_denied') {
            const call = calls.open(asText(event['tool_use_id']) ?? '')
            if (call !== null) denied.push(refusalOf(request.repoPath, call.name, asObject(call.input)))
          } else if (event['subtype'] === 'api_retry')
            tried.push(`HTTP ${asAmount(event['error_status']) ?? '?'}`)
          return
        }
        case 'assistant':
          return onAssistant(event)
        case 'user':
          return onUser(event)
        case 'rate_limit_event': {
          const info = asObject(event['rate_limit_info'])
          if (info['status'] === 'rejected') limitResetsAt = asAmount(info['resetsAt'])
          return
        }
        case 'result':
          result = event
      }
    },
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const money = moneyOf(result, request, answersIn(asked, request))
      const refusals =
        result === null
          ? denied
          : asList(result['permission_denials'])
              .map(asObject)
              .map((d) =>
                refusalOf(request.repoPath, asText(d['tool_name']) ?? '?', asObject(d['tool_input'])),
              )
      const text = asText(result?.['result'])
      const end = (told: Told | { fault: Fault | null; resetsAt: null }): ReturnType<Reader['end']> => ({
        text,
        fault: told.fault,
        sessionId,
        model: modelIn(result) ?? model,
        ...money,
        refusals: distinct(refusals),
        toolsReached,
        resetsAt:
          told.resetsAt ??
          (told.fault?.code === 'agent.limit_reached' && limitResetsAt !== null
            ? limitResetsAt * (limitResetsAt < 1e11 ? 1000 : 1)
            : null),
      })
      if (result === null) {
        if (exit.code === 0)
          return end({
            fault: fault(
              'agent.bad_output',
              `Claude Code ended without a result${exit.stderr === '' ? '' : `: ${exit.stderr.trim().slice(0, 300)}`}`,
            ),
            resetsAt: null,
          })
        const why =
          exit.stderr.trim() || lastText || tried.at(-1) || `Claude Code ended with exit code ${exit.code}`
        return end(classify('Claude Code', { text: why, status: null }, zoned))
      }
      const subtype = asText(result['subtype']) ?? ''
      const errors = asList(result['errors'])
        .map(asText)
        .filter((e) => e !== null)
        .join('\n')
      if (subtype === 'error_max_budget_usd')
        return end({
          fault: fault('agent.over_budget', errors || `the limit of ${request.usd} USD is used up`),
          resetsAt: null,
        })
      if (subtype === 'error_max_turns')
        return end({
          fault: fault('agent.runaway', errors || 'the limit of turns is used up'),
          resetsAt: null,
        })
      // Of an HTTP error `subtype` says "success": only the flag, the exit code and the text together tell.
      if (result['is_error'] !== false || subtype !== 'success' || exit.code !== 0) {
        const status = asAmount(result['api_error_status'])
        const why = text || errors || exit.stderr.trim() || lastText || subtype
        return end(
          result['is_error'] === undefined && exit.code === 0
            ? {
                fault: fault('agent.bad_output', 'Claude Code’s result does not say whether it is an error'),
                resetsAt: null,
              }
            : classify('Claude Code', { text: why, status }, zoned),
        )
      }
      if (text === null)
        return end({ fault: fault('agent.bad_output', 'Claude Code’s result holds no text'), resetsAt: null })
      return end(failureInReply(text, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

const kindOf = (tool: string): ToolCall['kind'] =>
  isOwnTool(tool)
    ? 'own'
    : /^(?:Bash|PowerShell)$/.test(tool)
      ? 'command'
      : /^(?:Edit|MultiEdit|Write|NotebookEdit)$/.test(tool)
        ? 'write'
        : /^(?:Read|Glob|Grep|LS|NotebookRead)$/.test(tool)
          ? 'read'
          : 'other'

const usageOf = (usage: Event): Usage => ({
  input: (asAmount(usage['input_tokens']) ?? 0) + (asAmount(usage['cache_creation_input_tokens']) ?? 0),
  cached: asAmount(usage['cache_read_input_tokens']) ?? 0,
  output: asAmount(usage['output_tokens']) ?? 0,
})

/**
 * One answer of the model, as far as its events have told: they repeat what went in, and tell only the
 * beginning of what came out.
 */
interface Answered {
  readonly model: string
  readonly usage: Usage
  readonly letters: number
}

function addAnswer(answers: Map<string, Answered>, model: string, message: Event): void {
  const id = asText(message['id'])
  const told = asObject(message['usage'])
  if (id === null || asAmount(told['input_tokens']) === null) return
  const before = answers.get(id)
  if (before === undefined && answers.size >= ANSWERS_KEPT) return
  answers.set(id, {
    model,
    usage: usageOf(told),
    letters: (before?.letters ?? 0) + JSON.stringify(message['content'] ?? '').length,
  })
}
const ANSWERS_KEPT = 10_000
const LETTERS_PER_TOKEN = 4

/** An estimate for a run that was cut off before it told what it used. null: no answer was seen. */
function answersIn(
  answers: ReadonlyMap<string, Answered>,
  { billed }: CliRequest,
): { usage: Usage; costUsd: number | null } | null {
  if (answers.size === 0) return null
  let sum = NO_USAGE
  let costUsd: number | null = 0
  for (const answer of answers.values()) {
    const usage = {
      ...answer.usage,
      output: Math.max(answer.usage.output, Math.ceil(answer.letters / LETTERS_PER_TOKEN)),
    }
    const price = priceOf(answer.model, usage) ?? (billed ? dearestPrice('claude', usage) : null)
    sum = plusUsage(sum, usage)
    costUsd = costUsd === null || price === null ? null : costUsd + price
  }
  return { usage: sum, costUsd }
}

/**
 * `usage` is this run's; money and `modelUsage` are the whole session's, so that a run costs the
 * difference. What is not told is estimated.
 */
function moneyOf(
  result: Event | null,
  request: CliRequest,
  seen: ReturnType<typeof answersIn>,
): { usage: Usage | null; costUsd: number | null; totals: SessionTotals | null } {
  const { session } = request
  const claimed = asAmount(result?.['total_cost_usd'])
  const total = claimed !== null && claimed <= MOST_USD ? claimed : null
  const told = result?.['usage']
  const usage = typeof told === 'object' && told !== null ? usageOf(asObject(told)) : null
  const models = Object.values(asObject(result?.['modelUsage'])).map(asObject)
  if (result === null || total === null)
    return { usage: usage ?? seen?.usage ?? null, costUsd: seen?.costUsd ?? null, totals: null }
  const sum = models.reduce<Usage>(
    (all, m) =>
      plusUsage(all, {
        input: (asAmount(m['inputTokens']) ?? 0) + (asAmount(m['cacheCreationInputTokens']) ?? 0),
        cached: asAmount(m['cacheReadInputTokens']) ?? 0,
        output: asAmount(m['outputTokens']) ?? 0,
      }),
    NO_USAGE,
  )
  if (session === null) return { usage, costUsd: total, totals: { costUsd: total, usage: sum } }
  const totals = { costUsd: total, usage: sum }
  // What the session had cost before is not known, for instance because its last run was cut off.
  if (session.totals === null)
    return { usage: usage ?? seen?.usage ?? null, costUsd: seen?.costUsd ?? null, totals }
  return {
    usage: usage ?? minusUsage(sum, session.totals.usage),
    costUsd: Math.max(0, total - session.totals.costUsd),
    totals,
  }
}

/** The model that did most: small ones are asked beside it. */
function modelIn(result: Event | null): string | null {
  const used = Object.entries(asObject(result?.['modelUsage'])).map(([name, usage]) => ({
    name,
    output: asAmount(asObject(usage)['outputTokens']) ?? 0,
  }))
  return used.sort((a, b) => b.output - a.output)[0]?.name ?? null
}

/** A refused call as the rule that would have let it pass, as narrow as the rules can be. */
function refusalOf(repoPath: string, tool: string, input: Event): Refusal {
  const asked = (rule: string, label: string): Refusal => refusal(rule, label, isRule(rule))
  const command = asText(input['command'])
  if (command !== null)
    return asked(`${tool}(${command.trim()})`, `run \`${command.trim().replace(/\s+/g, ' ').slice(0, 200)}\``)
  const path = asText(input['file_path']) ?? asText(input['notebook_path'])
  if (path !== null) {
    const whole = resolve(repoPath, path)
    const inside = relative(repoPath, whole)
    const isInside = inside !== '' && !isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`)
    const reads = tool === 'Read'
    // One slash: below the working folder; two: from the root. Edit stands for all tools that write.
    return asked(
      `${reads ? 'Read' : 'Edit'}(${isInside ? `/${inside}` : `/${whole}`})`,
      `${reads ? 'read' : 'edit'} ${(isInside ? inside : whole).slice(0, 200)}`,
    )
  }
  const url = asText(input['url'])
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : null
  if (tool === 'WebFetch' && host !== null && host !== '')
    return asked(`WebFetch(domain:${host})`, `fetch pages of ${host}`)
  // Without what it was asked to do there is no narrower rule than the whole tool, and that is none to
  // offer.
  return BARE.test(tool)
    ? refusal(`${tool} (malformed)`, `use the tool ${tool} in a way that could not be read`, false)
    : asked(tool, `use the tool ${tool.slice(0, 200)}`)
}
