import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('set-test')
const { cli } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('threadbeat set', () => {
  it('keeps settings, read back as they were written', async () => {
    const caps = 'fleet usd 2/day, thread:2 starts 20/day, runner:claude tokens 1000000/month'
    expect(await cli('set', 'caps', caps.replace('thread:2', 'thread:api'))).toMatchObject({
      code: 0,
      out: `caps is ${caps}\n`,
    })
    expect((await cli('set')).out).toMatch(
      /caps +fleet usd 2\/day\n +thread:2 starts 20\/day\n +runner:claude tokens 1000000\/month\n/,
    )
    expect((await cli('set', 'caps', 'fleet usd lots/day')).code).toBe(2)
    expect(JSON.parse((await cli('set', '--json')).out)).toMatchObject({
      closeToTray: 'ask',
      dormantAfterMs: expect.any(Number) as number,
    })
    expect(await cli('set', 'caps', 'default')).toMatchObject({
      code: 0,
      out: expect.stringContaining('thread usd 0.5/day') as string,
    })
    expect((await cli('set', 'quick-calls', '60')).out).toBe('quick-calls is 60\n')
    expect((await cli('set', 'session-idle', '2d')).out).toBe('session-idle is 2 d\n')
    expect((await cli('set', 'session', 'resume', '-t', 'lab')).code).toBe(0)
    expect((await cli('set', 'gate', 'sometimes', '-t', 'lab')).code).toBe(2)
    expect((await cli('set', 'gate', 'always', '-t', 'lab')).code).toBe(0)
    expect((await cli('status', 'lab')).out).toMatch(/Agent starts +at each beat/)
  })
})
