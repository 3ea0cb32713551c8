import { newMetric } from '../../../shared/attempts/metric.ts'
import { expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { oneThread } from '../testing/one-thread.ts'
import { TURN } from '../testing/with-agent.ts'

const CRASH = { status: 'failed', fault: fault('agent.exit_nonzero', 'it ended at once') } as const

/** A thread that reports a score in each beat, at the usual pace; what then ends at once. */
async function crashing(which: 'beats' | 'interventions' | 'nothing') {
  let now = which
  let score = 0
  const { s, id } = await oneThread({
    script: async ({ runId, tasks }) => {
      const isBeat = tasks.length > 0
      if (now === (isBeat ? 'beats' : 'interventions')) return CRASH
      const own = { score: ++score, class: 'real', title: '', feedback: '' } as const
      if (isBeat) await s.toolsOf(runId).reportScore(own)
      return { text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: `session ${score}` } }
    },
  })
  s.store.attempts.saveMetric(
    newMetric(id, {
      team: 'own',
      command: null,
      direction: 'higher',
      minGain: { kind: 'absolute', by: 0 },
      inARow: 3,
    }),
  )
  const starts = (kind: 'heartbeat' | 'message'): number =>
    s.runs(id).filter((run) => run.kind === kind).length
  return { s, id, starts, let: (next: typeof which) => (now = next) }
}

it('an agent that ends at once in its beats is started five times, also where interventions are owed', async () => {
  const b = await crashing('nothing')
  await b.s.clock.advance(20 * MINUTE)
  b.let('beats')
  const before = b.s.starts.length
  await b.s.clock.advance(8 * HOUR)
  expect(b.s.starts.length - before).toBeLessThanOrEqual(5)
  expect(b.s.store.threads.get(b.id)!.pause).toMatchObject({ by: 'failures' })
})

it('interventions that end at once, again and again, are given after a growing delay, and stay owed', async () => {
  const b = await crashing('interventions')
  await b.s.clock.advance(8 * HOUR)
  expect(b.starts('heartbeat'), 'the beats go on').toBeGreaterThan(50)
  expect(b.starts('message')).toBeGreaterThanOrEqual(3)
  expect(b.starts('message')).toBeLessThanOrEqual(9)
  b.let('nothing')
  await b.s.crash()
  await b.s.clock.advance(7 * HOUR)
  const told = b.s.starts.findLast(({ prompt }) => prompt!.includes('## reflect'))!
  expect(told.prompt).toMatch(/Run \d+: score/)
  const given = b.starts('message')
  await b.s.clock.advance(HOUR)
  expect(b.starts('message') - given, 'one for each beat again').toBeGreaterThan(4)
})
