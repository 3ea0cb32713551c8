import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import nodeCron, { validate } from 'node-cron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseCron } from '../../../shared/schedule/cron.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Alarms, CronTime } from '../../engine/ports/ports.ts'
import { createCronAlarms } from './cron-alarm.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
fc.configureGlobal({ seed, numRuns: 300 })
console.log(`alarm seed: ${seed}`)

const START = Date.UTC(2026, 10, 22, 9, 41, 30)
const berlin = (expr: string): CronTime => ({ expr, timeZone: 'Europe/Berlin' })

let rings: string[]
let reports: string[]
let alarms: Alarms
const rang = (): void => void rings.push(new Date().toISOString().slice(5, 16))

// The real node-cron on a clock of the test.
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  rings = []
  reports = []
  alarms = createCronAlarms((error) => reports.push(String(error)))
})
afterEach(() => {
  alarms.close()
  expect(nodeCron.getTasks().size).toBe(0)
  vi.useRealTimers()
})

describe('alarms', () => {
  it('ring when clocks show the time', async () => {
    alarms.arm([berlin('45 10 * * *'), berlin('*/30 * * * *')], rang)
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(rings).toEqual(['11-22T09:45', '11-22T10:00', '11-22T10:30'])
  })

  it('are one for each expression and zone, and the same ones stay when the list changes', async () => {
    alarms.arm([berlin('0 * * * *'), berlin('0 * * * *'), { expr: '0 * * * *', timeZone: 'UTC' }], rang)
    const before = [...nodeCron.getTasks().keys()]
    expect(before).toHaveLength(2)
    alarms.arm([berlin('5 * * * *'), berlin('0 * * * *')], rang)
    expect([...nodeCron.getTasks().keys()].filter((id) => before.includes(id))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(rings).toEqual(['11-22T10:00', '11-22T10:05'])
  })

  it('are two where day or weekday is enough', async () => {
    alarms.arm([berlin('0 12 24 * FRI')], rang) // Sunday now: Tuesday the 24th, Friday the 27th
    await vi.advanceTimersByTimeAsync(7 * DAY)
    expect(rings).toEqual(['11-24T11:00', '11-27T11:00'])
  })

  it('that are late ring once, without a word', async () => {
    const warned = vi.spyOn(console, 'warn')
    alarms.arm([berlin('* * * * *')], rang)
    vi.setSystemTime(START + 8 * MINUTE) // timers stand still meanwhile
    await vi.advanceTimersByTimeAsync(31 * SECOND)
    expect(rings).toEqual(['11-22T09:50'])
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  it('do not go through each moment that a clock jumped over', async () => {
    alarms.arm([berlin('* * * * *')], rang)
    const task: unknown = [...nodeCron.getTasks().values()][0]
    const { timeMatcher } = task as { timeMatcher: { getNextMatch(after: Date): Date } }
    const asked = vi.spyOn(timeMatcher, 'getNextMatch')
    vi.setSystemTime(START + 400 * DAY) // and nobody has noticed when the timer comes
    await vi.advanceTimersByTimeAsync(31 * SECOND)
    expect(asked.mock.calls.length).toBeLessThan(20)
    expect(rings).toEqual(['12-27T09:42'])
  })

  it('are on time again after a jump of the clock, once they are armed anew', async () => {
    alarms.arm([berlin('45 10 * * *')], rang)
    vi.setSystemTime(START - 2 * DAY)
    alarms.rearm()
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(rings).toEqual(['11-20T09:45'])
    vi.setSystemTime(START + 30 * DAY)
    alarms.rearm()
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(rings).toEqual(['11-20T09:45', '12-22T09:45'])
  })

  it('go on although the ring throws, and it is told', async () => {
    const throwing = createCronAlarms((error) =>
      reports.push(`${String(error)}: ${String((error as Error).cause)}`),
    )
    throwing.arm([berlin('* * * * *')], () => {
      rang()
      throw new Error('bug')
    })
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    throwing.close()
    expect(rings).toHaveLength(2)
    expect(reports).toEqual(Array(2).fill('Error: an alarm came to nothing: Error: bug'))
  })

  it('may be changed by the ring itself', async () => {
    const self = createCronAlarms((error) => reports.push(String(error)))
    const ring = (): void => {
      rang()
      self.rearm()
      self.arm([berlin('* * * * *'), berlin('50 * * * *')], ring)
    }
    self.arm([berlin('* * * * *')], ring)
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    self.close()
    expect(rings).toEqual(['11-22T09:42', '11-22T09:43', '11-22T09:44'])
  })

  it('that cannot be armed are told, and the others ring', async () => {
    alarms.arm(
      [
        berlin('bad'),
        { expr: '0 * * * *', timeZone: 'Mars/Olympus' },
        berlin('0 0 31 2 *'),
        berlin('42 10 * * *'),
      ],
      rang,
    )
    expect(reports).toEqual([
      'Error: no alarm for "bad" in Europe/Berlin',
      'Error: no alarm for "0 * * * *" in Mars/Olympus',
      'Error: no alarm for "0 0 31 2 *" in Europe/Berlin',
    ])
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(rings).toEqual(['11-22T09:42'])
  })

  it('are silent once closed', async () => {
    alarms.arm([berlin('* * * * *')], rang)
    alarms.close()
    alarms.arm([berlin('* * * * *')], rang)
    alarms.rearm()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect([rings, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('keep no process alive', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'alarm-'))
    const program = path.join(folder, 'program.ts')
    writeFileSync(
      program,
      `import { createCronAlarms } from ${JSON.stringify(path.join(import.meta.dirname, 'cron-alarm.ts'))}
      createCronAlarms(() => {}).arm([{ expr: '* * * * *', timeZone: 'UTC' }], () => {})
      console.log('armed')`,
    )
    const ran = spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../../build/run-ts.mjs'), program],
      { encoding: 'utf8', timeout: 30_000 },
    )
    rmSync(folder, { recursive: true })
    expect(ran).toMatchObject({ status: 0, stdout: 'armed\n' })
  })
})

describe('node-cron', () => {
  it('can ring for whatever parseCron accepts', () => {
    const part = (min: number, max: number, names: readonly string[]): fc.Arbitrary<string> => {
      const value = fc.integer({ min, max }).map(String)
      const special = names.length > 0 ? [fc.constantFrom(...names)] : []
      const range = fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.constantFrom('', '/2', '/3'))
        .map(([a, b, step]) => `${Math.min(a, b)}-${Math.max(a, b)}${step}`)
      return fc.oneof(fc.constantFrom('*', '*/2', '*/3'), value, range, ...special)
    }
    const expr = fc
      .tuple(
        part(0, 59, []),
        part(0, 23, []),
        part(1, 28, ['?', 'L', 'l', 'L-3', '15W', 'LW']),
        part(1, 12, ['JAN', 'feb-Apr', 'june']),
        part(0, 7, ['?', 'MON', 'fri-SUN', 'Tuesday', '5L', 'friL', '7#2', 'wed#5']),
      )
      .map((fields) => fields.join(' '))
    fc.assert(
      fc.property(expr, (text) => {
        expect(parseCron(text).ok).toBe(true)
        expect(validate(text)).toBe(true)
      }),
    )
  })
})
