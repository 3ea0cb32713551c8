import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../base/time.ts'
import { LONGEST_REST_MS, nextRest, restCause, restText } from './rest.ts'

const NOW = Date.UTC(2026, 2, 10, 8)
const runner = { key: 'claude', name: 'Claude Code', cause: 'limit', message: 'limit' } as const

describe('a rest', () => {
  it('lasts as long as the runner says, where that can be true', () => {
    expect(nextRest(runner, null, NOW + 3 * HOUR, NOW)).toMatchObject({ until: NOW + 3 * HOUR, told: true })
    for (const untrue of [NOW - HOUR, NOW + MINUTE / 2, NOW + 9 * DAY])
      expect(nextRest(runner, null, untrue, NOW)).toMatchObject({ until: NOW + HOUR, told: false })
  })

  it('is tried after an hour, then twice as late each time, up to six hours', () => {
    const first = nextRest(runner, null, null, NOW)
    const second = nextRest(runner, first, null, first.until)
    const third = nextRest(runner, second, null, second.until)
    const fourth = nextRest(runner, third, null, third.until)
    expect([first, second, third, fourth].map((r) => r.tries)).toEqual([0, 1, 2, 3])
    expect([second.until - first.until, third.until - second.until]).toEqual([2 * HOUR, 4 * HOUR])
    expect(fourth.until - third.until).toBe(LONGEST_REST_MS)
    expect(fourth.since).toBe(NOW)
  })

  it('that is no limit has no end that the runner could know', () => {
    expect(nextRest({ ...runner, cause: 'login' }, null, NOW + 3 * HOUR, NOW).told).toBe(false)
  })

  it('is begun by what all threads of a runner share', () => {
    const cli = { kind: 'cli' } as Parameters<typeof restCause>[1]
    const command = { kind: 'command' } as Parameters<typeof restCause>[1]
    const fault = (code: 'agent.limit_reached' | 'agent.not_found' | 'agent.timed_out') => ({
      code,
      message: '',
    })
    expect(restCause(fault('agent.limit_reached'), command)).toBe('limit')
    expect([restCause(fault('agent.not_found'), cli), restCause(fault('agent.not_found'), command)]).toEqual([
      'missing',
      null,
    ])
    expect([restCause(fault('agent.timed_out'), cli), restCause(null, cli)]).toEqual([null, null])
  })

  it('says until when only where that is known', () => {
    expect(restText({ cause: 'limit', told: true })).not.toContain('does not say')
    expect(restText({ cause: 'limit', told: false })).toContain('does not say')
  })
})
