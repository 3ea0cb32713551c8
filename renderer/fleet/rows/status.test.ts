import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { sampleSnapshot } from '../../../shared/views/testing/sample-snapshot.ts'
import { THREAD_STATES, type ThreadView } from '../../../shared/views/thread-view.ts'
import { flagsOf, statusOf } from './status.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const QUIET = sampleSnapshot(NOW).threads.find((t) => t.state === 'quiet')!
const clean = { branch: 'main', ahead: 0, behind: 0, changed: 0, operation: null } as const
const words = (change: Partial<ThreadView>): string | null =>
  statusOf({ ...QUIET, git: clean, waiting: [], ...change }, NOW)?.text ?? null
const pauseUntil = (until: number | null) =>
  ({ state: 'paused', pause: { until, since: NOW, reason: 'release week', by: 'person' } }) as const

describe('the status of a thread', () => {
  it('is nothing where nothing is worth words', () => {
    expect(words({})).toBeNull()
    expect(words({ git: null })).toBeNull()
  })
  it('is what was found or needs a person, before what git shows', () => {
    const git = { ...clean, operation: 'merge', behind: 3 } as const
    expect(words({ git, state: 'alert', because: 'Two pull requests wait\nfor a review' })).toBe(
      'Two pull requests wait',
    )
    expect(words({ git, state: 'blocked', approvalsWanted: 2 })).toBe('2 to approve')
    expect(words({ git, state: 'blocked', trusted: false })).toBe('Not trusted')
    expect(words({ git, state: 'missing' })).toBe('Folder is missing')
    expect(words({ git, state: 'overdue', lateMs: 12 * MINUTE })).toBe('12 min late')
    expect(words({ git, ...pauseUntil(null) })).toBe('Paused')
    expect(words({ git, ...pauseUntil(NOW + 2 * DAY + 3 * HOUR) })).toMatch(/^Paused until (Tue|Wed) /)
    expect(words({ git, state: 'off' })).toBe('Manual only')
  })
  it('is what is unusual about the repository: first what was left half done, then how far it is apart', () => {
    const doc = { ...QUIET.doc!, flags: [], unread: ['Line 4: …', 'Line 9: …'] }
    expect(words({ git: { ...clean, operation: 'cherry-pick', behind: 3 }, doc })).toBe(
      'Cherry-pick in progress',
    )
    expect(words({ git: { ...clean, behind: 3 }, doc })).toBe('2 lines of HEARTBEAT.md not understood')
    expect(words({ git: { ...clean, behind: 3, ahead: 1, changed: 4 } })).toBe('3 behind')
    expect(words({ git: { ...clean, ahead: 1, changed: 4 } })).toBe('1 ahead')
    expect(words({ git: { ...clean, changed: 1 } })).toBe('1 changed file')
  })
  it('counts the checks of a beat only where they are counted', () => {
    const running = (total: number) =>
      ({
        state: 'running',
        running: { progress: { done: 1, total, current: 'Bash' } },
      }) as unknown as Partial<ThreadView>
    expect([words(running(4)), words(running(0))]).toEqual(['1 of 4 checks', null])
  })
  it('never calls a thread by less than what its state says', () => {
    const silent = THREAD_STATES.filter((state) => words({ state, because: 'the reason' }) === null)
    expect(silent).toEqual(['running', 'waiting', 'quiet']) // with a time, a place in the queue, a tick
  })
  it('shows no flag of a folder that nobody may read or that is gone', () => {
    const flagged = { ...QUIET, doc: { ...QUIET.doc!, flags: ['Prod is down'] } }
    expect(flagsOf(flagged)).toEqual(['Prod is down'])
    expect(flagsOf({ ...flagged, trusted: false })).toEqual([])
    expect(flagsOf({ ...flagged, state: 'missing' })).toEqual([])
  })
})
