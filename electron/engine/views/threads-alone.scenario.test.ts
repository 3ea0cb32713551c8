import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

it('hands out the threads of a snapshot by themselves, as they are then', async () => {
  const s = await scenario()
  for (const name of ['api', 'web']) s.add(name)
  expect(s.views.threads()).toEqual(s.views.snapshot().threads)
  await s.clock.advance(20 * MINUTE)
  const after = s.views.threads()
  expect(after.map(({ name, last }) => [name, last !== null])).toEqual([
    ['api', true],
    ['web', true],
  ])
  expect(after).toEqual(s.views.snapshot().threads)
  await s.stop()
})
