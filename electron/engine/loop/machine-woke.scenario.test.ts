import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

/** What the threads were told of the machine, oldest first: by the rows that wait or were shown. */
const told = (s: Scenario, id: ThreadId): readonly string[] =>
  s.store.events
    .timeline(id, undefined, 200)
    .entries.flatMap((e) => (e.kind === 'event' && e.event.source === 'system' ? [e.event.text] : []))
    .toReversed()

/**
 * A thread of one beat a day, five minutes after the start, when the machine has been away for two hours.
 */
async function awayForTwoHours(): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario()
  const id = s.add('api', { intervalMs: 24 * HOUR })
  await s.clock.advance(5 * MINUTE)
  await s.clock.sleep(2 * HOUR)
  return { s, id }
}

describe('that the machine woke is told once for each absence', () => {
  it('by the clock alone, where nobody tells of it', async () => {
    const { s, id } = await awayForTwoHours()
    await s.clock.advance(10 * MINUTE)
    expect(told(s, id)).toEqual(['The machine woke. It was away for 2 h.'])
    await s.clock.sleep(3 * HOUR)
    expect(told(s, id)).toEqual([
      'The machine woke. It was away for 2 h.',
      'The machine woke. It was away for 3 h.',
    ])
    await s.stop()
  })
  it('whoever of clock and system is the first', async () => {
    const { s, id } = await awayForTwoHours()
    await s.clock.advance(5 * SECOND)
    s.engine.machineNews.add('resume', null)
    expect(told(s, id)).toHaveLength(1)
    await s.clock.advance(10 * MINUTE)
    await s.clock.sleep(1 * MINUTE) // too short for the clock to notice
    s.engine.machineNews.add('resume', MINUTE)
    s.engine.machineNews.add('resume', null)
    await s.clock.advance(10 * MINUTE)
    expect(told(s, id)).toEqual([
      'The machine woke. It was away for 2 h.',
      'The machine woke. It was away for 1 min.',
    ])
    await s.stop()
  })
  it('in the prompt of the catch-up that follows, and not to who is not trusted', async () => {
    const s = await scenario()
    const [id, stranger] = [s.add('api'), s.add('web', { trusted: false })]
    s.store.threads.change(id, {
      agent: { kind: 'command', argv: ['agent'], env: {}, replyPath: null } as never,
    })
    await s.clock.advance(20 * MINUTE)
    await s.clock.sleep(9 * HOUR)
    expect(s.starts.at(-1)?.prompt).toContain('The machine woke. It was away for 9 h')
    expect(told(s, stranger)).toEqual([])
    await s.stop()
  })
  it('not for the time in which the app was closed', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.crash()
    expect(told(s, id)).toEqual([])
    await s.stop()
  })
})
