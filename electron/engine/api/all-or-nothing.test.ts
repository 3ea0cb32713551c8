import { describe, expect, it } from 'vitest'
import { WriteRefused } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

type Client = ReturnType<typeof apiClient>

const full = (): never => {
  throw new WriteRefused(new Error('database or disk is full'))
}
const noSlots = (s: Scenario): void => void (s.store.queue.recordSlots = full)
const noAlerts = (s: Scenario): void => void (s.store.alerts.resolve = full)

/** The last of several writes of a call fails, as on a disk that has just become full. */
describe('a call that says that nothing was saved', () => {
  it.each<[string, (client: Client, id: ThreadId) => Promise<unknown>, (s: Scenario) => void]>([
    ['threads.change', (c, id) => c.threads.change({ id, intervalMs: HOUR }), noSlots],
    ['threads.setAgent', (c, id) => c.threads.setAgent({ id, agent: CLAUDE, confirmed: true }), noSlots],
    ['threads.setAgent', (c, id) => c.threads.setAgent({ id, agent: CLAUDE, confirmed: true }), noAlerts],
    ['threads.trust', (c, id) => c.threads.trust({ id, on: false }), noSlots],
    ['threads.resume', (c, id) => c.threads.resume({ id }), noSlots],
    ['threads.locate', (c, id) => c.threads.locate({ id, path: '/elsewhere' }), noSlots],
    [
      'messages.send',
      (c, id) => c.messages.send({ to: id, text: 'look' }),
      (s) => void (s.store.queue.sendMessage = full),
    ],
  ])('has saved nothing: %s', async (_, call, fault) => {
    const { s, id } = await oneThread({ agent: false })
    const dormant = { ...s.store.threads.get(id)!, activeAt: 0 }
    s.store.threads.change(id, {
      pause: { reason: 'lunch', until: null, by: 'person' },
      activeAt: dormant.activeAt,
    })
    const before = s.store.threads.get(id)
    fault(s)
    await expect(call(apiClient(s), id)).rejects.toThrow('Nothing was saved')
    expect(s.store.threads.get(id)).toEqual(before)
  })
})
