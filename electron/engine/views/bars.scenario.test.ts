import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

it('each beat is a bar: the first one, due ones, and those that a person asked for', async () => {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Run `git status`\n', intervalMs: HOUR })
  const strip = () => s.views.snapshot().threads[0]!.strip
  const byHand = async (): Promise<void> => {
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.settle()
  }
  await byHand()
  const [first] = s.runs(id)
  expect(strip()).toEqual({ at: [first!.startedAt], outcome: ['quiet'], runs: [first!.id] })
  await s.clock.advance(HOUR + MINUTE)
  await byHand()
  expect(strip().runs.map((run) => run !== null)).toEqual([true, false, true])
  expect(strip().outcome).toEqual(['quiet', 'quiet', 'quiet'])
})

it('of many beats by hand only the newest bars are shown, and due times keep their place among them', async () => {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Run `git status`\n', intervalMs: DAY })
  for (let n = 0; n < 60; n++) {
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.advance(HOUR)
  }
  const { strip } = s.views.snapshot().threads[0]!
  expect(strip.at).toHaveLength(48)
  expect([...strip.at].sort((a, b) => a - b)).toEqual(strip.at)
  expect(strip.runs.filter((run) => run === null)).toHaveLength(2)
  expect(s.store.runs.beats(id, 500)).toHaveLength(62)
})
