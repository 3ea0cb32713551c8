import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ItemId } from '../../../shared/base/ids.ts'
import type { WaitingView } from '../../../shared/views/snapshot.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { appUnderTest, snapshotWith, threadView } from '../testing/app.ts'
import { commandUnderTest } from '../testing/command.ts'

/** The real command against a socket that answers as the test says. */
const { dataDir, start, bundled, gone } = commandUnderTest('queue-test', { engine: false })
let app: Awaited<ReturnType<typeof appUnderTest>> | null = null
const item = (id: string, place: number, more: Partial<WaitingView>): WaitingView =>
  ({
    itemId: id as ItemId,
    threadId: 'thr_2',
    kind: 'heartbeat',
    class: 'quick',
    reasons: ['interval'],
    text: null,
    since: Date.now(),
    mergedSlots: 0,
    hold: null,
    notBefore: 0,
    place,
    from: null,
    jobName: null,
    ...more,
  }) as WaitingView
const threads = [
  threadView(2, 'api', '/api', {
    waiting: [
      item('itm_b', 2, { hold: 'slots_used' }),
      item('itm_m', 1, { kind: 'message', class: 'message', reasons: [], text: 'Deploy?\u001b[2J' }),
    ],
  }),
  threadView(3, 'web', '/web', { waiting: [item('itm_c', 3, { threadId: 'thr_3' as never })] }),
]
const running = async (answers: Parameters<typeof appUnderTest>[1]) =>
  (app = await appUnderTest(dataDir, { snapshot: () => snapshotWith(threads), ...answers }))
const inputs = (method: string): readonly unknown[] =>
  app?.calls.filter((c) => c.method === method).map((c) => c.input) ?? []

beforeAll(bundled, 60_000)
afterEach(async () => {
  await app?.close()
  app = null
})
afterAll(gone)

it('lists what waits in its order, and moves and cancels by id', async () => {
  await running({
    'queue.toTop': () => null,
    'queue.cancel': ({ itemIds }: { itemIds: string[] }) => ({ cancelled: itemIds.length }),
  })
  const { out } = await start(['queue']).ended
  expect(out.split('\n').map((line) => line.trim().split(/\s+/).slice(0, 4).join(' '))).toEqual([
    '1 message 2 api',
    '2 scheduled 2 api',
    '3 scheduled 3 web',
    '',
  ])
  expect(out).not.toContain('\u001b[2J')
  expect((await start(['queue', 'top', 'itm_b']).ended).out).toBe(
    `2 api is next among the beats and jobs. It still waits: ${HOLD_WORD.slots_used}.\n`,
  )
  expect(inputs('queue.toTop')).toEqual([{ itemId: 'itm_b' }])
  expect((await start(['queue', 'cancel', 'itm_m']).ended).out).toBe('1 item cancelled.\n')
  expect(await start(['queue', 'cancel', 'itm_gone']).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('Nothing waits under "itm_gone"') as string,
  })
  expect(await start(['queue', 'cancel']).ended).toMatchObject({ code: 2 })
  expect(await start(['queue', 'cancel', '--all', 'scheduled']).ended, 'nobody can answer').toMatchObject({
    code: 1,
    err: expect.stringContaining('add --yes') as string,
  })
  expect((await start(['queue', 'cancel', '--all', 'scheduled', '--yes']).ended).out).toBe(
    '2 items cancelled.\n',
  )
  expect(inputs('queue.cancel')).toEqual([{ itemIds: ['itm_m'] }, { itemIds: ['itm_b', 'itm_c'] }])
})

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
    (await start(['note', 'add', 'Upgraded', 'the CLI', '--at', '2026-03-10 08:00', '--thread', 'web']).ended)
      .out,
  ).toMatch(/^Noted on .*\(not_1\): Upgraded the CLI\n$/)
  await start(['note', 'add', '--run', 'run_7', 'Known flake']).ended
  await start(['note', 'edit', 'not_1', 'Another text']).ended
  expect(inputs('notes.save')).toEqual([
    { text: 'Upgraded the CLI', at: new Date(2026, 2, 10, 8).getTime(), threadId: 'thr_3' },
    { text: 'Known flake', runId: 'run_7' },
    { id: 'not_1', text: 'Another text' },
  ])
  expect((await start(['note']).ended).out).toContain('all threads  not_1')
  expect(JSON.parse((await start(['note', 'list', '--json', '--run', 'run_7']).ended).out)).toEqual([
    { id: 'not_1', at: '2026-03-10T08:00:00.000Z', thread: null, run: null, text: 'Upgraded the CLI' },
  ])
  expect((await start(['note', 'remove', 'not_1']).ended).out).toBe('not_1 is removed.\n')
  expect(await start(['note', 'add', 'x'.repeat(501)]).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('1 to 500 characters, got 501') as string,
  })
  expect(await start(['note', 'add', '--run', 'run_7', '--thread', 'web', 'x']).ended).toMatchObject({
    code: 2,
  })
})
