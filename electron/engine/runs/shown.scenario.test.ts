import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { oneThread, openAlerts, saveConfig } from '../testing/one-thread.ts'

describe('what is shown', () => {
  it('nothing: no agent starts for it, local checks do', async () => {
    const { s, id } = await oneThread()
    s.store.threads.change(id, { delivery: { showOk: false, showAlerts: false, indicator: false } })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'by_switches' }])
    s.store.threads.change(id, { agent: { kind: 'local' } })
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
  })

  it('a quiet beat too, where that is wanted, as a notice of its own', async () => {
    const { s, id } = await oneThread()
    s.store.threads.change(id, { delivery: { showOk: true } })
    await s.clock.advance(9 * MINUTE)
    expect(s.notices).toMatchObject([{ alertId: null, threadId: id, severity: 'notice', title: 'api' }])
  })

  it('no alert: it stays in the window, unless HEARTBEAT.json wants it told', async () => {
    const { s, id } = await oneThread({ script: () => ({ text: 'CI is red' }) })
    s.store.threads.change(id, { delivery: { showAlerts: false } })
    await s.clock.advance(9 * MINUTE)
    expect([s.notices.length, openAlerts(s)]).toEqual([0, ['CI is red']])
    await saveConfig(s, id, { showAlerts: true })
    s.script = () => ({ text: 'The disk is full' })
    await s.clock.advance(8 * MINUTE)
    expect(s.notices.map((n) => n.body)).toEqual(['The disk is full'])
  })

  it('no indicator: its alerts colour neither tray nor headline', async () => {
    const { s, id } = await oneThread({ script: () => ({ text: 'CI is red' }) })
    await s.clock.advance(9 * MINUTE)
    const { verdict } = s.views.snapshot().fleet
    s.store.threads.change(id, { delivery: { indicator: false } })
    await s.clock.advance(SECOND)
    expect(verdict).toMatchObject({ tone: 'alert', headline: '1 thread needs you.' })
    expect(s.views.snapshot().fleet.verdict).toMatchObject({
      tone: 'calm',
      headline: 'Nothing that is shown needs you.',
      rest: '1 with news, but the indicator off.',
    })
  })
})
