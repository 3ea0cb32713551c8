import {
  minusUsage,
  NO_TOTALS,
  TOOL_SERVER,
  type ToolCall,
  type Usage,
} from '../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../shared/base/faults.ts'
import {
  asAmount,
  asObject,
  asText,
  isOwnTool,
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
import { classify, failureInReply, type Told } from '../failures/failure-text.ts'
import { dearestPrice, priceOf } from '../prices.ts'

/**
 * Codex, non-interactive: one JSON event a line. What the person allowed beyond the profile has no flag
 * here, and what its sandbox refuses is told to the model only, not in the stream: there are no refusals to
 * read.
 */
export const codex: Cli = { start, reader }

/**
 * Codex’s own sandbox. HEARTBEAT.md is a file like others to it: a looking agent writes it by Threadbeat's
 * tools only.
 */
const SANDBOX = { look: 'read-only', tidy: 'workspace-write', full: 'danger-full-access' } as const

function start(request: CliRequest): CliStart {
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
      ...(request.keepSession || session !== null ? [] : ['--ephemeral']),
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

function reader(request: CliRequest, { calls }: ReaderContext): Reader {
  let sessionId: string | null = null
  let reply: string | null = null
  let completed: Event | null = null
  let failure: string | null = null
  let notice: string | null = null

  const onItem = (item: Event, isEnd: boolean): void => {
    const id = asText(item['id']) ?? ''
    const kind = asText(item['type'])
    if (kind === 'agent_message') reply = asText(item['text']) ?? reply
    if (kind === null || id === '' || QUIET_ITEMS.has(kind)) return
    calls.begin(id, callOf(kind, item))
    if (isEnd)
      calls.end(id, {
        ok: item['status'] === 'completed' && (item['error'] ?? null) === null,
        exitCode: asAmount(item['exit_code']),
      })
  }

  return {
    push(event) {
      switch (event['type']) {
        case 'thread.started':
          sessionId = asText(event['thread_id']) ?? sessionId
          return
        case 'item.started':
        case 'item.updated':
        case 'item.completed':
          return onItem(asObject(event['item']), event['type'] === 'item.completed')
        case 'turn.completed':
          completed = event
          return
        case 'turn.failed':
          failure = asText(asObject(event['error'])['message']) ?? failure ?? ''
          return
        case 'error':
          notice = asText(event['message']) ?? notice
      }
    },
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const end = (told: Told | { fault: Reading['fault']; resetsAt: null }): Reading => ({
        text: reply,
        fault: told.fault,
        sessionId,
        model: request.model,
        ...moneyOf(completed, request),
        refusals: [],
        resetsAt: told.resetsAt,
        // The server is required: without it there is no thread.
        toolsReached: request.toolsUrl === null ? null : toolsReached(told.fault, sessionId),
      })
      const ended = `Codex ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
      if (failure !== null)
        return end(classify('Codex', { text: failure || notice || ended, status: statusIn(failure) }, zoned))
      if (exit.code !== 0)
        return end(
          classify('Codex', { text: lastError(exit.stderr) || notice || ended, status: null }, zoned),
        )
      if (completed === null || reply === null)
        return end({
          fault: fault(
            'agent.bad_output',
            completed === null
              ? 'Codex ended without saying that its turn is complete'
              : 'Codex ended without a message',
          ),
          resetsAt: null,
        })
      return end(failureInReply(reply, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

/** null: it did not come so far. */
function toolsReached(fault: Reading['fault'], sessionId: string | null): boolean | null {
  if (fault?.code === 'agent.tools_failed') return false
  return sessionId === null ? null : true
}

/** An item of type `error` is a notice only. */
const QUIET_ITEMS = new Set(['agent_message', 'reasoning', 'error', 'todo_list'])

function callOf(
  kind: string,
  item: Event,
): { name: string; input: unknown; kind: ToolCall['kind']; shown?: string } {
  if (kind === 'command_execution') {
    const command = commandIn(asText(item['command']) ?? '')
    return { name: kind, input: command, kind: 'command', shown: command }
  }
  if (kind === 'file_change') return { name: kind, input: item['changes'] ?? null, kind: 'write' }
  if (kind === 'mcp_tool_call') {
    const name = toolName(asText(item['server']) ?? '?', asText(item['tool']) ?? '?')
    return { name, input: item['arguments'] ?? null, kind: isOwnTool(name) ? 'own' : 'other' }
  }
  return { name: kind, input: item['query'] ?? item['prompt'] ?? null, kind: 'other' }
}

/** The command line inside `/bin/bash -lc '…'`. */
function commandIn(line: string): string {
  const script = /^\S*(?:sh|bash|zsh) -l?c ([\s\S]+)$/.exec(line)?.[1]
  if (script === undefined) return line
  const single = /^'((?:[^']|'\\''|'"'"')*)'$/.exec(script)?.[1]
  if (single !== undefined) return single.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'")
  const double = /^"((?:[^"\\]|\\[\s\S])*)"$/.exec(script)?.[1]
  return double === undefined ? script : double.replace(/\\(["\\$`])/g, '$1')
}

/**
 * Usage is the whole thread's: a resumed one has used up some of it before. Of a run that was cut off
 * nothing is told; its tokens are in the difference of the next one. Money is an estimate: by the model
 * that was asked for, for the stream names none.
 */
function moneyOf(
  completed: Event | null,
  { session, model, billed }: CliRequest,
): Pick<Reading, 'usage' | 'costUsd' | 'totals'> {
  const told = asObject(completed?.['usage'])
  const input = asAmount(told['input_tokens'])
  const output = asAmount(told['output_tokens'])
  if (input === null || output === null)
    return { usage: null, costUsd: null, totals: session === null ? NO_TOTALS : session.totals }
  const cached = asAmount(told['cached_input_tokens']) ?? 0
  const total: Usage = { input: Math.max(0, input - cached), cached, output }
  const price = (usage: Usage): number | null =>
    priceOf(model, usage) ?? (billed ? dearestPrice('codex', usage) : null)
  const usage = sinceThen(total, session)
  return {
    usage,
    costUsd: usage === null ? null : price(usage),
    totals: { costUsd: price(total) ?? 0, usage: total },
  }
}

/** null: what the thread had used up before is not known. */
function sinceThen(total: Usage, session: CliRequest['session']): Usage | null {
  if (session === null) return total
  return session.totals === null ? null : minusUsage(total, session.totals.usage)
}

const statusIn = (message: string): number | null => {
  const found = /\bunexpected status (\d{3})\b|\blast status: (\d{3})\b/.exec(message)
  return found === null ? null : Number(found[1] ?? found[2])
}

/** stderr holds a log, too; the reason is its last line that says "Error:", else the last one. */
function lastError(stderr: string): string {
  const said = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^WARNING:/.test(line))
  return said.findLast((line) => /^Error:/.test(line)) ?? said.at(-1) ?? ''
}
