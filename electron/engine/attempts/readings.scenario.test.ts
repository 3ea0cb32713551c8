import { expect, it } from 'vitest'
import { measuredThread } from '../testing/attempts/measured-thread.ts'
import { openAlerts } from '../testing/one-thread.ts'
import { NOTHING_SEEN } from '../testing/world/repositories.ts'

const about = (s: Parameters<typeof openAlerts>[0]): readonly string[] =>
  openAlerts(s).filter((text) => /measures the work|jumped/.test(text))

it('tells that what measures breaks, once, until a score is measured again', async () => {
  const b = await measuredThread(['5'])
  await b.beat()
  b.s.checks = ({ text }) =>
    text.includes('./bench')
      ? { status: 'failed', note: 'It did not end in time.', output: 'half\u202e way' }
      : {}
  await b.beat()
  await b.beat()
  expect(b.attempts()[0]).toMatchObject({ class: 'grader_error', standing: 'not counted' })
  expect(about(b.s)).toEqual([
    'What measures the work of this thread breaks: It did not end in time. half way',
  ])
  b.s.checks = (task) => (task.text.includes('./bench') ? { status: 'passed', output: '4' } : {})
  await b.beat()
  expect(about(b.s)).toEqual([])
})

it('warns of changed files as long as it is so, and of three runs without a score', async () => {
  const b = await measuredThread(['5', '4', 'none', 'none', 'none', '3'], { files: ['bench.py'] })
  const metric = b.s.store.attempts.metric(b.id)!
  b.s.store.attempts.saveMetric({ ...metric, digests: { 'bench.py': 'seen' } })
  b.s.digests.set('/api/bench.py', 'edited')
  await b.beat()
  expect(openAlerts(b.s)).toEqual([expect.stringContaining('No score counts as long as it is so')])
  b.s.digests.set('/api/bench.py', 'seen')
  await b.beat()
  expect(openAlerts(b.s)).toEqual([])
  await b.beat()
  await b.beat()
  await b.beat()
  await b.beat()
  expect(openAlerts(b.s)).toEqual([expect.stringMatching(/^The last 3 runs have no score: [^]*none/)])
  await b.beat()
  expect(openAlerts(b.s)).toEqual([])
})

it('counts nothing where its warning cannot be kept, so that a kill between them loses none', async () => {
  const b = await measuredThread(['100', '90', '80', '70', '60', '1'])
  for (let i = 0; i < 5; i++) await b.beat()
  const { raise } = b.s.store.alerts
  b.s.store.alerts.raise = () => {
    throw new Error('died here')
  }
  await b.beat()
  b.s.store.alerts.raise = raise
  expect(b.attempts().map(({ score }) => score)).not.toContain(1)
})

it('tells that measuring changes the repository, until it leaves it as it was, or may change it', async () => {
  const b = await measuredThread(['5', '4', '3', '2'])
  const look = { ...NOTHING_SEEN, files: { 'bench.out': '1' } }
  let writes = true
  const { checks } = b.s
  b.s.checks = (task, ...more) => {
    if (writes && task.text.includes('./bench')) b.s.looks.set('/api', look)
    return checks(task, ...more)
  }
  const leaves = () => (b.s.looks.delete('/api'), b.beat())
  await leaves()
  expect(openAlerts(b.s)).toEqual([
    'While `./bench` measured, the repository changed: the files differ. The scores count, but the next run starts ' +
      'from there. Let it write only what git ignores, or say that it may (--may-change yes).',
  ])
  expect(b.attempts()[0]).toMatchObject({ score: 5, standing: 'best' })
  await leaves()
  expect(openAlerts(b.s)).toHaveLength(1)
  writes = false
  await leaves()
  expect(openAlerts(b.s)).toEqual([])
  writes = true
  b.s.store.attempts.saveMetric({ ...b.s.store.attempts.metric(b.id)!, mayChange: true })
  await leaves()
  expect(openAlerts(b.s)).toEqual([])
})
