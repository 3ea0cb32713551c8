import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { USUAL_METRIC, type MetricSpec } from '../../shared/attempts/metric.ts'
import { checkOf } from '../../shared/runs/check-id.ts'
import { OK_TOKEN } from '../../shared/runs/reply.ts'
import type { Script } from '../harness/model-server.ts'
import { products, type Product } from './product.ts'

// The real Claude Code works towards a number, with the template and the rights of a new user: its beat is measured, and
// it is asked to reflect in the conversation of that very beat.

const product = products('claude')
const SPEC: MetricSpec = { ...USUAL_METRIC, team: 'cycles', command: './bench.sh', direction: 'lower' }

const SKILL = { title: 'Pack the loop', kind: 'skill', text: '1. Unroll it.\n\nSeen in attempt 1.' }

async function measured(): Promise<Product> {
  const script: Script = ({ results, prompts }) => {
    const isToReflect = prompts.join('\n').includes('## reflect')
    if (isToReflect && !results.some(({ text }) => text.includes('Written: the skill')))
      return { call: 'write_page', args: SKILL }
    if (results.length > 0) return { say: OK_TOKEN }
    const tasks = p
      .tasks()
      .filter((task) => task.tier === 'quick' && checkOf(task.text) === null)
      .map(({ key }) => ({ key, outcome: 'ok', evidence: 'Looked.' }))
    return { call: 'report', args: { status: 'ok', alerts: [], tasks } }
  }
  const p: Product = await product(script, { asNew: true })
  const bench = path.join(p.repo, 'bench.sh')
  writeFileSync(bench, '#!/bin/sh\necho "cycles: 1200"\n')
  chmodSync(bench, 0o755)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: p.repo })
  git('add', 'bench.sh')
  git('commit', '-qm', 'a benchmark')
  // Without a line that takes judgement no agent is started.
  writeFileSync(p.file, readFileSync(p.file, 'utf8').replace(/(## Quick Tasks.*\n)/, '$1- [ ] Weigh it\n'))
  const shown = await p.client.metrics.preview({ id: p.id, spec: SPEC })
  await p.client.metrics.save({ id: p.id, spec: SPEC, hash: shown.request!.hash, confirmed: true })
  return p
}

it('is measured, and asked to reflect in the conversation of its beat, with the result first', {
  timeout: 120_000,
}, async () => {
  const p = await measured()
  const run = await p.beat('quick', { anyway: true })
  expect(run.fault).toBeNull()
  const [reflected] = await p.until('the reflection', async () => {
    const found = p.server.asked.filter(({ prompts }) => prompts.join('\n').includes('## reflect'))
    return found.length > 0 ? found : null
  })
  const said = JSON.stringify(reflected!.body)
  expect(said, 'the beat before it').toContain('Weigh it')
  expect(reflected!.prompts.join('\n')).toMatch(
    /Run 1: score 1200 \(lower is better\)\.[^]*Nobody is watching[^]*## reflect/,
  )
  const { attempts, interventions } = await p.client.attempts.view({ id: p.id, team: false, limit: 9 })
  expect(attempts).toMatchObject([{ run: 1, score: 1200, standing: 'best', class: 'real' }])
  expect(interventions).toMatchObject([{ names: ['reflect'], attempt: 1, session: attempts[0]!.session }])
  expect(attempts[0]!.session).not.toBeNull()
  await p.until('its end', async () =>
    p.host.snapshot().threads.find((t) => t.id === p.id)?.running === null ? true : null,
  )
  const { runs } = await p.client.runs.page({ threadId: p.id, limit: 9 })
  const message = await p.client.runs.get({ id: runs.find(({ kind }) => kind === 'message')!.id })
  expect(message).toMatchObject({ fault: null, sender: 'threadbeat' })
  // It had the tool by the rights of a new user, which only look.
  expect(await p.client.knowledge.pages({ id: p.id })).toMatchObject([{ ...SKILL, by: 'agent' }])
})
