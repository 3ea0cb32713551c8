import { describe, expect, it } from 'vitest'
import { readInboxFile } from './inbox.ts'

const read = (name: string, value: unknown) =>
  readInboxFile(name, typeof value === 'string' ? value : JSON.stringify(value))

describe('a file in the inbox', () => {
  it('is a message, unless its name makes it a heartbeat', () => {
    expect(read('a.json', { to: 2, text: 'hi' })).toMatchObject({
      ok: true,
      value: { kind: 'message', from: 'inbox' },
    })
    expect(
      read('heartbeat_1.json', { to: 'api', text: 'hi', from: 'cron', source: 'heartbeat' }),
    ).toMatchObject({ ok: true, value: { kind: 'heartbeat', from: 'cron' } })
  })
  it.each<[string, unknown, string]>([
    ['a.json', '{', 'not JSON'],
    ['a.json', '[]', 'one JSON object'],
    ['a.json', { text: 'x' }, '"to"'],
    ['a.json', { to: 0, text: 'x' }, '"to"'],
    ['a.json', { to: 1.5, text: 'x' }, '"to"'],
    ['a.json', { to: 2, text: '' }, '"text"'],
    ['a.json', { to: 2, text: 'x', from: 3 }, '"from"'],
    ['a.json', { to: 2, text: 'x', source: 'heartbeat' }, 'makes it a message'],
    ['heartbeat_a.json', { to: 2, text: 'x', source: 'user' }, 'makes it a heartbeat'],
    ...['user', ' User ', 'us\u200Ber', 'ｕｓｅｒ', 'You', '1', ' 3 ', '٣', '#3', 'Thread 3', '\u200B'].map(
      (from): [string, unknown, string] => ['a.json', { to: 2, text: 'x', from }, 'cannot be posed as'],
    ),
    ['a.json', { to: 2, text: 'x', from: '' }, '1 to 100'],
    ['a.json', { to: 2, text: 'x', from: 'x'.repeat(101) }, '1 to 100'],
  ])('%s with %j is refused with a reason', (name, value, reason) =>
    expect(read(name, value)).toMatchObject({ ok: false, error: expect.stringContaining(reason) }),
  )
  it('names its sender without what a reader does not see, and gains nothing by its source', () => {
    expect(read('a.json', { to: 2, text: 'x', from: 'cron\u202E job 7' })).toMatchObject({
      ok: true,
      value: { from: 'cron job 7' },
    })
    expect(read('a.json', { to: 2, text: 'x', source: 'user' })).toMatchObject({
      ok: true,
      value: { kind: 'message', from: 'inbox' },
    })
  })
  it('that cannot be read is refused', () => expect(readInboxFile('a.json', null).ok).toBe(false))
})
