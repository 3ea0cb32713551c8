import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('threads-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('changes of threads', () => {
  it('tags and pins a thread, and puts off one of its tiers', async () => {
    expect((await cli('tag', 'api', 'money', 'ops')).out).toBe('2 api: money, ops\n')
    expect((await cli('tag', 'api', '--add', 'web', '--remove', 'ops')).out).toBe('2 api: money, web\n')
    expect(await cli('tag', 'api', '--remove', 'ops')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no tag "ops". It has: money, web.') as string,
    })
    expect((await cli('pin', 'api')).out).toBe('2 api is pinned.\n')
    expect((await cli('snooze', 'api', '--tier', 'hourly', '--for', '4h')).out).toMatch(
      /^Hourly of 2 api is snoozed until .*\d:\d\d/,
    )
    expect((await cli('status', 'api')).out).toMatch(
      /Tags +money, web[^]*Pinned +yes[^]*Hourly .*snoozed until/,
    )
    const ends = await Promise.all([
      cli('snooze', 'api', '--tier', 'weekly', '--for', '4h'),
      cli('snooze', 'api', '--tier', 'hourly'),
      cli('snooze', 'api', '--wake'),
      cli('snooze', 'api', '--tier', 'hourly', '--for', '60d'),
    ])
    expect(ends.map((e) => e.code)).toEqual([2, 2, 2, 1])
    expect(ends[3]?.err).toContain('at most 30 d')
    expect((await cli('snooze', 'api', '--tier', 'hourly', '--wake')).out).toContain('is awake')
    expect(
      (await Promise.all([cli('unpin', 'api'), cli('tag', 'api', '--none')])).map((e) => e.out).sort(),
    ).toEqual(['2 api is not pinned.\n', '2 api: no tags\n'])
    expect((await cli('status', 'api')).out).not.toMatch(/Pinned|Tags|snoozed/)
  })

  it('says how many events wait for the next prompt of a thread, in its status and in why', async () => {
    await cli('beat', 'lab', '--wait') // its first beat is over, and takes no event any more
    expect((await cli('event', 'lab', 'The mirror is slow')).code).toBe(0)
    const words = /Events +1 (?:event )?waits for the next prompt/
    expect((await cli('status', 'lab')).out).toMatch(words)
    expect((await cli('why', 'lab')).out).toMatch(words)
    expect((await cli('status', 'api')).out).not.toContain('Events')
  })

  it('found by a user: removes no thread without a terminal unless --yes says so', async () => {
    expect(await cli('remove', 'web')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was removed. Without a terminal: add --yes') as string,
    })
    expect((await cli('remove', 'web', '--yes')).out).toContain('Removed 3 web')
  })

  it('changes threads, pauses and resumes', async () => {
    expect((await cli('set', 'active-hours', '09:00-18:00 Europe/Berlin', '-t', '2')).code).toBe(0)
    expect((await cli('status', '2')).out).toMatch(/Active hours +09:00–18:00 Europe\/Berlin/)
    expect((await cli('pause', '--all', '--for', '1h')).code).toBe(0)
    expect((await cli('status', 'api')).out).toMatch(/Next beat +none while it is paused/)
    expect((await json<{ engine: string }>('status')).engine).toBe('paused')
    // A due time that will be skipped is none.
    expect((await cli('status')).out).not.toMatch(/next (?:in|now)/)
    expect((await cli('resume', '--all')).out).toMatch(/^The pause of everything is over\./)
    expect((await cli('resume', '--all')).out, 'found by a user').toMatch(/^Nothing was paused as a whole\./)
    expect((await cli('pause')).code).toBe(2)
  })
})
