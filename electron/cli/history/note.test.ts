import { afterAll, afterEach, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputsOf, close, gone } = commandsAndApp('note-test')
afterEach(close)
afterAll(gone)

it('writes, lists, changes and removes notes', async () => {
  const note = {
    id: 'not_1',
    at: Date.UTC(2026, 2, 10, 8),
    threadId: null,
    threadName: null,
    runId: null,
    text: 'Upgraded the CLI',
    writtenAt: 1,
  }
  await running({ 'notes.save': () => note, 'notes.list': () => [note], 'notes.remove': () => null })
  expect(
    (await cli('note', 'add', 'Upgraded', 'the CLI', '--at', '2026-03-10 08:00', '--thread', 'web')).out,
  ).toMatch(/^Noted on .*\(not_1\): Upgraded the CLI\n$/)
  await cli('note', 'add', '--run', 'run_7', 'Known flake')
  await cli('note', 'edit', 'not_1', 'Another text')
  expect(inputsOf('notes.save')).toEqual([
    { text: 'Upgraded the CLI', at: new Date(2026, 2, 10, 8).getTime(), threadId: 'thr_3' },
    { text: 'Known flake', runId: 'run_7' },
    { id: 'not_1', text: 'Another text' },
  ])
  expect((await cli('note')).out).toContain('all threads  not_1')
  expect(JSON.parse((await cli('note', 'list', '--json', '--run', 'run_7')).out)).toEqual([
    { id: 'not_1', at: '2026-03-10T08:00:00.000Z', thread: null, run: null, text: 'Upgraded the CLI' },
  ])
  expect((await cli('note', 'remove', 'not_1')).out).toBe('not_1 is removed.\n')
  expect(await cli('note', 'add', 'x'.repeat(501))).toMatchObject({
    code: 2,
    err: expect.stringContaining('1 to 500 characters, got 501') as string,
  })
  expect(await cli('note', 'add', '--run', 'run_7', '--thread', 'web', 'x')).toMatchObject({
    code: 2,
  })
})
