import { expect, it } from 'vitest'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { newMetric } from '../../../shared/attempts/metric.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { oneThread } from '../testing/one-thread.ts'
import { TURN } from '../testing/with-agent.ts'

/** A thread whose agent reports a score in each beat; `given` says what becomes of the turns that give interventions. */
async function reporting(given: () => object) {
  let score = 100
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: async (call) => {
      if (call.tasks.length === 0)
        return { text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: 'one' }, ...given() }
      await s
        .toolsOf(call.runId)
        .reportScore({ score: --score, class: 'real', title: 'Packed', feedback: '' })
      return { text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: 'one' } }
    },
  })
  s.store.attempts.saveMetric(newMetric(id, { team: 'cycles', command: null, direction: 'lower' }))
  const beat = async (): Promise<void> => {
    s.engine.wake(id, 'manual', 'daily')
    s.engine.tick()
    await s.clock.advance(3 * MINUTE)
  }
  const lastGiven = (): string => s.starts.findLast(({ prompt }) => prompt!.includes('## reflect'))!.prompt!
  const interventions = () => s.store.attempts.interventions(id, 9)
  return { s, id, beat, lastGiven, interventions }
}

it('what did not reach its agent because the app died is owed again, with the results that it told of', async () => {
  let takesMs = 9 * MINUTE
  const b = await reporting(() => ({ takesMs }))
  await b.beat()
  expect(b.lastGiven()).toContain('Run 1: score 99')
  await b.s.crash()
  await b.s.clock.advance(MINUTE)
  expect(b.interventions()).toMatchObject([{ names: ['reflect'], isReturned: true }])
  expect(b.s.engine.desk.ledger.counters('cycles').owed).toMatchObject([{ name: 'reflect' }])
  takesMs = 0
  await b.beat()
  expect(b.lastGiven()).toMatch(/Run 1: score 99[^]*Run 2: score 98[^]*## reflect/)
  expect(b.lastGiven().match(/## reflect/g)).toHaveLength(1)
  expect(b.interventions()).toMatchObject([{ isReturned: false }, { isReturned: true }])
  await b.beat()
  expect(b.lastGiven()).not.toContain('Run 2:')
})

it('what its agent failed over is owed again, and told as such', async () => {
  let error: Fault | undefined = fault('agent.exit_nonzero', 'exit code 1')
  const b = await reporting(() => (error === undefined ? {} : { status: 'failed', fault: error }))
  await b.beat()
  expect(b.interventions()).toMatchObject([{ isReturned: true }])
  error = undefined
  await b.beat()
  expect(b.lastGiven()).toMatch(/Run 1: score 99[^]*Run 2: score 98/)
  expect(b.interventions()).toMatchObject([{ isReturned: false }, { isReturned: true }])
})

it('what a person stops is not given again; what is stopped because the app quits is', async () => {
  const b = await reporting(() => ({ takesMs: 9 * MINUTE }))
  await b.beat()
  b.s.engine.stopRunsOf(b.id)
  await b.s.clock.advance(MINUTE)
  expect(b.interventions()).toMatchObject([{ isReturned: false }])
  await b.beat()
  await b.s.engine.stop('stop')
  expect(b.interventions()).toMatchObject([{ isReturned: true }, { isReturned: false }])
})
