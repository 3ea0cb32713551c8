import { expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario } from '../testing/scenario.ts'
import { completed } from '../testing/world/agents.ts'

const LIST = '## Quick Tasks\n- [ ] Look\n- [ ] Run `npm test`\n'
const TESTS: KeptCommand = { argv: ['npm', 'test'], folder: '/api' }
const RED: Partial<TaskResult> = {
  status: 'finding',
  severity: 'warning',
  note: '`npm test` failed (exit code 3)',
  exitCode: 3,
}

/** Local checks that run `npm test` of the list; each beat takes ten seconds. */
async function bench(playbook = LIST) {
  const found: Record<string, Partial<TaskResult>> = {}
  const s = await scenario({
    script: (spec) => ({
      takesMs: 10 * SECOND,
      tasks: completed(spec).tasks.map((task) =>
        task.text.includes('npm test') ? { ...task, command: ['npm', 'test'], ...found[task.text] } : task,
      ),
    }),
  })
  const id = s.add('api', { playbook, intervalMs: DAY })
  await s.clock.advance(MINUTE)
  const client = apiClient(s, {}, 'socket')
  const failed = (again: KeptCommand | null, name = 'npm test') =>
    client.events.ended({
      to: id,
      text: `Command "${name}" failed.`,
      command: { name, hasFailed: true },
      ...(again === null ? {} : { again }),
      wake: 'next',
    })
  const begin = () => client.beat.start({ id, tier: 'quick' })
  const beat = async (): Promise<void> => {
    await begin()
    await s.clock.advance(MINUTE)
  }
  const open = () => s.store.alerts.list('open', 50, s.clock.now()).map(({ key }) => key)
  return { s, found, failed, begin, beat, open }
}

it('found by a user: the beat that runs the same command and passes ends what `threadbeat exec` told of it, too', async () => {
  const { s, found, failed, beat, open } = await bench()
  await failed(TESTS)
  found['Run `npm test`'] = RED
  await beat()
  expect([...open()].sort()).toEqual(['command:npm test', 'quick:run npm test'])
  const [first] = s.store.alerts.list('open', 50, s.clock.now()).filter(({ again }) => again !== null)
  delete found['Run `npm test`']
  await beat()
  expect(open()).toEqual([])
  expect(s.store.alerts.get(first!.id)?.resolvedBy).toBe('beat')
  await s.stop()
})

it('the same where a person has called it by another name', async () => {
  const { s, failed, beat, open } = await bench()
  await failed(TESTS, 'the tests')
  await beat()
  expect(open()).toEqual([])
  await s.stop()
})

it.each<[string, KeptCommand | null]>([
  ['with another argument', { ...TESTS, argv: ['npm', 'test', '--', 'a'] }],
  ['with its words as one', { ...TESTS, argv: ['npm test'] }],
  ['in another folder', { ...TESTS, folder: '/api/web' }],
  ['of which only the name is known', null],
])('a command %s stands, whatever it is called', async (_what, command) => {
  const { s, failed, beat, open } = await bench()
  await failed(command)
  await beat()
  expect(open()).toEqual(['command:npm test'])
  await s.stop()
})

it('what failed while the beat was on stands until the next one', async () => {
  const { s, failed, begin, beat, open } = await bench()
  await begin()
  await s.clock.advance(SECOND)
  await failed(TESTS)
  await s.clock.advance(MINUTE)
  expect(open()).toEqual(['command:npm test'])
  await beat()
  expect(open()).toEqual([])
  await s.stop()
})

it('it stands where another line of the same beat ran it and it failed', async () => {
  const { s, found, failed, beat, open } = await bench(`${LIST}- [ ] Run \`npm test\` again\n`)
  await failed(TESTS)
  found['Run `npm test` again'] = RED
  await beat()
  expect(open()).toContain('command:npm test')
  await s.stop()
})
