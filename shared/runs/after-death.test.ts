import { describe, expect, it } from 'vitest'
import { MINUTE } from '../base/time.ts'
import { afterDeath, type LostRun } from './after-death.ts'

const NOW = 1_000_000
const beat: LostRun = { kind: 'heartbeat', reasons: ['interval'], askedTier: null, withDue: true }

describe('a run that the app died in', () => {
  it('is repeated at once, as it was asked for, when it is a heartbeat', () => {
    expect(afterDeath({ ...beat, reasons: ['manual'], askedTier: 'daily', withDue: false }, NOW)).toEqual({
      fault: { code: 'engine.lost', message: 'the app ended during the run' },
      summary: 'Threadbeat ended during this beat; it was queued again.',
      again: { reasons: ['manual', 'recovery'], tier: 'daily', withDue: false, notBefore: NOW },
    })
  })
  it('is not repeated a second time: its slots come by themselves', () => {
    expect(afterDeath({ ...beat, reasons: ['interval', 'recovery'] }, NOW)).toMatchObject({
      again: null,
      summary: expect.not.stringContaining('queued again') as string,
    })
  })
  it('is repeated a second time later for what somebody asked, without the tier that was asked for', () => {
    const twice: LostRun = { ...beat, reasons: ['interval', 'event', 'recovery'], askedTier: 'daily' }
    expect(afterDeath(twice, NOW).again).toEqual({
      reasons: ['event'],
      tier: null,
      withDue: true,
      notBefore: NOW + 15 * MINUTE,
    })
  })
  it.each(['message', 'job'] as const)('is never repeated by itself when it is a %s', (kind) => {
    const { again, summary } = afterDeath({ ...beat, kind, reasons: [] }, NOW)
    expect([again, summary]).toEqual([null, expect.stringContaining(`this ${kind}`)])
  })
})
