import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { outcomes, scenario, type Scenario } from '../testing/scenario.ts'

async function bench(intervalMs = 8 * MINUTE) {
  const s = await scenario()
  const id = s.add('api', { intervalMs })
  await s.clock.advance(20 * MINUTE)
  return { s, id }
}
const thread = (s: Scenario) => s.views.snapshot().threads.find((t) => t.name === 'api')!
/** As the watch tells it. */
async function folderIs(s: Scenario, there: 'gone' | 'back'): Promise<void> {
  if (there === 'gone') s.missing.add('/api')
  else s.missing.delete('/api')
  await s.documents.refresh(thread(s).id)
  await s.clock.settle()
}

describe('a folder that is not there', () => {
  it('is Missing as soon as it is known, without a beat, and "All quiet" is over', async () => {
    const { s } = await bench()
    expect(s.views.snapshot().fleet.verdict.headline).toBe('All quiet.')
    const before = s.runs().length
    await folderIs(s, 'gone')
    expect(thread(s)).toMatchObject({ state: 'missing', missingFolder: 'repo.missing' })
    expect(thread(s).because).toContain('/api is not there')
    expect(s.views.snapshot().fleet.verdict).toMatchObject({ tone: 'broken', needYou: 1 })
    expect(s.runs()).toHaveLength(before)
  })

  it('is found again within a minute, without a start of the app, and is quiet by a beat of its own', async () => {
    const { s, id } = await bench(HOUR)
    await folderIs(s, 'gone')
    await s.clock.advance(10 * MINUTE)
    const before = s.runs(id).length
    s.missing.delete('/api')
    await s.clock.advance(MINUTE)
    expect(thread(s)).toMatchObject({ state: 'quiet', missingFolder: null, openAlerts: 0 })
    expect(outcomes(s, id).slice(before)).toEqual(['quiet'])
  })

  it('is seen to be gone by a beat, where no watch told of it; its alert is over with its return', async () => {
    const { s, id } = await bench()
    s.missing.add('/api')
    await s.clock.advance(10 * MINUTE)
    expect(outcomes(s, id).at(-1)).toBe('broken')
    expect(thread(s)).toMatchObject({ state: 'missing', openAlerts: 1 })
    await s.crash()
    s.documents.follow()
    await s.clock.advance(MINUTE)
    expect(thread(s).state).toBe('missing')
    s.missing.delete('/api')
    await s.clock.advance(MINUTE)
    expect(thread(s)).toMatchObject({ state: 'quiet', openAlerts: 0 })
  })

  it('of a thread that a person paused rests, and of one without beats gets none when it is back', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { pause: { reason: 'moved', until: null, by: 'person' } })
    await folderIs(s, 'gone')
    expect(thread(s).state).toBe('paused')
    s.store.threads.change(id, { pause: null, intervalMs: 0 })
    s.engine.slots.replan(id)
    await s.clock.settle()
    expect(thread(s).state).toBe('missing')
    const before = s.runs(id).length
    s.missing.delete('/api')
    await s.clock.advance(10 * MINUTE)
    expect([thread(s).missingFolder, s.runs(id).length]).toEqual([null, before])
  })

  it('of a thread without beats is over when it is back, with what a beat by hand had found', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { intervalMs: 0 })
    s.engine.slots.replan(id)
    s.missing.add('/api')
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.settle()
    expect(thread(s)).toMatchObject({ state: 'missing', openAlerts: 1 })
    await folderIs(s, 'back')
    expect(thread(s)).toMatchObject({ state: 'off', openAlerts: 0 })
  })

  it('is no news of a HEARTBEAT.json that was never there', async () => {
    const { s, id } = await bench()
    await folderIs(s, 'gone')
    await s.sources.look(id)
    await folderIs(s, 'back')
    await s.sources.look(id)
    const { entries } = s.store.events.timeline(id, undefined, 100)
    const told = entries.flatMap((e) => (e.kind === 'event' ? [e.event.text] : []))
    expect(told.filter((text) => text.includes('HEARTBEAT.json'))).toEqual([])
  })
})
