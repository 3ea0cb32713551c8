import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'
import { hostOf } from './host-of.ts'

const { cli, running, inputOf, inputsOf, close, gone } = commandsAndApp('webhook-test')
afterEach(close)
afterAll(gone)

describe('threadbeat webhook', () => {
  it('tries and removes a place by its name, and makes a new token only after an answer', async () => {
    const answers = [
      { ok: true, text: 'taken, 200' },
      { ok: false, text: 'refused, 404' },
    ]
    await running({
      'webhooks.list': () => [
        {
          id: 'hook_1',
          name: 'phone',
          kind: 'ntfy',
          url: 'https://ntfy.example/x',
          chat: null,
          on: ['urgent'],
          enabled: true,
          hasSecret: false,
          last: null,
        },
      ],
      'webhooks.test': () => answers.shift(),
      'webhooks.remove': () => null,
      'webhooks.rotate': () => ({
        port: 7878,
        running: true,
        problem: null,
        url: 'http://127.0.0.1:7878/events',
        token: 'NEW',
      }),
    })
    expect(await cli('webhook', 'test', 'phone')).toMatchObject({
      code: 0,
      out: 'phone: taken, 200\n',
    })
    expect(await cli('webhook', 'test', 'hook_1')).toMatchObject({
      code: 1,
      out: 'phone: refused, 404\n',
    })
    expect(await cli('webhook', 'test', 'fax')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no place "fax"') as string,
    })
    expect((await cli('webhook', 'remove', 'phone')).out).toBe(
      'Removed phone; nothing is sent there any more.\n',
    )
    expect(inputOf('webhooks.remove')).toEqual({ id: 'hook_1' })
    expect((await cli('webhook', 'rotate')).code).toBe(1)
    expect(inputsOf('webhooks.rotate')).toEqual([])
    expect((await cli('webhook', 'rotate', '--yes')).code).toBe(0)
  })
  it('refuses an address before it says or asks anything, in one sentence that names what is allowed', async () => {
    await running({ 'webhooks.list': () => [], 'webhooks.save': () => null })
    for (const url of ['notaurl', 'http://example.org/x'])
      expect(await cli('webhook', 'add', 'x', '--url', url, '--yes')).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(
          /^\S*.*The address must be https:\/\/host\/…, or http:\/\/host\/… where the host is localhost or a private address such as 192\.168\.1\.5\.\n/,
        ) as string,
      })
    for (const [args, said] of [
      [['--kind', 'ntfy', '--url', 'https://ntfy.sh/'], 'must end with the topic'],
      [['--kind', 'telegram', '--url', 'https://api.telegram.org/bot1/sendMessage'], '--chat ID'],
    ] as const)
      expect(await cli('webhook', 'add', 'x', ...args, '--yes')).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining(said) as string,
      })
    expect(inputsOf('webhooks.save')).toEqual([])
    expect((await cli('webhook', 'add', 'x', '--url', 'http://127.0.0.1/x', '--yes')).code).toBe(0)
  })
  it('prints neither addresses nor tokens', async () => {
    await running({
      'webhooks.list': () => [
        {
          id: 'hook_1',
          name: 'phone',
          kind: 'telegram',
          url: 'https://api.telegram.org/botSECRET/sendMessage',
          chat: '1',
          on: ['urgent'],
          enabled: true,
          hasSecret: false,
          last: null,
        },
      ],
      'webhooks.incoming': () => ({
        port: 7878,
        running: true,
        problem: null,
        url: 'http://127.0.0.1:7878/events',
        token: 'SECRET',
      }),
    })
    const shown = await Promise.all(
      [
        ['webhook', 'list'],
        ['webhook', 'list', '--json'],
        ['webhook', 'incoming'],
        ['webhook', 'incoming', '--json'],
      ].map((args) => cli(...args)),
    )
    for (const { code, out } of shown)
      expect([code, out.includes('SECRET'), out.length > 20]).toEqual([0, false, true])
    expect((await cli('webhook', 'incoming', '--show-token')).out).toContain('Token: SECRET')
  })
  it('shows an address by its host alone', () =>
    expect([hostOf('https://api.telegram.org/bot123:abc/sendMessage'), hostOf('x')]).toEqual([
      'api.telegram.org',
      'unreadable address',
    ]))
})
