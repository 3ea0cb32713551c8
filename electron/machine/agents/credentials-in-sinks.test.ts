import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import { credentials } from '../../../shared/base/secrets/testing/credentials.ts'
import { endText } from '../../cli/events/exec/end-text.ts'
import { outputTail } from '../../cli/events/exec/output-tail.ts'
import { archived, filesOf, heardOn, textsOf, type Client } from './testing/credential-sinks.ts'
import { flood, halves, leaked, placed, printerOf } from './testing/printed-credentials.ts'

/** What is printed by a command agent, its errors, a flood, a job, a local check, a command of exec, told by hand. */
const LETTERS = 'qhkzvwj'
const VALUES = ['plum-orchard-of-the-agent-1', 'plum-orchard-of-the-job-2']

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'credentials-in-sinks-')))
const dataDir = path.join(root, 'data')
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))

async function added(client: Client, name: string, agent: AgentConfig): Promise<ThreadId> {
  const repo = path.join(root, name)
  execFileSync('git', ['init', '-q', repo])
  const { added: threads } = await client.threads.add({ paths: [repo], trust: true })
  const { id } = threads[0]!
  await client.threads.setAgent({ id, agent, confirmed: true })
  return id
}

const command = (argv: readonly string[], env: Record<string, string> = {}): AgentConfig => ({
  kind: 'command',
  argv: [...argv],
  env,
})

async function beaten(client: Client, id: ThreadId): Promise<void> {
  const { itemId } = await client.beat.start({ id })
  await client.beat.wait({ itemId })
}

/** Each way by which printed text comes in, once. */
async function fill(client: Client): Promise<void> {
  const words = [...placed('q'), ...placed('q').flatMap(halves)]
  const env = { CANARY: VALUES[0]! }
  const talker = await added(client, 'talker', command(printerOf(root, 'talker', words), env))
  await beaten(client, talker)
  const errors = printerOf(root, 'failing', placed('h'), { code: 1, to: 'stderr' })
  await beaten(client, await added(client, 'failing', command(errors, env)))
  await beaten(
    client,
    await added(client, 'flooding', command(printerOf(root, 'flood', [flood('k', 5_000_000)]))),
  )
  await jobRun(client, talker)
  await checked(client)

  const tail = outputTail({})
  for (const text of placed('w')) tail.add(1, Buffer.from(text))
  const end = { code: 1, signal: null, problem: null, durationMs: 5, tail, isShown: false }
  await client.events.ended({
    to: talker,
    text: endText('npm test', end),
    command: { name: 'npm test', hasFailed: true },
    wake: 'next',
  })
  for (const text of credentials('j'))
    await client.events.add({
      to: talker,
      text: `It said ${text}`,
      source: 'cli',
      wake: 'next',
      urgent: true,
    })
}

async function jobRun(client: Client, threadId: ThreadId): Promise<void> {
  const argv = [...printerOf(root, 'job', placed('z'), { code: 1 })]
  const action = { kind: 'command' as const, argv, env: { CANARY: VALUES[1]! } }
  const schedule = { kind: 'at' as const, at: Date.now() + 3_600_000 }
  const job = await client.jobs.save({
    threadId,
    spec: { name: 'nightly', schedule, action },
    confirmed: true,
  })
  await client.jobs.run({ id: job.id })
  const [start] = await client.jobs.runs({ id: job.id })
  await client.beat.wait({ itemId: start!.itemId as ItemId })
}

async function checked(client: Client): Promise<void> {
  const argv = printerOf(root, 'check', placed('v'), { code: 1 })
  const id = await added(client, 'checked', { kind: 'local' })
  writeFileSync(
    path.join(root, 'checked', 'HEARTBEAT.md'),
    `# HEARTBEAT\n\n## Quick Checks\n\n- [ ] Run \`${argv.join(' ')}\`\n`,
  )
  const hashes = (await client.approvals.list({ id })).commands.map(({ hash }) => hash)
  await client.approvals.set({ id, hashes, approved: true, confirmed: true })
  await beaten(client, id)
}

/** Values of environments stand in the configuration, and nowhere else. */
const CONFIGURED = /^threadbeat\.db|^backups[\\/]/

it('no credential that is printed gets into a file, an archive, a notice or a request', async () => {
  const { hook, host, client, notices } = await heardOn(dataDir)
  await fill(client)
  const bodies = await hook.heard(2)
  const archive = await archived(client, path.join(root, 'out.zip'))

  const found: [string, readonly string[]][] = [
    ['history', leaked(textsOf(path.join(dataDir, 'threadbeat.db')), LETTERS, [])],
    ['requests', leaked(bodies.join('\n'), LETTERS, VALUES)],
    ['notices', leaked(notices.join('\n'), LETTERS, VALUES)],
    ['snapshot', leaked(JSON.stringify(await client.snapshot()), LETTERS, [])],
    ['report', leaked(JSON.stringify(await client.app.report()), LETTERS, VALUES)],
  ]
  const { runs } = await client.runs.page({})
  expect(runs.length).toBeGreaterThanOrEqual(5)
  for (const run of runs)
    found.push([run.kind, leaked(JSON.stringify(await client.runs.get({ id: run.id })), LETTERS, VALUES)])
  for (const [name, text] of archive) found.push([name, leaked(text, LETTERS, VALUES)])
  const look = (): void => {
    for (const file of filesOf(dataDir)) {
      const name = path.relative(dataDir, file)
      const values = CONFIGURED.test(name) ? [] : VALUES
      found.push([name, leaked(readFileSync(file).toString('latin1'), LETTERS, values)])
    }
  }
  look()
  await host.stop('wait')
  look()
  hook.close()
  expect(notices.length).toBeGreaterThan(0)
  expect(filesOf(dataDir).map((file) => path.relative(dataDir, file))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^outputs/),
      expect.stringMatching(/^backups/),
      'threads.json',
    ]),
  )
  expect(found.filter(([, hits]) => hits.length > 0)).toEqual([])
})
