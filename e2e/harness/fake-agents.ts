import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Run } from '../../shared/runs/run.ts'
import { agentConfigSchema, type AgentConfig } from '../../shared/agents/agent-config.ts'
import { addRepository, expect, settled, type Started } from './fleet.ts'
import { PICTURE, REPLY } from './reply.ts'

/**
 * Agents that a test writes itself: small programs which really run, really get the prompt, and really use
 * Threadbeat's tools.
 */

/**
 * For both kinds: `tool` calls one of Threadbeat's tools by a plain request, `tasks` are the due ones with
 * their keys.
 */
const TOOLS = `
const fs = require('node:fs')
const prompt = args.includes('--version') || args[0] === 'auth' ? '' : fs.readFileSync(0, 'utf8')
async function tool(name, input) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: 'Bearer ' + token }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }) })
  const text = await answer.text()
  const { result } = JSON.parse(text.startsWith('{') ? text : /^data: (\\{.*)$/m.exec(text)[1])
  return { text: result.content[0].text, ok: result.isError !== true }
}
const logged = (text) => fs.appendFileSync(__filename + '.log', text + '\\n')
`

/**
 * Not Claude Code: a program that prints events as it does. `body` sees prompt, args, call, own, done; the
 * last ends it.
 */
export function fakeClaude(folder: string, body: string): string {
  mkdirSync(folder, { recursive: true })
  const program = path.join(folder, 'claude')
  writeFileSync(
    program,
    `#!${process.execPath}
const args = process.argv.slice(2)
if (args.includes('--version')) console.log('2.1.44 (Claude Code)'), process.exit(0)
if (args[0] === 'auth') console.log(JSON.stringify({ loggedIn: true, email: 'ada@example.com', subscriptionType: 'max' })), process.exit(0)
const token = process.env.THREADBEAT_TOOL_TOKEN
const url = JSON.parse(args[args.indexOf('--mcp-config') + 1]).mcpServers.threadbeat?.url
${TOOLS}
const emit = (event) => fs.writeSync(1, JSON.stringify({ session_id: '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11', ...event }) + '\\n')
let calls = 0
const call = (name, input, ok = true, said = '') => {
  const id = 'toolu_' + ++calls
  emit({ type: 'assistant', message: { model: 'claude-haiku-4-5', content: [{ type: 'tool_use', id, name, input }] } })
  emit({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: said, is_error: !ok }] } })
}
const own = async (name, input) => {
  const answer = await tool(name, input)
  call('mcp__threadbeat__' + name, input, answer.ok, answer.text)
  return answer.text
}
const done = (result, more = {}) => emit({ type: 'result', subtype: 'success', is_error: false, result, total_cost_usd: 0.0123, usage: { input_tokens: 1234, cache_read_input_tokens: 5000, output_tokens: 56 }, permission_denials: [], ...more })
const hang = () => process.on('SIGINT', () => process.exit(130)) && setInterval(() => {}, 1000)
emit({ type: 'system', subtype: 'init', model: 'claude-haiku-4-5', mcp_servers: url === undefined ? [] : [{ name: 'threadbeat', status: 'connected' }] })
;(async () => {
${body}
})()
`,
    { mode: 0o755 },
  )
  return program
}

/**
 * Any program: the prompt on its standard input, Threadbeat's tools in its environment. `body` sees prompt
 * and tool, and prints its reply.
 */
export function plainProgram(folder: string, body: string): string {
  const program = path.join(folder, 'agent.cjs')
  writeFileSync(
    program,
    `#!${process.execPath}
const args = []
const { THREADBEAT_TOOLS_URL: url, THREADBEAT_TOOLS_TOKEN: token } = process.env
${TOOLS}
;(async () => {
${body}
})()
`,
    { mode: 0o755 },
  )
  return program
}

/** What a program wrote with `logged`. */
export const logOf = (program: string): string => readFileSync(`${program}.log`, 'utf8').replace(/\n$/, '')

export const claudeAt = (program: string, more: Record<string, unknown> = {}): AgentConfig =>
  agentConfigSchema.parse({ kind: 'cli', cli: 'claude', program, ...more })

/** As the settings would, without the question. */
/** Its script stands for an agent that works all due lines. */
export const useAgent = async (
  { client }: Pick<Started, 'client'>,
  id: ThreadId,
  agent: AgentConfig,
): Promise<void> => {
  await client.threads.setAgent({ id, agent, confirmed: true })
  await client.threads.change({ id, gate: 'changes' })
  expect((await client.snapshot()).threads.find((t) => t.id === id)?.agent).toEqual(agent)
}

/** Environment in which no agent CLI is found but those in `bin`, whatever this machine has. */
export function machineWith(folder: string, bin: string | null): Record<string, string> {
  const home = path.join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return {
    HOME: home,
    SHELL: '/bin/sh',
    PATH: [...(bin === null ? [] : [bin]), '/usr/bin', '/bin'].join(path.delimiter),
    ANTHROPIC_API_KEY: '',
    CODEX_API_KEY: '',
    GH_TOKEN: '',
    GITHUB_TOKEN: '',
  }
}

/** Works, asks for permission, answers at length, and is signed out when the test says so. */
const EVENTFUL = `
  const wide = 'https://example.com/' + 'a-very-long-path/'.repeat(12)
  if (fs.existsSync(__filename + '.out')) { done('Invalid API key · Please run /login', { is_error: true, api_error_status: 401 }); process.exitCode = 1 }
  else if (prompt.startsWith('This is a test')) done('READY')
  else if (prompt.startsWith('Stay')) { call('Bash', { command: 'sleep 300' }); hang() }
  else if (!prompt.startsWith('HEARTBEAT')) done(prompt.startsWith('Compare') ? ${JSON.stringify(REPLY)} + '\\n\\n' + wide : 'Yes: the last run of main passed.')
  else {
    call('Read', { file_path: 'HEARTBEAT.md' })
    call('Bash', { command: 'git status' }, true, 'nothing to commit')
    call('Bash', { command: 'git log --oneline --since=yesterday --pretty=format:"%h %an %s" -- ' + 'src/a/very/deep/folder/with/a/long/name '.repeat(20) }, true, wide)
    for (let i = 0; i < 14; i++) call('Grep', { pattern: 'TODO ' + i, path: 'src' })
    call('Bash', { command: 'npm test' }, false, 'denied')
    await own('report', {
      status: 'attention', attachments: ['before-after.png'],
      tasks: [{ key: 'Run \`git status\`', outcome: 'ok', evidence: 'Nothing is uncommitted; the branch is level with its remote.' }, { key: 'Read the notes', outcome: 'finding', evidence: 'The notes name a folder that was moved: ' + wide }],
      alerts: [{ key: 'rank-conflict', severity: 'warning', text: 'feat/rank conflicts with main in 2 files', state: 'open' }],
    })
    done(${JSON.stringify(REPLY)}, { permission_denials: [{ tool_name: 'Bash', tool_input: { command: 'npm test' } }, { tool_name: 'Bash', tool_input: { command: 'gh pr checks --watch --fail-fast --required --interval 5 ' + '--repo example/checkout '.repeat(8) } }] })
  }`

interface AgentStory {
  readonly id: ThreadId
  readonly runId: RunId // of the newest beat
  /** From now on the runner says that it is signed out. */
  readonly signOut: () => void
}

/**
 * A fleet with an agent behind it: a beat that found something, a question, a long conversation, and use
 * that nears its budgets.
 */
export async function tellAgentStory(app: Started, folder: string, bin: string): Promise<AgentStory> {
  const { client } = app
  const program = fakeClaude(bin, EVENTFUL)
  writeFileSync(
    path.join(bin, 'codex'),
    '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.98.0 && exit 0\necho Not logged in\nexit 1\n',
    { mode: 0o755 },
  )
  const heartbeat =
    '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Run `git status`\n- [ ] Read the notes\n'
  const { id } = await addRepository(app, folder, 'checkout-web', {
    heartbeat,
    ready: (repo) => writeFileSync(path.join(repo, 'before-after.png'), Buffer.from(PICTURE, 'base64')),
  })
  await addRepository(app, folder, 'docs-site')
  await useAgent(
    app,
    id,
    agentConfigSchema.parse({ kind: 'cli', cli: 'claude', env: { ANTHROPIC_API_KEY: 'test-key' } }),
  )
  await client.settings.change({
    caps: [
      { scope: 'fleet', of: null, period: 'day', unit: 'usd', limit: 2 },
      { scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.05 },
      { scope: 'fleet', of: null, period: 'month', unit: 'starts', limit: 7 },
      { scope: 'runner', of: null, period: 'day', unit: 'tokens', limit: 1_000_000 },
    ],
  })
  for (const text of [
    'Is the build of last night still green?',
    'And the one of today?',
    'Compare the checkout page before and after the new tax rules.\nA picture would help.',
  ]) {
    const { itemId } = await client.messages.send({ to: id, text })
    expect(await client.beat.wait({ itemId })).toMatchObject({ outcome: 'quiet' })
  }
  const beat = async (): Promise<Run | null> =>
    client.beat.wait({ itemId: (await client.beat.start({ id, tier: 'quick', anyway: true })).itemId })
  await beat()
  const run = await beat()
  expect(run).toMatchObject({ outcome: 'blocked' })
  await settled(app)
  return { id, runId: run!.id, signOut: () => writeFileSync(`${program}.out`, '') }
}
