import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliConfig } from '../../../../shared/agents/agent-config.ts'
import type { AgentSpec, TurnSpec } from '../../../engine/ports/agents.ts'
import { makeRepository } from '../../../host/repositories.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { findMarked, marksOf } from '../../process/marks.ts'
import { testFolder } from './folders.ts'
import { cliConfig, cliSpec, never, realClock } from './specs.ts'

const folder = testFolder()
const runner = createAgentRunner(realClock)
export const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)
let made = 0

/**
 * A stand-in for an agent that speaks the Agent Client Protocol: a program that answers as `answers` says, by
 * method; what it does not name has an ordinary answer. In `prompt`, `update` tells of the turn and `may` asks for
 * permission. All it is asked is kept.
 */
function fake(body: string): string {
  const path = join(folder, `acp-${++made}.cjs`)
  writeFileSync(
    path,
    `#!${process.execPath}
const fs = require('node:fs')
const send = (message) => fs.writeSync(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const log = (line) => fs.appendFileSync(__filename + '.log', line + '\\n')
const update = (update, sessionId = 's1') => send({ method: 'session/update', params: { sessionId, update } })
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const call = (toolCallId, more) => update({ sessionUpdate: 'tool_call', toolCallId, title: 'a tool', status: 'pending', ...more })
const done = (toolCallId, more) => update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...more })
const waiting = new Map()
let ids = 0
const OPTIONS = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }, { optionId: 'n', name: 'No', kind: 'reject_once' }]
const may = (toolCall, options = OPTIONS) => new Promise((settle) => {
  const id = 'q' + ++ids
  waiting.set(id, (result) => settle(result.outcome.optionId ?? result.outcome.outcome))
  send({ id, method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } })
})
class Failure extends Error { constructor(code, message) { super(message); this.code = code } }
const fail = (code, message) => { throw new Failure(code, message) }
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } } }),
  'session/new': () => ({ sessionId: 's1' }),
  'session/load': () => ({}),
  'session/set_config_option': () => ({ configOptions: [] }),
  'session/prompt': async () => { say('HEARTBEAT_OK'); return { stopReason: 'end_turn' } },
}
let onEnd = () => process.exit(0)
${body}
const onMessage = async ({ id, method, params, result }) => {
  if (method === undefined) return waiting.get(id)?.(result)
  log(method + ' ' + JSON.stringify(params))
  if (id === undefined) return
  try {
    send({ id, result: await answers[method](params) })
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message } })
  }
}
let text = ''
process.stdin.on('data', (chunk) => {
  text += chunk
  for (let at; (at = text.indexOf('\\n')) >= 0; text = text.slice(at + 1)) void onMessage(JSON.parse(text.slice(0, at)))
}).on('end', () => onEnd())
`,
    { mode: 0o755 },
  )
  return path
}

export async function run(
  body: string,
  turn: Partial<TurnSpec> = {},
  changes: Partial<AgentSpec> = {},
  agent: Partial<CliConfig> = {},
  signal = never,
) {
  const program = fake(body)
  const spec = cliSpec(await repo, cliConfig('acp', { program, ...agent }), turn, changes)
  const result = await runner.run(spec, signal)
  const lines = existsSync(`${program}.log`) ? readFileSync(`${program}.log`, 'utf8').trim().split('\n') : []
  const asked = lines.map((line) => {
    const [method = '', ...params] = line.split(' ')
    return [method, JSON.parse(params.join(' '))] as readonly [string, Record<string, unknown>]
  })
  return { result, asked, survivors: await findMarked(marksOf([spec.marker])) }
}
