import { expect, it } from 'vitest'
import type { TaskStatus } from '../../../../shared/runs/run.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { oneList } from '../../testing/one-list.ts'
import { completed } from '../../testing/world/agents.ts'

const TEXT =
  '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] look\n- [ ] wait\n\n## Daily Tasks\n- [ ] sweep\n\n## Notes\n'

/** Each beat comes to what `statuses` says by the text of a line; what it does not name passes. */
async function beaten() {
  const { s, id, client, outside } = await oneList(TEXT)
  const statuses: Record<string, TaskStatus> = {}
  s.script = (spec) => {
    const done = completed(spec)
    return {
      tasks: done.tasks.map((task) => ({
        ...task,
        status: statuses[task.text] ?? 'passed',
        note: task.text,
      })),
    }
  }
  const beat = async (tier: 'quick' | 'daily'): Promise<void> => {
    await client.beat.start({ id, tier })
    await s.clock.settle()
  }
  const last = async (): Promise<Record<string, readonly unknown[]>> =>
    Object.fromEntries(
      (await client.doc.results({ id })).map(({ key, status, before }) => [key, [status, ...before]]),
    )
  return { s, id, client, outside, statuses, beat, last }
}

it('each line has what its newest beat found, the beats before it behind', async () => {
  const { s, id, client, statuses, beat, last } = await beaten()
  expect(await last()).toEqual({})
  await beat('daily')
  statuses['look'] = 'finding'
  await beat('quick')
  expect(await last()).toEqual({
    'quick:look': ['finding', 'passed'],
    'quick:wait': ['passed', 'passed'],
    'daily:sweep': ['passed'],
  })
  const { runId, at, note } = (await client.doc.results({ id })).find((r) => r.key === 'quick:look')!
  const newest = s.runs(id).at(-1)!
  expect([runId, at, note]).toEqual([newest.id, newest.startedAt, 'look'])
  await s.stop()
})

it('a daily line is found behind many quick beats, and no more than twelve of a line are given', async () => {
  const { s, beat, last } = await beaten()
  await beat('daily')
  for (let n = 0; n < 40; n++) await beat('quick')
  const found = await last()
  expect([found['daily:sweep']?.length, found['quick:look']?.length]).toEqual([1, 12])
  await s.stop()
})

it('a line with other words has no result, nor one that no beat has worked since then', async () => {
  const { s, id, beat, last, outside } = await beaten()
  await beat('daily')
  await s.clock.advance(MINUTE)
  await outside(TEXT.replace('look', 'look again'))
  await beat('quick')
  expect(await last()).toMatchObject({ 'quick:look': ['passed'], 'quick:look again': ['passed'] })
  const since = s.runs(id).at(-1)!.startedAt
  const keys = s.store.tasks.lastResults(id, since, 12).map(({ key }) => key)
  expect(keys).toEqual(['quick:look again', 'quick:wait'])
  await s.stop()
})

it('nothing is said of a repository that is not trusted, or of before it was trusted anew', async () => {
  const { s, id, client, beat } = await beaten()
  await beat('daily')
  const trusted = s.store.threads.get(id)!.trustedAt
  s.store.threads.change(id, { trustedAt: null })
  expect(await client.doc.results({ id })).toEqual([])
  s.store.threads.change(id, { trustedAt: s.clock.now() + MINUTE })
  expect(await client.doc.results({ id })).toEqual([])
  s.store.threads.change(id, { trustedAt: trusted })
  expect(await client.doc.results({ id })).toHaveLength(3)
  await s.stop()
})

it('a command that differs only in case or markup begins anew', async () => {
  const { s, beat, client, id, outside } = await beaten()
  await outside(TEXT.replace('look', 'Run `test -f a_b`'))
  await beat('quick')
  await s.clock.advance(MINUTE)
  await outside(TEXT.replace('look', 'Run `test -f *ab`'))
  await beat('quick')
  const [result] = await client.doc.results({ id })
  expect([result!.text, result!.before]).toEqual(['Run `test -f *ab`', []])
  await s.stop()
})

it('the look at the flags has not passed while one stands', async () => {
  const { s, id, client } = await oneList(
    TEXT.replace('(none)', '- Prod is down').replace('look', 'Check Urgent Flags'),
  )
  s.script = (spec) => {
    const { tasks } = completed(spec)
    return {
      tasks: [...tasks, { ...tasks[0]!, key: 'flag:prod is down', text: 'Prod is down', status: 'finding' }],
    }
  }
  await client.beat.start({ id, tier: 'quick' })
  await s.clock.settle()
  const results = await client.doc.results({ id })
  expect(results.find(({ text }) => text === 'Check Urgent Flags')?.status).toBe('finding')
  expect(results.find(({ text }) => text === 'wait')?.status).toBe('passed')
  await s.stop()
})
