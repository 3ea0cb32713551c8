import { afterAll, afterEach, expect, it } from 'vitest'
import type { ItemId } from '../../../shared/base/ids.ts'
import type { WaitingView } from '../../../shared/views/thread-view.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { snapshotWith, threadView } from '../testing/app.ts'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputsOf, close, gone } = commandsAndApp('queue-test')
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
afterEach(close)
afterAll(gone)

it('lists what waits in its order, and moves and cancels by id', async () => {
  await running({
    snapshot: () => snapshotWith(threads),
    'queue.toTop': () => null,
    'queue.cancel': ({ itemIds }: { itemIds: string[] }) => ({ cancelled: itemIds.length }),
  })
  const { out } = await cli('queue')
  expect(out.split('\n').map((line) => line.trim().split(/\s+/).slice(0, 4).join(' '))).toEqual([
    '1 message 2 api',
    '2 scheduled 2 api',
    '3 scheduled 3 web',
    '',
  ])
  expect(out).not.toContain('\u001b[2J')
  expect((await cli('queue', 'top', 'itm_b')).out).toBe(
    `2 api is next among the beats and jobs. It still waits: ${HOLD_WORD.slots_used}.\n`,
  )
  expect(inputsOf('queue.toTop')).toEqual([{ itemId: 'itm_b' }])
  expect((await cli('queue', 'cancel', 'itm_m')).out).toBe('1 item cancelled.\n')
  expect(await cli('queue', 'cancel', 'itm_gone')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Nothing waits under "itm_gone"') as string,
  })
  expect(await cli('queue', 'cancel')).toMatchObject({ code: 2 })
  expect(await cli('queue', 'cancel', '--all', 'scheduled'), 'nobody can answer').toMatchObject({
    code: 1,
    err: expect.stringContaining('add --yes') as string,
  })
  expect((await cli('queue', 'cancel', '--all', 'scheduled', '--yes')).out).toBe('2 items cancelled.\n')
  expect(inputsOf('queue.cancel')).toEqual([{ itemIds: ['itm_m'] }, { itemIds: ['itm_b', 'itm_c'] }])
})
