import { shorten } from '../../../shared/base/one-line.ts'
import { createHash } from 'node:crypto'
import {
  CALL_CHARS,
  CALLS_KEPT,
  type Refusal,
  type RunLimits,
  type ToolCall,
} from '../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { REDACTED } from '../../../shared/base/secrets/shapes.ts'

export interface OpenCall {
  readonly name: string
  readonly input: unknown
  readonly kind: ToolCall['kind']
  readonly shown: string
}
export interface CallLog {
  /**
   * `shown`: the command line of a shell call; absent: the input as JSON. A call that has begun already is
   * not counted again.
   */
  begin(
    id: string,
    call: {
      readonly name: string
      readonly input: unknown
      readonly kind: ToolCall['kind']
      readonly shown?: string
    },
  ): void
  end(id: string, how: { readonly ok: boolean; readonly exitCode: number | null }): void
  open(id: string): OpenCall | null
  /** Calls whose end was never told. */
  settle(): void
  readonly calls: readonly ToolCall[]
  readonly count: () => number
}

const OPEN_KEPT = 1000

/**
 * Counts and keeps the tool calls of a run; `runaway` is called once, as the first call beyond a limit
 * begins.
 */
export function callLog(
  limits: Pick<RunLimits, 'toolCalls' | 'repeats'>,
  onCall: (call: ToolCall) => void,
  runaway: (because: Fault) => void,
): CallLog {
  const open = new Map<string, OpenCall>()
  const calls: ToolCall[] = []
  let count = 0
  let last = ''
  let streak = 0
  let tripped = false

  const trip = (message: string): void => {
    if (tripped) return
    tripped = true
    runaway(fault('agent.runaway', message))
  }
  const finish = (
    id: string,
    { name, kind, shown }: OpenCall,
    how: { ok: boolean; exitCode: number | null },
  ): void => {
    open.delete(id)
    const call: ToolCall = { name, kind, input: shown, ...how }
    if (calls.length < CALLS_KEPT) calls.push(call)
    onCall(call)
  }

  return {
    calls,
    count: () => count,
    begin(id, { name, input, kind, shown }) {
      if (open.has(id)) return
      count++
      const whole = shown ?? JSON.stringify(input) ?? ''
      const same = `${name}\n${whole}`
      streak = same === last ? streak + 1 : 1
      last = same
      if (open.size < OPEN_KEPT) open.set(id, { name, input, kind, shown: clipped(whole) })
      if (streak > limits.repeats)
        trip(
          `${name} was called ${streak} times in a row with the same arguments; the limit is ${limits.repeats}`,
        )
      if (count > limits.toolCalls) trip(`the run made more than ${limits.toolCalls} tool calls`)
    },
    end(id, how) {
      const call = open.get(id)
      if (call !== undefined) finish(id, call, how)
    },
    open: (id) => open.get(id) ?? null,
    settle() {
      for (const [id, call] of [...open]) finish(id, call, { ok: false, exitCode: null })
    },
  }
}

const clipped = (text: string): string => shorten(text, CALL_CHARS)

/** As long as the store and the permission window take. */
const RULE_CHARS = 2000

/**
 * `allowable` false: the CLI's rules cannot say exactly this, so it can only be refused for good. A rule
 * that is too long, or that a credential was taken out of, is none either.
 */
export function refusal(rule: string, label: string, allowable: boolean): Refusal {
  if (rule.length <= RULE_CHARS && allowable && !rule.includes(REDACTED))
    return { rule, label, allowable: true }
  const fitting =
    rule.length <= RULE_CHARS
      ? rule
      : `${rule.slice(0, RULE_CHARS - 100)}… (sha256 ${createHash('sha256').update(rule).digest('hex')})`
  return {
    rule: fitting,
    label: `${label} (cannot be allowed by itself: no rule says exactly this)`,
    allowable: false,
  }
}

/** Refusals, each question once. */
export function distinct(refusals: readonly Refusal[]): readonly Refusal[] {
  const seen = new Map<string, Refusal>()
  for (const refusal of refusals)
    if (!seen.has(refusal.rule) && seen.size < CALLS_KEPT) seen.set(refusal.rule, refusal)
  return [...seen.values()]
}
