import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../base/time.ts'
import { jobEnd, jobEndWord } from './job-end.ts'
import { AT_TRIES, JOB_FAILURES_BEFORE_ALERT, JOB_FAILURES_BEFORE_PAUSE } from './job.ts'

const NOW = Date.UTC(2026, 2, 10, 8)
type Job = Parameters<typeof jobEnd>[0]
const job = (more: Partial<Job> = {}): Job => ({
  action: { kind: 'reflect' },
  failures: 0,
  pause: null,
  schedule: { kind: 'every', everyMs: HOUR, anchorAt: NOW },
  nextDueAt: NOW + HOUR,
  isRead: true,
  ...more,
})
const first = { attempt: 1, byHand: false }
const broken = { outcome: 'broken', isQuitting: false } as const

describe('the end of a run of a job', () => {
  it('that went well forgets earlier failures', () => {
    const end = jobEnd(job({ failures: 4 }), first, { outcome: 'quiet', isQuitting: false }, NOW)
    expect(end).toEqual({ state: 'ok', failures: 0, tryAgainAt: null, isPaused: false, isAlert: false })
  })

  it('that failed is tried again after a delay, unless it was started by hand, is paused or blocked', () => {
    expect(jobEnd(job(), first, broken, NOW).tryAgainAt).toBe(NOW + 30 * SECOND)
    expect(jobEnd(job(), { ...first, byHand: true }, broken, NOW).tryAgainAt).toBeNull()
    const pause = { by: 'person', at: NOW } as const
    expect(jobEnd(job({ pause }), first, broken, NOW).tryAgainAt).toBeNull()
    expect(jobEnd(job(), first, { outcome: 'blocked', isQuitting: false }, NOW).tryAgainAt).toBeNull()
  })

  it('is not tried again where the next due time comes first', () => {
    const end = jobEnd(job({ nextDueAt: NOW + MINUTE }), { attempt: 3, byHand: false }, broken, NOW)
    expect(end.tryAgainAt).toBeNull()
  })

  it('of a job that is due once is tried three times', () => {
    const once = job({ schedule: { kind: 'at', at: NOW }, nextDueAt: null })
    expect(jobEnd(once, { attempt: AT_TRIES - 1, byHand: false }, broken, NOW).tryAgainAt).not.toBeNull()
    expect(jobEnd(once, { attempt: AT_TRIES, byHand: false }, broken, NOW).tryAgainAt).toBeNull()
  })

  it('that the app cut short is begun anew at once; one that a person stopped is not', () => {
    expect(jobEnd(job(), first, { outcome: 'stopped', isQuitting: true }, NOW).tryAgainAt).toBe(NOW)
    const stopped = jobEnd(job({ failures: 1 }), first, { outcome: 'stopped', isQuitting: false }, NOW)
    expect(stopped).toMatchObject({ state: 'skipped', failures: 1, tryAgainAt: null })
  })

  it('is an alert at once where no agent is told of it', () =>
    expect(jobEnd(job({ isRead: false }), first, broken, NOW)).toMatchObject({ failures: 1, isAlert: true }))

  it('is an alert from the second failure in a row, and a pause at the tenth', () => {
    const after = (failures: number) => jobEnd(job({ failures: failures - 1 }), first, broken, NOW)
    expect(after(JOB_FAILURES_BEFORE_ALERT - 1)).toMatchObject({ isAlert: false, isPaused: false })
    expect(after(JOB_FAILURES_BEFORE_ALERT)).toMatchObject({ isAlert: true, isPaused: false })
    expect(after(JOB_FAILURES_BEFORE_PAUSE)).toMatchObject({ isPaused: true, tryAgainAt: null })
  })

  it('has a word for each way', () => {
    expect([
      jobEndWord('failed', 'interrupted'),
      jobEndWord('skipped', 'stopped'),
      jobEndWord('skipped', 'skipped'),
      jobEndWord('ok', 'quiet'),
    ]).toEqual(['failed', 'was stopped', 'was not started', 'is done'])
  })
})
