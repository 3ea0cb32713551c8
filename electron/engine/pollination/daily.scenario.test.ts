import { expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'

it('the daily beat of the master compares the fleet, without anybody who looks', async () => {
  const { s } = await listedFleet(WITH_LINT, LIST)
  await s.clock.advance(MINUTE)
  expect(s.store.pollination.openCount(), 'no master, nothing by itself').toBeNull()
  await apiClient(s, { mastersFolder: async () => ok('/data/master') }).threads.setMaster({ to: 'folder' })
  await s.clock.advance(MINUTE)
  expect(s.store.pollination.open()).toMatchObject([{ threadName: 't2', pattern: 'lint', by: 'app' }])
})

it('a message to the master compares nothing', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  await apiClient(s).threads.setMaster({ to: 'thread', id: ids[0]! })
  s.store.threads.change(ids[0]!, {
    pause: { reason: 'asked', until: null, by: 'person' },
  })
  s.store.queue.sendMessage(ids[0]!, 'hello', 'user', s.clock.now())
  await s.clock.advance(MINUTE)
  expect(s.store.pollination.openCount()).toBeNull()
})
