import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('spend-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('the budget', () => {
  it('beats over the budget only for who says so', async () => {
    await cli('set', 'interval', 'off', '-t', 'lab')
    expect((await cli('beat', 'lab', '--wait')).err).toBe('')
    await cli('set', 'caps', 'thread:lab starts 1/day')
    expect(await cli('beat', 'lab')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /4 lab was not beaten: .*budget of 1 start a day.*threadbeat beat 4 --anyway/,
      ) as string,
    })
    expect(await json('beat', 'lab')).toMatchObject([
      { number: 4, outcome: null, refused: expect.stringContaining('budget') as string },
    ])
    expect((await cli('beat', '--all')).out).toMatch(/2 api: (started|queued|joined|is beating)/)
    const before = await json<{ today: { starts: number } }>('spend')
    expect((await cli('beat', 'lab', '--anyway', '--wait')).err).toBe('')
    const starts = before.today.starts + 1
    expect(await json('spend')).toMatchObject({
      today: { starts },
      caps: [{ text: 'thread:4 starts 1/day', used: starts, share: starts }],
      threads: [{ number: 4, starts }],
    })
    expect((await cli('spend')).out).toMatch(
      new RegExp(
        `Today +${starts} starts[^]*  4 lab +${starts} of 1 start a day +${starts}00 %[^]*Threads ` +
          `today\\n  4 lab +${starts} starts`,
      ),
    )
    await cli('set', 'caps', 'off')
  })
})
