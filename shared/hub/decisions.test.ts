import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaultCode } from '../base/faults.ts'
import { HOUR, MINUTE, SECOND } from '../base/time.ts'
import { firstBatch } from './batch.ts'
import type { Fact } from './fact.ts'
import { machineState, machineWords, stateColour } from './machine-state.ts'
import { MACHINE_CLASSES, type Machine } from './machine.ts'
import { reconnectMs } from './reconnect.ts'

const fact = (seq: number, text: string): Fact => ({
  epoch: 'e',
  seq,
  at: 1,
  kind: 'alert',
  thread: null,
  body: { text },
})
const bytesOf = (facts: readonly Fact[]): number =>
  facts.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0)

describe('a batch', () => {
  it('is the longest beginning within rows and bytes, in its order, and never empty where there is something', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 })
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 900 }),
        (all, rows, bytes) => {
          const facts = all.map((text, i) => fact(i, text))
          const batch = firstBatch(facts, rows, bytes)
          expect(batch).toEqual(facts.slice(0, batch.length))
          expect(batch.length).toBeLessThanOrEqual(Math.max(1, rows))
          if (facts.length > 0) expect(batch.length).toBeGreaterThan(0)
          if (batch.length > 1) expect(bytesOf(batch)).toBeLessThanOrEqual(bytes)
          const more = facts.slice(0, batch.length + 1)
          if (more.length > batch.length && batch.length > 0)
            expect(more.length > rows || bytesOf(more) > bytes).toBe(true)
        },
      ),
    )
  })
})

describe('the next try', () => {
  it.each<[FaultCode, number, number, number]>([
    ['hub.unreachable', 0, 0, 0],
    ['hub.unreachable', 0, 0.999, 5 * SECOND],
    ['hub.unreachable', 1, 0, MINUTE],
    ['hub.unreachable', 3, 0, 3 * MINUTE],
    ['hub.unreachable', 500, 0.5, 6.25 * MINUTE],
    ['hub.copy', 1, 0.5, 1.25 * MINUTE],
    ['hub.refused', 0, 0, 15 * MINUTE],
    ['hub.newer', 9, 0.5, 22.5 * MINUTE],
  ])('after %s, failed %i times, with %f: about %i ms', (code, failures, random, ms) => {
    expect(Math.abs(reconnectMs(code, failures, random) - ms)).toBeLessThanOrEqual(5)
  })
  it('is a minute away at least, but for the first', () => {
    const share = fc.double({ min: 0, max: 0.999999, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), share, (failures, random) => {
        expect(reconnectMs('hub.unreachable', failures, random)).toBeGreaterThanOrEqual(MINUTE)
        expect(reconnectMs('hub.unreachable', failures, random)).toBeLessThanOrEqual(7.5 * MINUTE)
      }),
    )
  })
})

const NOW = 100 * HOUR
const MACHINE: Machine = {
  id: 'm',
  name: 'build box',
  class: 'server',
  version: '1',
  lastSeenAt: NOW - 10 * SECOND,
  lastBeatAt: NOW - 5 * MINUTE,
  isConnected: true,
  asleepSince: null,
  stoppedAt: null,
  skewMs: 0,
  intervalMs: 8 * MINUTE,
}
const went = { isConnected: false, lastSeenAt: NOW - MINUTE } as const
const away = { isConnected: false, lastSeenAt: NOW - HOUR } as const

const colourOf = (machine: Machine) => stateColour({ ...machine, ...machineState(machine, NOW) })

describe('a machine', () => {
  it.each<[string, string, Partial<Machine>]>([
    ['live', 'is there and beats', {}],
    ['live', 'beats at two intervals', { lastBeatAt: NOW - 16 * MINUTE }],
    [
      'up but wedged: no beat has ended since T-17',
      'has not ended a beat for longer',
      { lastBeatAt: NOW - 17 * MINUTE },
    ],
    ['live', 'has no thread that beats', { lastBeatAt: NOW - HOUR, intervalMs: null }],
    ['live', 'has not beaten yet', { lastBeatAt: null }],
    ['live, as of T-3', 'went a moment ago', { isConnected: false, lastSeenAt: NOW - 3 * MINUTE }],
    ['stopped since T-1', 'said that it stops', { ...went, stoppedAt: NOW - MINUTE }],
    [
      'stopped since T-60',
      'said so, and had said that it sleeps',
      { ...away, stoppedAt: NOW - HOUR, asleepSince: NOW - 2 * HOUR },
    ],
    ['live', 'is back, and had said that it stops', { stoppedAt: NOW - MINUTE }],
    [
      'not reachable since T-4',
      'went three presences ago',
      { isConnected: false, lastSeenAt: NOW - 4 * MINUTE },
    ],
    ['not reachable since T-7', 'is stopped, and keeps its connection', { lastSeenAt: NOW - 7 * MINUTE }],
    ['not reachable since T-60', 'is a workstation that is away', { ...away, class: 'workstation' }],
    ['not reachable since T-60', 'is away, whatever was wrong before', { ...away, lastBeatAt: 0 }],
    ['asleep or off since T-60', 'is a laptop that is away', { ...away, class: 'laptop' }],
    ['asleep since T-62', 'said that it sleeps', { ...away, asleepSince: NOW - 62 * MINUTE }],
    ['live', 'is back, and had said that it sleeps', { asleepSince: NOW - HOUR }],
  ])('%s: one that %s', (words, _, change) => {
    const shown = (at: number): string => `T-${(NOW - at) / MINUTE}`
    expect(machineWords({ ...MACHINE, ...change }, NOW, shown)).toBe(words)
  })
  it('is grey asleep, amber away, red where it hangs, and never red where it is not there', () => {
    expect(colourOf({ ...MACHINE, ...away, class: 'laptop' })).toBe('grey')
    expect(colourOf({ ...MACHINE, ...away })).toBe('amber')
    expect(colourOf({ ...MACHINE, ...went, stoppedAt: NOW })).toBe('amber')
    const desk = { ...MACHINE, ...went, class: 'workstation', stoppedAt: NOW } as const
    expect(colourOf(desk)).toBe('grey')
    expect(colourOf({ ...MACHINE, lastBeatAt: 0 })).toBe('red')
    const instant = fc.integer({ min: 0, max: NOW })
    fc.assert(
      fc.property(fc.constantFrom(...MACHINE_CLASSES), instant, instant, (is, lastSeenAt, lastBeatAt) => {
        const gone = { ...MACHINE, class: is, isConnected: false, lastSeenAt, lastBeatAt }
        expect(colourOf(gone)).not.toBe('red')
      }),
    )
  })
})
