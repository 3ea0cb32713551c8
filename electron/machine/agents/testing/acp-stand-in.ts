import { standIns } from './stand-in.ts'

/** What makes a program out of a body that speaks the protocol. */
export const speaksAcp = (body: string): string => `
const send = (message) => fs.writeSync(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
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
}).on('end', () => onEnd())`

const stand = standIns('acp', speaksAcp)
export const { repo } = stand

/**
 * A stand-in for an agent that speaks the Agent Client Protocol: a program that answers as `answers` says, by
 * method; what it does not name has an ordinary answer. In `prompt`, `update` tells of the turn and `may` asks for
 * permission. All it is asked is kept.
 */
export async function run(...how: Parameters<typeof stand.run>) {
  const { log, ...ran } = await stand.run(...how)
  const asked = log.map((line) => {
    const [method = '', ...params] = line.split(' ')
    return [method, JSON.parse(params.join(' '))] as readonly [string, Record<string, unknown>]
  })
  return { ...ran, asked }
}
