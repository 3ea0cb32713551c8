import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { TOOL_LIMITS } from '../../../shared/agents/tool-limits.ts'
import type { Log } from '../../engine/ports/ports.ts'
import type { AgentTools, ToolAnswer, ToolServer } from '../../engine/ports/agents.ts'
import type { HttpHandler, httpHandler } from './http-handler.ts'
import { callTool, type ToolName } from './tools.ts'

const TOOL_PATH = '/mcp'
const MAX_BODY_BYTES = 1_000_000
/** Of one token: more than any agent asks for, less than a loop that eats a core. */
const REQUESTS_PER_SECOND = 50
const CONNECTIONS = 64
const BODY_MS = 30_000

/** A run whose tools can be reached. */
interface OpenRun {
  readonly runId: RunId
  readonly hash: Buffer // of its token, which itself is kept nowhere
  readonly handler: HttpHandler
  isOpen: boolean
  calls: number
  /** Requests in the second that began at `second`. */
  requests: number
  second: number
}

interface Listening {
  readonly port: number
  readonly close: () => void
}

/**
 * Threadbeat's tools over MCP's HTTP transport: on the loopback address only, on a port of its own, and
 * only while a run is open. What a request may do follows from its token alone: the token names the run,
 * and with it the thread.
 */
export function createToolServer(log: Log, nowMs: () => number = () => performance.now()): ToolServer {
  const runs = new Set<OpenRun>()
  let listening: Promise<Result<Listening, Fault>> | null = null
  let isEnded = false

  function openRun(runId: RunId, token: string, tools: AgentTools, make: typeof httpHandler): OpenRun {
    const call = async (name: ToolName, input: unknown): Promise<ToolAnswer> => {
      // Asked here too: a request that was on its way when the run ended must not reach a tool.
      if (!run.isOpen) return err('This run has ended; its tools do nothing any more.')
      run.calls++
      if (run.calls > TOOL_LIMITS.callsPerRun) {
        log('warn', 'mcp.denied', { runId, why: 'calls', tool: name })
        return err(
          `This run has made ${TOOL_LIMITS.callsPerRun} tool calls, which is the limit. Finish with what is known.`,
        )
      }
      const answer = await callTool(tools, name, input, log)
      log('debug', 'mcp.called', { runId, tool: name, ok: answer.ok })
      return answer
    }
    const handler = make(call, (error) =>
      log('error', 'bug.caught', { where: 'mcp', runId, message: error.message }),
    )
    const run: OpenRun = {
      runId,
      hash: hashOf(token),
      handler,
      isOpen: true,
      calls: 0,
      requests: 0,
      second: 0,
    }
    return run
  }

  async function answer(req: IncomingMessage, res: ServerResponse, port: number): Promise<void> {
    const deny = (status: number, why: string, runId?: RunId): void => {
      log(status === 405 ? 'debug' : 'warn', 'mcp.denied', {
        status,
        why,
        ...(runId !== undefined && { runId }),
      })
      refuse(req, res, status, why)
    }
    // Of two that disagree Node shows the first, and whoever stands in between may have believed the
    // second.
    if (['host', 'origin', 'authorization'].some((name) => (req.headersDistinct[name]?.length ?? 0) > 1))
      return deny(403, 'duplicate')
    // By name and port: a page whose name was made to lead here still sends its own name.
    const own = [`127.0.0.1:${port}`, `localhost:${port}`]
    if (!own.includes(req.headers.host ?? '')) return deny(403, 'host')
    const { origin } = req.headers
    if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) return deny(403, 'origin')
    // A browser without its guards leaves the origin out, but not where the page stands.
    if (!['none', 'same-origin'].includes(String(req.headers['sec-fetch-site'] ?? 'none')))
      return deny(403, 'origin')
    if (req.url !== TOOL_PATH) return deny(404, 'path')
    const run = runOf(req.headers.authorization)
    if (run === null) return deny(401, 'token')
    // clients ask once whether there is a stream to listen to
    if (req.method !== 'POST') return deny(405, 'method', run.runId)
    if (isTooFast(run)) return deny(429, 'rate', run.runId)
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return deny(413, 'size', run.runId)
    const body = await readBody(req)
    if (body === 'too large') return deny(413, 'size', run.runId)
    if (body === 'unreadable') return deny(400, 'body', run.runId)
    if (!run.isOpen) return deny(401, 'token', run.runId)
    await run.handler.handle(req, res, body.value)
  }

  /** The open run whose token this is. All are compared, each in constant time. */
  function runOf(authorization: string | undefined): OpenRun | null {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return null
    const hash = hashOf(token)
    let found: OpenRun | null = null
    for (const run of runs) if (timingSafeEqual(run.hash, hash) && run.isOpen) found = run
    return found
  }

  function isTooFast(run: OpenRun): boolean {
    const second = Math.floor(nowMs() / 1000)
    if (second !== run.second) run.requests = 0
    run.second = second
    return ++run.requests > REQUESTS_PER_SECOND
  }

  function listen(): Promise<Result<Listening, Fault>> {
    return new Promise((resolve) => {
      const server: Server = createServer(
        { requestTimeout: BODY_MS, headersTimeout: 10_000, maxHeaderSize: 16_384 },
        (req, res) => {
          void answer(req, res, (server.address() as AddressInfo | null)?.port ?? 0).catch(
            (error: unknown) => {
              log('error', 'bug.caught', {
                where: 'mcp',
                message: error instanceof Error ? error.message : String(error),
              })
              res.destroy()
            },
          )
        },
      )
      server.maxConnections = CONNECTIONS
      server.once('error', (error) =>
        resolve(err(fault('agent.tools_failed', `no port could be had for the tools: ${error.message}`))),
      )
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        const close = (): void => {
          server.close()
          server.closeAllConnections()
        }
        resolve(ok({ port, close }))
      })
    })
  }

  function closeRun(run: OpenRun): void {
    if (!run.isOpen) return
    run.isOpen = false
    runs.delete(run)
    run.handler.close()
    if (runs.size > 0) return
    const last = listening
    listening = null
    void last?.then((l) => (l.ok ? l.value.close() : undefined))
  }

  return {
    async open(runId, tools) {
      // The protocol's library is read with the first agent: without one it is half of what a command would
      // have to load.
      const { httpHandler } = await import('./http-handler.ts')
      if (isEnded)
        return err(fault('agent.tools_failed', 'the tools are closed because Threadbeat is ending'))
      const token = randomBytes(32).toString('base64url')
      const run = openRun(runId, token, tools, httpHandler)
      runs.add(run) // before waiting: a run that ends meanwhile must not take the port away
      const place = (listening ??= listen())
      const listened = await place
      if (!listened.ok) {
        closeRun(run)
        if (listening === place) listening = null // the next run tries again
        return listened
      }
      return ok({
        url: `http://127.0.0.1:${listened.value.port}${TOOL_PATH}`,
        token,
        close: () => closeRun(run),
      })
    },
    call: (tools, tool, input) => callTool(tools, tool, input, log),
    async close() {
      isEnded = true
      const last = listening
      for (const run of [...runs]) closeRun(run)
      await last
    },
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const WORDS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON.',
  401: 'The token is not good: it is of no run, or its run has ended.',
  403: 'Not allowed from there.',
  404: `There is only ${TOOL_PATH}.`,
  405: 'Only POST.',
  413: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  429: `More than ${REQUESTS_PER_SECOND} requests in a second.`,
}

/** What was refused is not read any further than a polite answer needs. */
function refuse(req: IncomingMessage, res: ServerResponse, status: number, why: string): void {
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

async function readBody(
  req: IncomingMessage,
): Promise<{ readonly value: unknown } | 'too large' | 'unreadable'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) return 'too large'
      chunks.push(chunk)
    }
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    return 'unreadable'
  }
}
