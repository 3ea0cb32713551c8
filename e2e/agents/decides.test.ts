import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { makeRepository } from '../../electron/host/repositories.ts'
import { checkOf } from '../../shared/runs/check-id.ts'
import { OK_TOKEN } from '../../shared/runs/reply.ts'
import type { Script, Step } from '../harness/model-server.ts'
import { products, type Product } from './product.ts'

// The real Claude Code decides about a suggestion to its own thread, in a beat that starts anyway, with the template and
// the rights of a new user.

const product = products('claude')

function withLinter(cwd: string): void {
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ scripts: { lint: 'node -e 0' } }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd })
  git('add', 'package.json')
  git('commit', '-qm', 'a linter')
}

/** Its thread lacks what another repository runs; it is told so and answers as `answers` say, then reports. */
async function told(answers: readonly Step[]): Promise<Product> {
  const script: Script = ({ results }) => {
    const answer = answers[results.length]
    if (answer !== undefined) return answer
    if (results.length > answers.length) return { say: OK_TOKEN }
    const tasks = p
      .tasks()
      .filter((task) => task.tier === 'daily' && checkOf(task.text) === null)
      .map(({ key }) => ({ key, outcome: 'ok', evidence: 'Looked.' }))
    return { call: 'report', args: { status: 'ok', alerts: [], tasks } }
  }
  const p: Product = await product(script, { asNew: true })
  const other = await makeRepository(path.dirname(p.dataDir), 'other', 'clean')
  for (const folder of [p.repo, other.path]) withLinter(folder)
  writeFileSync(path.join(other.path, 'HEARTBEAT.md'), '## Daily Tasks\n- [ ] Run `npm run lint`\n')
  await p.client.threads.add({ paths: [other.path], trust: true })
  // Without a line that takes judgement no agent is started, whatever is suggested.
  writeFileSync(p.file, readFileSync(p.file, 'utf8').replace(/(## Daily Tasks.*\n)/, '$1- [ ] Weigh it\n'))
  await p.client.threads.change({ id: p.id, suggestions: 'agent' })
  const { suggestions } = await p.client.pollination.view()
  expect(suggestions).toMatchObject([
    { threadId: p.id, pattern: 'lint', suggestion: 1, agent: { toldAt: null } },
  ])
  return p
}

const record = async ({ client }: Product) => (await client.pollination.view()).decided

it('accepts: the line stands in its list, on record as its decision, and waits for the approval of a person', {
  timeout: 120_000,
}, async () => {
  const p = await told([
    { call: 'decide_suggestion', args: { suggestion: 7, decision: 'accept', reason: 'not mine' } },
    { call: 'decide_suggestion', args: { suggestion: 1, decision: 'accept', reason: 'it fits' } },
  ])
  const run = await p.beat('daily', { anyway: true })
  expect(run.fault).toBeNull()
  expect(p.server.asked[0]!.prompts.join('\n')).toContain(
    'Cross-pollination suggestion 1\n> task: Run `npm run lint`',
  )
  expect(JSON.stringify(p.server.asked.at(-1)!.results)).toContain('its own prompt carries: 1')
  expect(readFileSync(p.file, 'utf8')).toContain('- [ ] Run `npm run lint`')
  expect(await record(p)).toMatchObject([{ number: 1, state: 'accepted', by: 'agent', reason: 'it fits' }])
  const { commands: wanted } = await p.client.approvals.list({ id: p.id })
  expect(wanted).toMatchObject([{ text: 'npm run lint', approvedAt: null }])
})

it('declines: nothing is written, and its reason is kept', { timeout: 120_000 }, async () => {
  const p = await told([
    { call: 'decide_suggestion', args: { suggestion: 1, decision: 'decline', reason: 'biome does it' } },
  ])
  expect((await p.beat('daily', { anyway: true })).fault).toBeNull()
  expect(readFileSync(p.file, 'utf8')).not.toContain('npm run lint')
  expect(await record(p)).toMatchObject([
    { number: 1, state: 'declined', by: 'agent', reason: 'biome does it' },
  ])
})
