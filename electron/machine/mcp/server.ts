import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '../../../shared/base/error-message.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { AgentTools, ToolAddress, ToolServer } from '../../engine/ports/agents.ts'
import type { Log } from '../../engine/ports/ports.ts'
import { parseJson, readBody } from '../network/json-body.ts'
import { strangerRefusal } from '../network/loopback-head.ts'
import { createLoopbackServer, type LoopbackServer } from '../network/loopback-server.ts'
import { isTooFast, openRun, REQUESTS_PER_SECOND, runOf, type OpenRun } from './open-run.ts'
import { callTool } from './tools.ts'

const TOOL_PATH = '/mcp'
const MAX_BODY_BYTES = 1_000_000
const JSON_DEPTH = 32
const LIMITS = {
  headerMs: 10 * SECOND,
  bodyMs: 20 * SECOND,
  headerBytes: 16_384,
  waitingHeads: 512,
  requestsPerConnection: null,
} as const

interface Context {
  readonly log: Log
  readonly version: string // of the app
  readonly nowMs: () => number // monotonic
  readonly runs: Set<OpenRun>
}

/**
 * Threadbeat's tools over MCP's HTTP transport: on the loopback address only, on a port of its own, and
 * only while a run is open. What a request may do follows from its token alone: the token names the run,
 * and with it the thread.
 */
export function createToolServer(
  log: Log,
  version: string,
  nowMs: () => number = () => performance.now(),
): ToolServer {
  const context: Context = { log, version, nowMs, runs: new Set() }
  let isEnded = false
  const server = createLoopbackServer({
    port: 0,
    limits: LIMITS,
    answer: (req, res, port) => answer(context, req, res, port),
    onUnheard: (why) => log('warn', 'mcp.denied', { status: 408, why }),
    onBug(error, res) {
      log('error', 'bug.caught', { where: 'mcp', message: messageOf(error) })
      res.destroy()
    },
  })
  return {
    open: (runId, tools) => open(context, server, () => isEnded, runId, tools),
    call: (tools, tool, input) => callTool(tools, tool, input, log),
    async close() {
      isEnded = true
      for (const run of [...context.runs]) closeRun(context, server, run)
      await server.close()
    },
  }
}

async function open(
  context: Context,
  server: LoopbackServer,
  isEnded: () => boolean,
  runId: RunId,
  tools: AgentTools,
): Promise<Result<ToolAddress & { close(): void }, Fault>> {
  // The protocol's library is read with the first agent: without one it is half of what a command would
  // have to load.
  const { httpHandler } = await import('./http-handler.ts')
  if (isEnded()) return err(fault('agent.tools_failed', 'the tools are closed because Threadbeat is ending'))
  const token = randomBytes(32).toString('base64url')
  const { runs } = context
  const run = openRun(runId, token, tools, httpHandler, context)
  runs.add(run) // before waiting: a run that ends meanwhile must not take the port away
  const port = await server.start()
  if (!port.ok) {
    closeRun({ runs }, server, run)
    return err(fault('agent.tools_failed', `no port could be had for the tools: ${port.error}`))
  }
  return ok({
    url: `http://127.0.0.1:${port.value}${TOOL_PATH}`,
    token,
    close: () => closeRun({ runs }, server, run),
  })
}

/** With the last one the port is given back. */
function closeRun({ runs }: Pick<Context, 'runs'>, server: LoopbackServer, run: OpenRun): void {
  if (!run.isOpen) return
  run.isOpen = false
  runs.delete(run)
  run.handler.close()
  if (runs.size === 0) void server.close()
}

async function answer(
  context: Context,
  req: IncomingMessage,
  res: ServerResponse,
  port: number,
): Promise<void> {
  const refusal = refusalBeforeBody(context, req, port)
  if (!('run' in refusal)) return refuse(context.log, req, res, refusal)
  const { run } = refusal
  const deny = (status: number, why: string): void =>
    refuse(context.log, req, res, { status, why, runId: run.runId })
  const body = await readBody(req, MAX_BODY_BYTES, LIMITS.bodyMs)
  if (body === 'gone') return
  if (body === 'slow') {
    context.log('warn', 'mcp.denied', { status: 408, why: 'slow', runId: run.runId })
    return void res.destroy()
  }
  if (body === 'large') return deny(413, 'size')
  const value = parseJson(body, JSON_DEPTH)
  if (!value.ok) return deny(400, 'body')
  if (!run.isOpen) return deny(401, 'token')
  await run.handler.handle(req, res, value.value)
}

interface Refusal {
  readonly status: number
  readonly why: string
  readonly runId?: RunId
}

/** Who asks, from the head alone. */
function refusalBeforeBody(
  { runs, nowMs }: Context,
  req: IncomingMessage,
  port: number,
): Refusal | { readonly run: OpenRun } {
  const stranger = strangerRefusal(req, port)
  if (stranger !== null) return { status: stranger.status, why: stranger.why }
  if (req.url !== TOOL_PATH) return { status: 404, why: 'path' }
  const run = runOf(runs, req.headers.authorization)
  if (run === null) return { status: 401, why: 'token' }
  const { runId } = run
  // clients ask once whether there is a stream to listen to
  if (req.method !== 'POST') return { status: 405, why: 'method', runId }
  if (isTooFast(run, nowMs())) return { status: 429, why: 'rate', runId }
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { status: 413, why: 'size', runId }
  return { run }
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'The request is not one JSON text with each header once.',
  401: 'The token is not good: it is of no run, or its run has ended.',
  403: 'Not allowed from there.',
  404: `There is only ${TOOL_PATH}.`,
  405: 'Only POST.',
  413: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  429: `More than ${REQUESTS_PER_SECOND} requests in a second.`,
}

/** What was refused is not read any further than a polite answer needs. */
function refuse(log: Log, req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const { status, why } = refusal
  log(status === 405 ? 'debug' : 'warn', 'mcp.denied', { ...refusal })
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: 'POST' }),
    ...(status === 429 && { 'retry-after': '1' }),
  }
  res.writeHead(status, headers)
  res.end(
    JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: WORDS[status] ?? why } }),
  )
  req.resume()
}
