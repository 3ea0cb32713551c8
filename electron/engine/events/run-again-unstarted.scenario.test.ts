import { expect, it } from 'vitest'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { DAY } from '../../../shared/base/time.ts'
import type { AgentSpec } from '../ports/agents.ts'
import { apiClient } from '../testing/api-client.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

const TESTS = { argv: ['npm', 'test'], folder: '/tmp/plain' }

it('found by a user: a command run again runs where it was told from; one that cannot be started keeps the news of its failure', async () => {
  const faults: Fault[] = [
    fault('repo.missing', '/tmp/plain is not there'),
    fault('agent.timed_out', 'npm took long'),
  ]
  const executed: AgentSpec[] = []
  const s = await scenario({
    script: (spec) => {
      if (spec.agent.kind !== 'command') return { text: '' }
      executed.push(spec)
      return { status: 'failed', fault: faults.shift()!, exitCode: null }
    },
  })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'local' } })
  const client = apiClient(s, {}, 'socket')
  const command = { name: 'npm test', hasFailed: true }
  await client.events.ended({ to: id, text: 'It failed.', command, again: TESTS, wake: 'now' })
  const open = () => s.store.alerts.list('open', 50, s.clock.now())
  const [alert] = open()
  const again = async () => {
    await client.alerts.runAgain({ id: alert!.id, command: TESTS, confirmed: true })
    await s.clock.settle()
  }
  await again()
  expect(executed[0]).toMatchObject({ repoPath: TESTS.folder, anyFolder: true })
  expect(s.runs(id).at(-1)).toMatchObject({
    outcome: 'broken',
    summary: 'Command "npm test" could not be started: /tmp/plain is not there.',
  })
  expect(open()).toMatchObject([{ id: alert!.id, seen: 1, text: alert!.text, again: TESTS }])
  await again()
  expect(open()[0]).toMatchObject({ seen: 2 })
  expect(open()[0]!.text).toMatch(/npm took long\. It printed nothing\.$/)
})
