import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { Severity } from '../../../shared/base/severity.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'

const RED = { key: 'ci', text: 'main is red\nsince a1b2c3d' }

/** A thread that beats well, and an alert of it. */
async function raised(severity: Severity = 'urgent'): Promise<{ s: Scenario; id: ThreadId }> {
  const { s, id } = await oneThread({ agent: false })
  await s.clock.advance(HOUR)
  s.store.alerts.raise(id, { ...RED, severity }, s.clock.now())
  return { s, id }
}
const alertOf = (s: Scenario) => s.store.alerts.list('open', 1, s.clock.now())[0]!.id
const view = (s: Scenario) => {
  const { threads, fleet } = s.views.snapshot()
  const { state, because } = threads[0]!
  return { state, because, verdict: `${fleet.verdict.headline} ${fleet.verdict.rest}` }
}

describe('a thread whose alert a person has answered', () => {
  it('says that it is acknowledged, and is never counted as quiet', async () => {
    const { s } = await raised()
    s.store.alerts.acknowledge([alertOf(s)], s.clock.now())
    expect(view(s)).toEqual({
      state: 'acknowledged',
      because: 'Acknowledged: main is red',
      verdict: 'Nothing needs you. 1 acknowledged or snoozed.',
    })
    await s.clock.advance(HOUR) // beats that are quiet but for it
    expect(view(s).state).toBe('acknowledged')
  })

  it('says that it is snoozed until that is over', async () => {
    const { s } = await raised('warning')
    s.store.alerts.snooze([alertOf(s)], s.clock.now() + 30 * MINUTE)
    expect(view(s)).toMatchObject({ state: 'snoozed', because: 'Snoozed: main is red' })
    await s.clock.advance(31 * MINUTE)
    expect(view(s).state).toBe('alert')
  })

  it('says so also while it is paused or off, but not over beats that were missed', async () => {
    const { s, id } = await raised()
    s.store.alerts.acknowledge([alertOf(s)], s.clock.now())
    s.store.threads.change(id, { pause: { reason: 'test', until: null, by: 'person' } })
    expect(view(s)).toEqual({
      state: 'acknowledged',
      because: 'Acknowledged: main is red (paused: test)',
      verdict: 'Nothing needs you. 1 paused.',
    })
    s.store.threads.change(id, { pause: null, intervalMs: 0 })
    expect(view(s)).toEqual({
      state: 'acknowledged',
      because: 'Acknowledged: main is red (manual only)',
      verdict: 'Nothing needs you. 1 manual only.',
    })
    s.store.threads.change(id, { intervalMs: 8 * MINUTE, scheduleProblem: 'The hours cannot be read.' })
    expect(view(s).state).toBe('overdue')
  })

  it('shows also that a notice was acknowledged, as the sentence above all threads counts it', async () => {
    const { s } = await raised('notice')
    s.store.alerts.acknowledge([alertOf(s)], s.clock.now())
    expect(view(s)).toMatchObject({
      state: 'acknowledged',
      verdict: 'Nothing needs you. 1 acknowledged or snoozed.',
    })
  })
})
