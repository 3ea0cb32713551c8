import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../base/time.ts'
import { statusExitCode } from './status-code.ts'
import { fleetOf } from '../testing/sample-fleet.ts'
import { NOW, thread } from '../testing/tray-fleet.ts'
import type { ThreadView } from '../thread-view.ts'
import { verdictOf } from '../verdict.ts'
import { whileClosed } from './while-closed.ts'

const quiet: ThreadView = { ...thread(1, 'quiet'), nextDueAt: NOW + 5 * MINUTE }
const seenAt = (now: number, threads = [quiet]) => {
  const fleet = { ...fleetOf(threads, [], NOW), verdict: verdictOf(threads, null, false) }
  const { threads: seen, fleet: after } = whileClosed({ version: 1, threads, fleet } as never, now)
  return { seen, text: `${after.verdict.headline} ${after.verdict.rest}`, code: statusExitCode(seen, false) }
}

describe('what status says while no app works on the history', () => {
  it('promises no beat, and does not say that all is quiet', () => {
    const { seen, text, code } = seenAt(NOW)
    expect([seen[0]!.nextDueAt, text, code]).toEqual([
      null,
      'Threadbeat is not running. 1 quiet when it was last looked at.',
      0,
    ])
  })

  it('counts what was due since as late, by its exit code too', () => {
    const { seen, text, code } = seenAt(NOW + 3 * DAY)
    expect(seen[0]).toMatchObject({ state: 'overdue', lateMs: 3 * DAY - 5 * MINUTE })
    expect([text, code]).toEqual(['Threadbeat is not running. 1 not checked on time.', 40])
  })

  it('does not count a thread as late that a command has looked at since', () => {
    const beaten = { ...quiet, last: { ...quiet.last!, finishedAt: NOW + 30 * MINUTE } }
    expect(seenAt(NOW + 31 * MINUTE, [beaten])).toMatchObject({
      text: 'Threadbeat is not running. 1 quiet when it was last looked at.',
      code: 0,
    })
    expect(seenAt(NOW + 45 * MINUTE, [beaten]).code).toBe(40)
  })

  it('takes a beat that lies ahead of the clock for no proof of now', () => {
    expect(seenAt(NOW - 3 * DAY)).toMatchObject({
      text: expect.stringContaining('1 not checked on time.'),
      code: 40,
    })
  })

  it('leaves what needs a person first', () => {
    const { text } = seenAt(NOW + DAY, [{ ...thread(1, 'alert'), openAlerts: 1 }])
    expect(text).toMatch(/^1 thread needs you\./)
  })
})
