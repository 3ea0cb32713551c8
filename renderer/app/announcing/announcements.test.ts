import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadState, ThreadView } from '../../../shared/views/thread-view.ts'
import { thread } from '../../../shared/views/testing/tray-fleet.ts'
import { BETWEEN_MS, createAnnouncer, newsBetween } from './announcements.ts'

const fleet = (
  states: Readonly<Record<string, ThreadState>>,
  change: Partial<ThreadView> = {},
): ReadonlyMap<ThreadId, ThreadView> =>
  new Map(
    Object.entries(states).map(([name, state]) => [
      name as ThreadId,
      thread(1, state, { id: name as ThreadId, name, ...change }),
    ]),
  )

describe('newsBetween', () => {
  it.each([
    ['the first look says nothing', null, { api: 'urgent' }, []],
    ['a quiet thread raises an alert', { api: 'quiet' }, { api: 'alert' }, ['api alert']],
    ['a broken one, too', { api: 'running' }, { api: 'broken' }, ['api broken']],
    [
      'what is getting urgent is said although it needed the person before',
      { api: 'alert' },
      { api: 'urgent' },
      ['api urgent'],
    ],
    ['an alert instead of a broken beat is nothing new', { api: 'broken' }, { api: 'alert' }, []],
    ['good news is no interruption', { api: 'alert' }, { api: 'quiet' }, []],
    ['a thread that was just added is not said', {}, { api: 'blocked' }, []],
  ] as const)('%s', (_what, before, after, said) =>
    expect(
      newsBetween(before === null ? null : fleet(before), fleet(after)).map((n) => `${n.name} ${n.state}`),
    ).toEqual(said),
  )

  it('keeps silent about a thread whose indicator is off', () => {
    expect(
      newsBetween(
        fleet({ api: 'quiet' }, { indicator: false }),
        fleet({ api: 'alert' }, { indicator: false }),
      ),
    ).toEqual([])
  })
})

describe('the announcer', () => {
  it('says the first at once, then counts what came within five seconds', () => {
    const announcer = createAnnouncer()
    expect(announcer.hear([{ name: 'api', state: 'alert' }], 1000)).toEqual({
      text: 'api: alert',
      urgent: false,
    })
    expect(announcer.nextAt).toBeNull()
    expect(announcer.hear([{ name: 'web', state: 'broken' }], 2000)).toBeNull()
    expect(
      announcer.hear(
        [
          { name: 'docs', state: 'blocked' },
          { name: 'infra', state: 'alert' },
        ],
        3000,
      ),
    ).toBeNull()
    expect(announcer.nextAt).toBe(1000 + BETWEEN_MS)
    expect(announcer.hear([], 1000 + BETWEEN_MS)).toEqual({
      text: 'web: broken. 2 more threads need you',
      urgent: false,
    })
    expect(announcer.nextAt).toBeNull()
  })
  it('puts what is urgent first, and only that interrupts', () => {
    const announcer = createAnnouncer()
    expect(
      announcer.hear(
        [
          { name: 'web', state: 'alert' },
          { name: 'api', state: 'urgent' },
        ],
        0,
      ),
    ).toEqual({ text: 'api: urgent. 1 more thread needs you', urgent: true })
  })
})
