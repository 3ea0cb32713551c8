import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { commandUnderTest } from '../testing/command.ts'
import { commandsHere } from '../testing/in-process.ts'

/**
 * The real command as an agent host starts it: over stdio, beside a running `serve`, in real repositories.
 */
const { root, dataDir, bundle, env, start, bundled, gone } = commandUnderTest('mcp-test')
const cli = commandsHere(dataDir, root)
const repos = path.join(root, 'repos')
const clients: Client[] = []

async function session(cwd: string, ...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bundle, '--data-dir', dataDir, 'mcp', ...args],
      env,
      cwd,
      stderr: 'ignore',
    }),
  )
  return client
}
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  return `${isError === true ? 'refused: ' : ''}${content.map((c) => ('text' in c ? String(c.text) : '')).join('')}`
}

let serving: ReturnType<typeof start>
beforeAll(async () => {
  await bundled()
  await makeRepository(repos, 'api', 'clean')
  await makeRepository(repos, 'web', 'clean')
  for (const name of ['api', 'web'])
    writeFileSync(
      path.join(repos, name, 'HEARTBEAT.md'),
      '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at the log\n',
    )
  expect(await cli('add', path.join(repos, 'api'), '--trust')).toMatchObject({ code: 0 })
  expect(await cli('add', path.join(repos, 'web'))).toMatchObject({ code: 0 })
})
afterAll(async () => {
  for (const client of clients) await client.close().catch(() => undefined)
  gone()
})

describe('threadbeat mcp', () => {
  it('says that it needs the running app, and where there is no thread', async () => {
    expect(await start(['mcp'], path.join(repos, 'api')).ended).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Threadbeat is not running') as string,
    })
    serving = start(['serve'])
    await serving.printed(/runs without a window/)
    expect(await start(['mcp'], root).ended).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("lies in no thread's repository") as string,
    })
    expect(await start(['mcp', '--thread', 'ghost']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('no thread "ghost"') as string,
    })
  })

  it('serves the tools of the folder’s own thread, without the report of a run', async () => {
    const inside = path.join(repos, 'api', 'src')
    mkdirSync(inside, { recursive: true })
    const client = await session(inside)
    expect((await client.listTools()).tools.map((t) => t.name)).toEqual([
      'heartbeat_read',
      'heartbeat_write',
      'flag',
      'send_message',
      'list_threads',
      'query_knowledge_base',
      'current_time',
      'elapsed',
    ])
    expect(await call(client, 'heartbeat_read')).toContain('key: quick:look at the log')
    expect(
      await call(client, 'heartbeat_write', {
        edits: [{ do: 'addTask', tier: 'daily', text: 'Read the changelog' }],
      }),
    ).toContain('Written: 1 edit')
    expect(await call(client, 'flag', { text: 'The certificate expires', on: true })).toContain('Written')
    expect(readFileSync(path.join(repos, 'api', 'HEARTBEAT.md'), 'utf8')).toMatch(
      /- The certificate expires[^]*- \[ \] Read the changelog/,
    )
    expect(await call(client, 'list_threads')).toMatch(
      /2 "api": .*\(this thread\)\n3 "web": needs permission/,
    )
    expect(await call(client, 'send_message', { to: 'web', text: 'x' })).toContain(
      'refused: Thread 3 is not trusted',
    )
    expect(await call(client, 'heartbeat_read', { thread: 3 })).toContain('refused: ')
    await client.close()
  })

  it('gives nothing of a thread that is not trusted', async () => {
    const client = await session(root, '--thread', 'web')
    for (const name of ['heartbeat_read', 'list_threads'])
      expect(await call(client, name)).toContain('refused: Thread 3 is not trusted')
    await client.close()
  })

  it('tells a session that outlives the app what is missing, and goes on when it is back', async () => {
    const client = await session(path.join(repos, 'api'))
    serving.child.kill('SIGTERM')
    await serving.ended
    expect(await call(client, 'current_time')).toBe(
      'refused: Threadbeat is not running any more; ask the person to start it.',
    )
    serving = start(['serve'])
    await serving.printed(/runs without a window/)
    expect(await call(client, 'current_time')).toMatch(/^It is /)
    await client.close()
    serving.child.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })
})
