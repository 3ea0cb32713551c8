import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliConfig } from '../../../../shared/agents/agent-config.ts'
import type { AgentSpec, TurnSpec } from '../../../engine/ports/agents.ts'
import { makeRepository } from '../../../host/repositories.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { findMarked, marksOf } from '../../process/marks.ts'
import { testFolder } from './folders.ts'
import { cliConfig, cliSpec, never, realClock } from './specs.ts'

export const folder = testFolder()
const runner = createAgentRunner(realClock)
export const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)

let made = 0

/**
 * A stand-in for Claude Code: a program that prints what the real one would. `emit` writes an event, `args`
 * and `prompt` are what it got.
 */
function fake(body: string): string {
  const path = join(folder, `fake-${++made}.cjs`)
  writeFileSync(
    path,
    `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const emit = (event) => fs.writeSync(1, JSON.stringify(event) + '\\n')
const init = (status = 'connected') => emit({ type: 'system', subtype: 'init', session_id: 's1', model: 'm', mcp_servers: [{ name: 'threadbeat', status }] })
let calls = 0
const call = (name, input) => { const id = 't' + ++calls; emit({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }); emit({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] } }) }
const done = (result, more = {}) => emit({ type: 'result', subtype: 'success', is_error: false, result, session_id: 's1', total_cost_usd: 0.01, usage: { input_tokens: 1, output_tokens: 1 }, permission_denials: [], ...more })
const log = (text) => fs.appendFileSync(__filename + '.log', text + '\\n')
const prompt = fs.readFileSync(0, 'utf8')
${body}
`,
    { mode: 0o755 },
  )
  return path
}

const logOf = (program: string): readonly string[] =>
  existsSync(`${program}.log`) ? readFileSync(`${program}.log`, 'utf8').trim().split('\n') : []

export async function run(
  body: string,
  turn: Partial<TurnSpec> = {},
  changes: Partial<AgentSpec> = {},
  agent: Partial<CliConfig> = {},
  signal = never,
) {
  const program = fake(body)
  const spec = cliSpec(await repo, cliConfig('claude', { program, ...agent }), turn, changes)
  const result = await runner.run(spec, signal)
  return { result, log: logOf(program), survivors: await findMarked(marksOf([spec.marker])) }
}
