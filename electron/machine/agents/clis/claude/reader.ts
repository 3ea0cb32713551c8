import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../../shared/base/faults.ts'
import type { Instant } from '../../../../../shared/base/time.ts'
import { distinct } from '../../call-log.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  type CliRequest,
  type Event,
  type Exit,
  type Reader,
  type ReaderContext,
  type Reading,
} from '../../cli.ts'
import { classify, failureInReply, WELL, type Outcome } from '../../failures/failure-text.ts'
import { answersIn, moneyOf } from './cost.ts'
import { newStream, onEvent, type Stream } from './events.ts'
import { refusalOf } from './rules.ts'

export function reader(request: CliRequest, context: ReaderContext): Reader {
  const stream = newStream(request, context)
  return {
    push: (event) => onEvent(stream, event),
    end: (exit) => readingOf(stream, exit),
  }
}

function readingOf(s: Stream, exit: Exit): Reading {
  const outcome = s.result === null ? withoutResult(s, exit) : resultOutcome(s, s.result, exit)
  return {
    text: asText(s.result?.['result']),
    fault: outcome.fault,
    sessionId: s.sessionId,
    model: modelIn(s.result) ?? s.model,
    ...moneyOf(s.result, s.request, answersIn(s.answers, s.request)),
    refusals: distinct(refusalsOf(s)),
    toolsReached: s.toolsReached,
    resetsAt:
      outcome.resetsAt ?? (outcome.fault?.code === 'agent.limit_reached' ? instantOf(s.limitResetsAt) : null),
  }
}

function withoutResult(s: Stream, exit: Exit): Outcome {
  if (exit.code === 0) {
    const tail = exit.stderr === '' ? '' : `: ${exit.stderr.trim().slice(0, 300)}`
    return badOutput(`Claude Code ended without a result${tail}`)
  }
  const text =
    exit.stderr.trim() || s.lastText || s.retries.at(-1) || `Claude Code ended with exit code ${exit.code}`
  return classify('Claude Code', { text, status: null }, exit)
}

function resultOutcome(s: Stream, result: Event, exit: Exit): Outcome {
  const text = asText(result['result'])
  const subtype = asText(result['subtype']) ?? ''
  const errors = asList(result['errors'])
    .map(asText)
    .filter((e) => e !== null)
    .join('\n')
  if (subtype === 'error_max_budget_usd')
    return failed('agent.over_budget', errors || `the limit of ${s.request.usd} USD is used up`)
  if (subtype === 'error_max_turns') return failed('agent.runaway', errors || 'the limit of turns is used up')
  // Of an HTTP error `subtype` says "success": only the flag, the exit code and the text together tell.
  if (result['is_error'] !== false || subtype !== 'success' || exit.code !== 0) {
    if (result['is_error'] === undefined && exit.code === 0)
      return badOutput('Claude Code’s result does not say whether it is an error')
    const status = asAmount(result['api_error_status'])
    const why = text || errors || exit.stderr.trim() || s.lastText || subtype
    return classify('Claude Code', { text: why, status }, exit)
  }
  if (text === null) return badOutput('Claude Code’s result holds no text')
  return failureInReply(text, exit) ?? WELL
}

const failed = (code: Parameters<typeof fault>[0], message: string): Outcome => ({
  fault: fault(code, message),
  resetsAt: null,
})
const badOutput = (message: string): Outcome => failed('agent.bad_output', message)

/** The result lists them all; without one there is what was seen meanwhile. */
function refusalsOf({ result, denied, request }: Stream): readonly Refusal[] {
  if (result === null) return denied
  return asList(result['permission_denials'])
    .map(asObject)
    .map((d) => refusalOf(request.repoPath, asText(d['tool_name']) ?? '?', asObject(d['tool_input'])))
}

/** The model that did most: small ones are asked beside it. */
function modelIn(result: Event | null): string | null {
  const models = Object.entries(asObject(result?.['modelUsage'])).map(([name, usage]) => ({
    name,
    output: asAmount(asObject(usage)['outputTokens']) ?? 0,
  }))
  return models.sort((a, b) => b.output - a.output)[0]?.name ?? null
}

/** Told in seconds by some versions, in milliseconds by others. */
const instantOf = (at: number | null): Instant | null => (at === null ? null : at * (at < 1e11 ? 1000 : 1))
