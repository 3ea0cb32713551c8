import http from 'node:http'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach } from 'vitest'
import type { RunId } from '../../../../shared/base/ids.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { AgentTools, ToolAnswer, ToolServer } from '../../../engine/ports/agents.ts'
import { createToolServer } from '../server.ts'
import { appVersion } from '../../process/app-version.ts'

const servers: ToolServer[] = []
export const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close().catch(() => undefined)
  for (const server of servers.splice(0)) await server.close()
})

interface Logged {
  readonly level: string
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The real server and the real client of the same SDK, over a real loopback connection. */
export function serve(nowMs?: () => number): { server: ToolServer; logs: Logged[] } {
  const logs: Logged[] = []
  const server = createToolServer(
    (level, event, fields = {}) => logs.push({ level, event, fields }),
    appVersion(),
    nowMs,
  )
  servers.push(server)
  return { server, logs }
}

export const run = (name: string): RunId => `run_${name}` as RunId

/** Tools that note what reached them. */
export function noting(
  name: string,
  answer: () => Promise<ToolAnswer> = () => Promise.resolve(ok(`answer of ${name}`)),
): { tools: AgentTools; reached: unknown[][] } {
  const reached: unknown[][] = []
  const note =
    (method: string) =>
    (...args: unknown[]) => {
      reached.push([method, ...args])
      return answer()
    }
  const tools: AgentTools = {
    heartbeatRead: note('heartbeatRead'),
    heartbeatWrite: note('heartbeatWrite'),
    report: note('report'),
    flag: note('flag'),
    sendMessage: note('sendMessage'),
    listThreads: note('listThreads'),
    queryKnowledge: note('queryKnowledge'),
    currentTime: note('currentTime'),
    elapsed: note('elapsed'),
    decides: true,
    measured: true,
    reportScore: note('reportScore'),
    heartbeatConfig: note('heartbeatConfig'),
    reflects: true,
    writeReflection: note('writeReflection'),
    deadEnds: note('deadEnds'),
    writePage: note('writePage'),
    decideSuggestion: note('decideSuggestion'),
  }
  return { tools, reached }
}

export async function opened(
  server: ToolServer,
  name: string,
  tools = noting(name).tools,
): Promise<{ url: string; token: string; close(): void }> {
  const result = await server.open(run(name), tools)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** A request with exactly these headers; the body may be held back. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string | null,
  method = 'POST',
): { sent: http.ClientRequest; answered: Promise<{ status: number; text: string }> } {
  const { hostname, port, pathname } = new URL(url)
  const sent = http.request({
    hostname,
    port,
    path: pathname,
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.once('error', reject)
  })
  if (body !== null) sent.end(body)
  return { sent, answered }
}

export const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'current_time', arguments: {} },
})

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
