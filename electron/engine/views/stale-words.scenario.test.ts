import { describe, expect, it } from 'vitest'
import { SECOND } from '../../../shared/base/time.ts'
import { NOT_TRUSTED } from '../../../shared/views/thread-state.ts'
import { apiClient } from '../testing/api-client.ts'
import { oneThread } from '../testing/one-thread.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('what a thread says of its last beat', () => {
  it('is over once the urgent flag is taken away that it found', async () => {
    const { s, id } = await oneThread({ agent: false })
    s.files.set('/api', `## Urgent Flags\n- Prod is down\n\n${QUICK_ONLY}`)
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(s.views.snapshot().threads[0]).toMatchObject({ state: 'urgent', because: 'Prod is down' })
    s.files.set('/api', QUICK_ONLY)
    await s.documents.refresh(id)
    await s.clock.settle()
    expect(s.views.snapshot().threads[0]).toMatchObject({
      state: 'quiet',
      because: 'Settled since: Prod is down',
    })
  })

  it('is no longer that it is not trusted, as soon as it is', async () => {
    const s = await scenario({ script: () => ({}) })
    const id = s.add('api', { trusted: false })
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(s.views.snapshot().threads[0]).toMatchObject({ state: 'blocked', because: NOT_TRUSTED })
    await apiClient(s).threads.trust({ id, on: true })
    const { state, because } = s.views.snapshot().threads[0]!
    expect([state === 'blocked', because === NOT_TRUSTED]).toEqual([false, false])
  })
})
