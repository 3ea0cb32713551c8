import type { Refusal, Usage } from '../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../shared/base/faults.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  type CliRequest,
  type Event,
  type ReaderContext,
} from '../cli.ts'
import type { CallLog } from '../call-log.ts'
import { answerTo } from './answer.ts'
import { callOf, ownToolOf, withMore, type Asked } from './asked.ts'

/** What an agent has told of its turn so far. */
export interface Turn {
  onUpdate(update: Event): void
  /** Whether the call may go on; what is refused is kept. */
  mayGoOn(call: Event): Promise<boolean>
  /** What it said since its last call; before that, where it said nothing since. */
  reply(): string | null
  readonly refusals: readonly Refusal[]
  /** Of the whole session, in dollars; null: not told. */
  costUsd(): number | null
  /** It called a tool of Threadbeat. */
  hasUsedOwnTool(): boolean
}

/** Calls that are remembered while they go on. */
const CALLS_KNOWN = 2000
/** A reply is cut further on; this only keeps a flood out of the memory. */
const REPLY_CHARS = 4 * 1024 * 1024

export function newTurn(request: CliRequest, { calls, cutOff, say }: ReaderContext): Turn {
  const log = newCalls(calls, () => {
    if (reply !== '') before = reply
    reply = ''
  })
  const refusals: Refusal[] = []
  let reply = ''
  let before: string | null = null
  let cost: number | null = null

  const onText = (text: string): void => {
    if (reply.length < REPLY_CHARS) reply += text
    say?.(text)
  }
  const onCost = (told: Event): void => {
    if (told['currency'] !== 'USD') return
    cost = asAmount(told['amount']) ?? cost
    const spent = spentIn(cost, request)
    if (request.usd !== null && spent !== null && spent > request.usd)
      cutOff(fault('agent.over_budget', `it has spent $${spent.toFixed(2)}; the limit is $${request.usd}`))
  }

  return {
    onUpdate(update) {
      switch (update['sessionUpdate']) {
        case 'agent_message_chunk':
          return onText(asText(asObject(update['content'])['text']) ?? '')
        case 'tool_call':
        case 'tool_call_update':
          return log.onUpdate(update)
        case 'usage_update':
          return onCost(asObject(update['cost']))
      }
    },
    async mayGoOn(call) {
      const asked = log.ask(call)
      const refused = await answerTo(asked, request)
      if (refused === null) return true
      refusals.push(refused)
      log.end(asked.id, { ok: false, exitCode: null })
      return false
    },
    reply: () => reply || before,
    refusals,
    costUsd: () => cost,
    hasUsedOwnTool: log.hasUsedOwnTool,
  }
}

interface Calls {
  onUpdate(told: Event): void
  /** It asks whether it may go on. */
  ask(told: Event): Asked
  end(id: string, how: { readonly ok: boolean; readonly exitCode: number | null }): void
  hasUsedOwnTool(): boolean
}

/** The calls of a turn, each told in parts and counted once. `onBegin`: one more is at work, or asks to be. */
function newCalls(calls: CallLog, onBegin: () => void): Calls {
  const known = new Map<string, Asked>()
  const over = new Set<string>()
  let usedOwn = false

  const learn = (told: Event, isQuestion: boolean): Asked => {
    const asked = withMore(known.get(asText(told['toolCallId']) ?? '') ?? null, told, isQuestion)
    if (known.size < CALLS_KNOWN || known.has(asked.id)) known.set(asked.id, asked)
    return asked
  }
  const begin = (told: Event, isQuestion: boolean): Asked => {
    const asked = learn(told, isQuestion)
    if (over.has(asked.id)) return asked
    usedOwn ||= ownToolOf(asked) !== null
    if (calls.open(asked.id) === null) onBegin()
    calls.begin(asked.id, callOf(asked))
    return asked
  }
  const end: Calls['end'] = (id, how) => {
    if (over.has(id)) return
    calls.end(id, how)
    over.add(id)
    known.delete(id)
  }
  return {
    onUpdate(told) {
      const status = asText(told['status'])
      // Its input may come later: until it is at work it has not begun.
      if (status === null || status === 'pending') return void learn(told, false)
      const { id } = begin(told, false)
      if (status === 'in_progress') return
      const exitCode = exitCodeIn(asObject(told['rawOutput']))
      end(id, { ok: status === 'completed' && (exitCode ?? 0) === 0, exitCode })
    },
    ask(told) {
      // Under the name of one that is over it is another one.
      over.delete(asText(told['toolCallId']) ?? '')
      return begin(told, true)
    },
    end,
    hasUsedOwnTool: () => usedOwn,
  }
}

/** Where a session goes on, it has spent some before. null: not told. */
export function spentIn(cost: number | null, { session }: Pick<CliRequest, 'session'>): number | null {
  if (cost === null || session === null) return cost
  return session.totals === null ? null : Math.max(0, cost - session.totals.costUsd)
}

/** As opencode tells it, or others. null: not told. */
function exitCodeIn(output: Event): number | null {
  const more = asObject(output['metadata'])
  return asAmount(more['exit']) ?? asAmount(output['exitCode']) ?? asAmount(output['exit_code'])
}

/**
 * The tokens in the answer to a prompt: the protocol's draft has `usage`, Gemini CLI and those after it a count in
 * `_meta`. null: not told.
 */
export function tokensIn(result: Event): Usage | null {
  const usage = asObject(result['usage'])
  const counted = asObject(asObject(asObject(result['_meta'])['quota'])['token_count'])
  const input = asAmount(usage['inputTokens']) ?? asAmount(counted['input_tokens'])
  const output = asAmount(usage['outputTokens']) ?? asAmount(counted['output_tokens'])
  if (input === null || output === null) return null
  return {
    input: input + (asAmount(usage['cachedWriteTokens']) ?? 0),
    cached: asAmount(usage['cachedReadTokens']) ?? 0,
    output: output + (asAmount(usage['thoughtTokens']) ?? 0),
  }
}

/** The model that an answer says took most of it, where it is called by an alias. null: not told. */
export function modelUsedIn(result: Event): string | null {
  const used = asList(asObject(asObject(result['_meta'])['quota'])['model_usage']).map(asObject)
  return used.map(({ model }) => asText(model)).find((model) => /\d/.test(model ?? '')) ?? null
}
