import { createHash, timingSafeEqual } from 'node:crypto'
import type { RunId } from '../../../shared/base/ids.ts'
import { err } from '../../../shared/base/result.ts'
import {
  METRIC_TOOLS,
  TOOL_LIMITS,
  TOOL_NAMES,
  USUAL_TOOLS,
  type ToolName,
} from '../../../shared/agents/tool-limits.ts'
import type { AgentTools, ToolAnswer } from '../../engine/ports/agents.ts'
import type { Log } from '../../engine/ports/ports.ts'
import type { HttpHandler, httpHandler } from './http-handler.ts'
import { callTool } from './tools.ts'

/** Of one token: more than any agent asks for, less than a loop that eats a core. */
export const REQUESTS_PER_SECOND = 50

/** A run whose tools can be reached. */
export interface OpenRun {
  readonly runId: RunId
  readonly tools: AgentTools
  readonly hash: Buffer // of its token, which itself is kept nowhere
  readonly handler: HttpHandler
  isOpen: boolean
  calls: number
  /** Requests in the second that began at `second`. */
  requests: number
  second: number
}

/** `makeHandler`: given, because the protocol's library is read with the first run only. */
export function openRun(
  runId: RunId,
  token: string,
  tools: AgentTools,
  makeHandler: typeof httpHandler,
  { log, version }: { readonly log: Log; readonly version: string },
): OpenRun {
  const handler = makeHandler(
    offered(tools),
    (name, input) => callOf(run, name, input, log),
    (error) => log('error', 'bug.caught', { where: 'mcp', runId, message: error.message }),
    version,
  )
  const run: OpenRun = {
    runId,
    tools,
    hash: hashOf(token),
    handler,
    isOpen: true,
    calls: 0,
    requests: 0,
    second: 0,
  }
  return run
}

async function callOf(run: OpenRun, name: ToolName, input: unknown, log: Log): Promise<ToolAnswer> {
  const { runId } = run
  // Asked here too: a request that was on its way when the run ended must not reach a tool.
  if (!run.isOpen) return err('This run has ended; its tools do nothing any more.')
  run.calls++
  if (run.calls > TOOL_LIMITS.callsPerRun) {
    log('warn', 'mcp.denied', { runId, why: 'calls', tool: name })
    return err(
      `This run has made ${TOOL_LIMITS.callsPerRun} tool calls, which is the limit. Finish with what is known.`,
    )
  }
  const answer = await callTool(run.tools, name, input, log)
  log('debug', 'mcp.called', { runId, tool: name, ok: answer.ok })
  return answer
}

/** The open run whose token this is; null: none. All are compared, each in constant time. */
export function runOf(runs: Iterable<OpenRun>, authorization: string | undefined): OpenRun | null {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const hash = hashOf(token)
  let match: OpenRun | null = null
  for (const run of runs) if (timingSafeEqual(run.hash, hash) && run.isOpen) match = run
  return match
}

/** Counts a request; true: it is one too many in this second. */
export function isTooFast(run: OpenRun, nowMs: number): boolean {
  const second = Math.floor(nowMs / 1000)
  if (second !== run.second) run.requests = 0
  run.second = second
  return ++run.requests > REQUESTS_PER_SECOND
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const offered = ({ decides, measured, reflects }: AgentTools): readonly ToolName[] =>
  TOOL_NAMES.filter(
    (name) =>
      USUAL_TOOLS.includes(name) ||
      (METRIC_TOOLS.includes(name) && measured) ||
      (name === 'decide_suggestion' && decides) ||
      (name === 'write_reflection' && reflects),
  )
