import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
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
      err: expect.stringMatching(/^No longer: .*All caps are written together\.\n$/) as string,
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
    for (const [text, read] of [
      ['20:00-08:00 mon-wed,sun', '20:00-08:00 sun,mon,tue,wed'],
      ['22:00-07:00 sat-sun', '22:00-07:00 sun,sat'],
      ['22:00–07:00', '22:00-07:00'],
      ['off', 'off'],
    ] as const)
      expect(await cli('set', 'quiet-hours', text)).toMatchObject({
        code: 0,
        out: `quiet-hours is ${read}\n`,
      })
    expect((await cli('set', 'quiet-hours', '00:00-00:00 sat,sun')).code).toBe(0)
    expect(await cli('set', 'quiet-hours', '07:00-07:00')).toMatchObject({
      code: 2,
      err: expect.stringContaining('they would never end; got "07:00-07:00"') as string,
    })
    for (const text of ['night', '25:00-07:00', '22:00-07:00 someday', '22:00-07:00 mon-tue-wed', ''])
      expect((await cli('set', 'quiet-hours', text)).code).toBe(2)
    expect((await cli('set', 'quick-calls', '60')).out).toBe('quick-calls is 60\n')
    expect((await cli('set', 'session-idle', '2d')).out).toBe('session-idle is 2 d\n')
    expect((await cli('set', 'session', 'resume', '-t', 'lab')).code).toBe(0)
    expect((await cli('set', 'gate', 'sometimes', '-t', 'lab')).code).toBe(2)
    expect((await cli('set', 'gate', 'always', '-t', 'lab')).code).toBe(0)
    expect((await cli('status', 'lab')).out).toMatch(/Agent starts +at each beat/)
  })

  it('names default as a value only of what takes it', async () => {
    const help = (await cli('set', '--help')).out.replace(/\s+/g, ' ')
    expect(help).toContain('default: for the app, and for active-hours, source and delivery of a thread;')
    expect(help).toContain('for suggestions: person, agent, ignore;')
    for (const value of [['suggestions'], ['gate'], ['session'], ['interval'], ['daily-at']])
      expect((await cli('set', ...value, 'default', '-t', 'lab')).code, value[0]).not.toBe(0)
    for (const value of [['active-hours'], ['source', 'git'], ['delivery', 'show-ok']])
      expect((await cli('set', ...value, 'default', '-t', 'lab')).code, value[0]).toBe(0)
    expect((await cli('set', 'theme', 'default')).code).toBe(0)
  })

  it('says at once that a port for webhooks is used, and joins no sentences in status', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const set = await cli('set', 'webhook-port', String(port))
    expect(set).toMatchObject({ code: 1, out: `webhook-port is ${port}\n` })
    expect(set.err).toMatch(
      /^It is not in force: port \d+ of 127\.0\.0\.1 cannot be had: .*\. Choose another port\.\n$/,
    )
    expect((await cli('status')).out.replace(/\s+/g, ' ')).toMatch(
      /The local webhook does not listen: port [^.]*127\.0\.0\.1 .*\. Choose another port, or switch it off\./,
    )
    await new Promise((resolve) => other.close(resolve))
    expect(await cli('set', 'webhook-port', 'off')).toMatchObject({ code: 0, err: '' })
    expect(await cli('set', 'webhook-port', String(port))).toMatchObject({ code: 0, err: '' })
    expect((await cli('set', 'webhook-port', 'off')).code).toBe(0)
  })

  it('shows one setting, and answers programs with what is kept', async () => {
    expect((await cli('set', 'theme', 'dark', '--json')).out).toBe('{\n  "theme": "dark"\n}\n')
    expect((await cli('set', 'theme')).out).toBe('theme is dark\n')
    expect(JSON.parse((await cli('set', 'session-idle', '3d', '--json')).out)).toEqual({
      sessionIdleMs: 3 * DAY,
    })
    expect(JSON.parse((await cli('set', 'session-idle', '--json')).out)).toEqual({ sessionIdleMs: 3 * DAY })
    expect((await cli('set', 'theme', '')).code).toBe(2)
  })

  it('shows what a thread has, in words that it takes, and answers programs', async () => {
    expect((await cli('set', 'source', 'git', 'off', '-t', 'lab')).code).toBe(0)
    const shown = await cli('set', '-t', 'lab')
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.out).toMatch(/name +lab\n/)
    expect(shown.out).toMatch(/source git +off\n/)
    expect(shown.out).toMatch(/source cli +default \(asked\)\n/)
    expect(shown.out).toMatch(/delivery show-ok +default\n/)
    expect((await cli('set', 'source', '-t', 'lab')).out).toMatch(/^source git +off\n(?:source .*\n)+$/)
    expect((await cli('set', 'colour', '-t', 'lab')).code).toBe(2)
    expect(JSON.parse((await cli('set', 'interval', '5m', '-t', 'lab', '--json')).out)).toMatchObject({
      name: 'lab',
      intervalMs: 5 * MINUTE,
      sources: { git: 'off' },
      runner: { kind: 'command' },
    })
    const runner = await cli(
      'set',
      'runner',
      'claude',
      '-t',
      'lab',
      '--json',
      '-y',
      '--env',
      'API_TOKEN=x1y2',
    )
    expect(JSON.parse(runner.out)).toMatchObject({
      runner: { kind: 'cli', cli: 'claude', env: { API_TOKEN: '(not shown)' } },
    })
  })
})
