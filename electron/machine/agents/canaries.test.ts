import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import { endText } from '../../cli/events/exec/end-text.ts'
import { outputTail } from '../../cli/events/exec/output-tail.ts'
import { canariesOf, NAMES, type Canary } from './testing/canaries.ts'
import { archived, filesOf, heardOn, textsOf, type Client } from './testing/credential-sinks.ts'
import { printerOf } from './testing/printed-credentials.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'canaries-')))
const dataDir = path.join(root, 'data')
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))

/** Each place by which words of others come in, with credentials that stand in no other. */
const PLACES = {
  'output of a check': canariesOf('output of a check'),
  'errors of a check': canariesOf('errors of a check'),
  'reply of an agent': canariesOf('reply of an agent'),
  'errors of an agent': canariesOf('errors of an agent'),
  'output of a job': canariesOf('output of a job'),
  'output under exec': canariesOf('output under exec'),
  event: canariesOf('event'),
  'commit message': canariesOf('commit message'),
  'name of a file': canariesOf('name of a file', NAMES),
  'name of a branch': canariesOf('name of a branch', NAMES),
  'password of a remote': canariesOf('password of a remote', NAMES),
  'environment of the app': canariesOf('environment of the app', NAMES),
} as const
const ALL: readonly (Canary & { readonly place: string })[] = Object.entries(PLACES).flatMap(([place, of]) =>
  of.map((canary) => ({ ...canary, place })),
)

const words = (place: keyof typeof PLACES): readonly string[] => PLACES[place].map(({ text }) => `${text}\n`)

async function added(client: Client, name: string, agent: AgentConfig): Promise<ThreadId> {
  const { added: threads } = await client.threads.add({ paths: [path.join(root, name)], trust: true })
  const { id } = threads[0]!
  await client.threads.setAgent({ id, agent, confirmed: true })
  return id
}

async function beaten(client: Client, id: ThreadId, tier: 'quick' | 'daily'): Promise<void> {
  const { itemId } = await client.beat.start({ id, tier })
  await client.beat.wait({ itemId })
}

function git(repo: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid']
  const env = { ...process.env, GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z' } // so that branches are stale
  execFileSync('git', ['-C', path.join(root, repo), ...who, ...args], { stdio: 'pipe', env })
}

/** A repository whose history, files, branches and remotes are named by credentials. */
function planted(name: string): void {
  mkdirSync(path.join(root, name))
  git(name, 'init', '-q', '-b', 'main')
  for (const { text } of PLACES['commit message']) git(name, 'commit', '-q', '--allow-empty', '-m', text)
  for (const { text } of PLACES['name of a file']) writeFileSync(path.join(root, name, text), text)
  for (const { text } of PLACES['name of a branch']) git(name, 'branch', text, 'HEAD~3')
  PLACES['password of a remote'].forEach(({ secret }, at) => {
    git(name, 'remote', 'add', at === 0 ? 'origin' : `r${at}`, `http://ada:${secret}@127.0.0.1:1/api.git`)
    git(name, 'config', 'branch.main.remote', 'origin')
    git(name, 'config', 'branch.main.merge', 'refs/heads/main')
  })
}

const command = (argv: readonly string[]): AgentConfig => ({ kind: 'command', argv: [...argv], env: {} })

async function fill(client: Client): Promise<void> {
  planted('checked')
  const checked = await added(client, 'checked', { kind: 'local' })
  await beaten(client, checked, 'daily') // by the list that it is added with: fetches, looks at branches and files
  const out = printerOf(root, 'out', words('output of a check'), { code: 1 })
  const err = printerOf(root, 'err', words('errors of a check'), { code: 1, to: 'stderr' })
  const list = path.join(root, 'checked', 'HEARTBEAT.md')
  writeFileSync(
    list,
    `# HEARTBEAT\n\n## Quick Checks\n\n- [ ] Run \`${out.join(' ')}\`\n- [ ] Run \`${err.join(' ')}\`\n`,
  )
  const hashes = (await client.approvals.list({ id: checked })).commands.map(({ hash }) => hash)
  await client.approvals.set({ id: checked, hashes, approved: true, confirmed: true })
  await beaten(client, checked, 'quick')

  planted('talker')
  const talker = await added(client, 'talker', command(printerOf(root, 'talk', words('reply of an agent'))))
  git('talker', 'commit', '-q', '--allow-empty', '-m', PLACES['commit message'][0]!.text)
  await beaten(client, talker, 'daily')
  planted('failing')
  const errors = printerOf(root, 'fail', words('errors of an agent'), { code: 1, to: 'stderr' })
  await beaten(client, await added(client, 'failing', command(errors)), 'daily')
  await jobRun(client, talker)
  await told(client, talker)
  await beaten(client, talker, 'quick') // with what was told
}

async function jobRun(client: Client, threadId: ThreadId): Promise<void> {
  const argv = [...printerOf(root, 'job', words('output of a job'), { code: 1 })]
  const schedule = { kind: 'at' as const, at: Date.now() + 3_600_000 }
  const job = await client.jobs.save({
    threadId,
    spec: { name: 'nightly', schedule, action: { kind: 'command', argv, env: {} } },
    confirmed: true,
  })
  await client.jobs.run({ id: job.id })
  const [start] = await client.jobs.runs({ id: job.id })
  await client.beat.wait({ itemId: start!.itemId as ItemId })
}

async function told(client: Client, to: ThreadId): Promise<void> {
  for (const text of words('output under exec')) {
    const tail = outputTail({})
    tail.add(1, Buffer.from(text))
    const end = { code: 1, signal: null, problem: null, durationMs: 5, tail, isShown: false }
    const ended = { name: 'npm test', hasFailed: true }
    await client.events.ended({ to, text: endText('npm test', end), command: ended, wake: 'next' })
  }
  for (const { text } of PLACES.event)
    await client.events.add({ to, text: `It said ${text}`, source: 'cli', wake: 'next', urgent: true })
}

/** `place, kind`, and where, of each that stands in a text. */
const foundIn = (where: string, text: string): readonly string[] =>
  ALL.filter(({ secret }) => text.includes(secret)).map(({ place, kind }) => `${place}, ${kind}: ${where}`)

it('of 200 canaries in all that comes in none is in the history, logs, archives, reports or news', async () => {
  expect(ALL.length).toBeGreaterThanOrEqual(200)
  expect(new Set(ALL.map(({ secret }) => secret)).size).toBe(ALL.length)
  PLACES['environment of the app'].forEach(({ secret }, at) => (process.env[`CANARY_TOKEN_${at}`] = secret))
  const { hook, host, client, notices } = await heardOn(dataDir)
  await fill(client)
  const archive = await archived(client, path.join(root, 'out.zip'))

  const texts: [string, string][] = [
    ['history', textsOf(path.join(dataDir, 'threadbeat.db'))],
    ['news over the network', (await hook.heard(2)).join('\n')],
    ['notices', notices.join('\n')],
    ['report', JSON.stringify(await client.app.report())],
    ['snapshot', JSON.stringify(await client.snapshot())],
  ]
  for (const { id } of (await client.runs.page({})).runs)
    texts.push([`run ${id}`, JSON.stringify(await client.runs.get({ id }))])
  texts.push(...archive.map(([name, text]): [string, string] => [name, text]))
  for (const repo of ['checked', 'talker', 'failing'])
    texts.push([`HEARTBEAT.md of ${repo}`, readFileSync(path.join(root, repo, 'HEARTBEAT.md'), 'utf8')])
  await host.stop('wait')
  hook.close()
  for (const file of filesOf(dataDir))
    texts.push([path.relative(dataDir, file), readFileSync(file).toString('latin1')])

  expect(texts.flatMap(([where, text]) => foundIn(where, text))).toEqual([])
  // They came in: what stands in their place is there.
  expect(texts[0]![1].split('[redacted]').length).toBeGreaterThan(100)
  expect(notices.length).toBeGreaterThan(0)
})
