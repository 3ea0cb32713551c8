import { describe, expect, it } from 'vitest'
import { parse } from '../../../../shared/playbook/doc.ts'
import { refusal } from '../../testing/api-client.ts'
import { LIST, oneList } from '../../testing/one-list.ts'

it('a resolved flag is dated by the day where the thread is, not by that of UTC', async () => {
  const { s, id, client } = await oneList(LIST.replace('(none)', '- the disk is full'), {
    start: Date.UTC(2026, 2, 10, 20),
    timeZone: 'Asia/Tokyo',
  })
  await client.doc.resolveFlag({ id, text: 'the disk is full' })
  expect(s.files.get('/api')).toContain('Resolved 2026-03-11: the disk is full')
  expect(parse(s.files.get('/api')!).flags).toEqual([])
  await s.stop()
})

describe('a file that changed its nature while it was edited', () => {
  it('is not written when it is no UTF-8 text any more', async () => {
    const { s, id, client } = await oneList()
    const { ports } = s
    const read = ports.files.read
    ports.files.read = async (path) => {
      const found = await read(path)
      return found.ok ? { ok: true, value: { ...found.value, encoding: 'binary' } } : found
    }
    const failed = await refusal(client.doc.save({ id, text: `${LIST}mine\n`, base: LIST, existed: true }))
    expect([failed.code, failed.message]).toEqual(['INVALID', expect.stringContaining('nothing was written')])
    expect(s.files.get('/api')).toBe(LIST)
    await s.stop()
  })
})

describe('templates', () => {
  it('fit what the folder holds, and add to a list without changing it', async () => {
    const { s, id, client, held } = await oneList()
    held.set('package.json', '{"scripts":{"test":"vitest"}}')
    const [first, ...rest] = await client.doc.templates({ id })
    expect([first?.kind, first?.because, rest.length]).toEqual(['node', 'it holds package.json', 7])
    expect(first?.added).toContain('- [ ] one\n- [ ] two\n')
    expect(first?.added).toContain('Run `npm test`; report failures')
    expect(s.files.get('/api')).toBe(LIST)
    await s.stop()
  })
  it('timings tell how long a task took in the last beats', async () => {
    const { s, id, client } = await oneList()
    let ms = 1000
    s.script = (spec) => ({
      tasks: spec.tasks.map((t) => ({
        key: t.key,
        tier: t.tier,
        text: t.text,
        status: 'passed' as const,
        note: '',
        severity: null,
        command: ['x'],
        exitCode: 0,
        durationMs: (ms += 500),
        output: '',
      })),
    })
    for (let n = 0; n < 5; n++) {
      await client.beat.start({ id })
      await s.clock.settle()
    }
    expect((await client.doc.timings({ id })).find((t) => t.key === 'quick:two')).toEqual({
      key: 'quick:two',
      worstMs: 6000,
      beats: 3,
    })
    await s.stop()
  })
})
