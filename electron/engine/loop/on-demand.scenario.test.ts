import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../shared/base/time.ts'
import { oneThread } from '../testing/one-thread.ts'

/** A beat that a person asked for is on. */
async function duringABeat(): ReturnType<typeof oneThread> {
  const { s, id } = await oneThread({ playbook: '## Quick Tasks\n- [ ] Is the CDN warm?\n' })
  await s.clock.advance(HOUR)
  s.script = () => ({ takesMs: HOUR })
  s.engine.wake(id, 'manual', null)
  s.engine.tick()
  await s.clock.settle()
  return { s, id }
}

describe('a command without the app', () => {
  it('starts nothing that the app left behind, only what it was asked for itself', async () => {
    const { s, id } = await duringABeat()
    const begun = s.starts.length
    await s.crash('on demand')
    await s.clock.advance(HOUR)
    expect([s.starts.length, s.runs(id).at(-1)!.outcome]).toEqual([begun, 'interrupted'])
    expect(s.store.queue.waiting('heartbeat').map((item) => item.threadId)).toEqual([id])
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.starts.length).toBe(begun + 1)
    await s.stop()
  })

  it('leaves it to the app, which starts it', async () => {
    const { s } = await duringABeat()
    await s.crash('on demand')
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    const begun = s.starts.length
    await s.crash()
    await s.clock.advance(HOUR)
    expect(s.starts.length).toBeGreaterThan(begun)
    await s.stop()
  })
})
