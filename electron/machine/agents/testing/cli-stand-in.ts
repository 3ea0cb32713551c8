import { standIns } from './stand-in.ts'

/**
 * A stand-in for Claude Code: a program that prints what the real one would. `emit` writes an event, `args`
 * and `prompt` are what it got.
 */
export const { folder, repo, run } = standIns(
  'claude',
  (body) => `
const args = process.argv.slice(2)
const emit = (event) => fs.writeSync(1, JSON.stringify(event) + '\\n')
const init = (status = 'connected') => emit({ type: 'system', subtype: 'init', session_id: 's1', model: 'm', mcp_servers: [{ name: 'threadbeat', status }] })
let calls = 0
const call = (name, input) => { const id = 't' + ++calls; emit({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }); emit({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] } }) }
const done = (result, more = {}) => emit({ type: 'result', subtype: 'success', is_error: false, result, session_id: 's1', total_cost_usd: 0.01, usage: { input_tokens: 1, output_tokens: 1 }, permission_denials: [], ...more })
const prompt = fs.readFileSync(0, 'utf8')
${body}`,
)
