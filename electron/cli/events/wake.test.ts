import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputOf, close, gone } = commandsAndApp('wake-test')
afterEach(close)
afterAll(gone)

describe('threadbeat wake and timeline', () => {
  it('wakes by the rules', async () => {
    expect(await cli('wake', 'api')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not running, so nothing can be woken') as string,
    })
    await running({ wake: () => ({ itemId: 'itm_1', runId: null, state: 'merged', hold: null }) })
    expect((await cli('wake', 'api', '--urgent')).out).toBe(
      '2 api: the beat that waits has one reason more\n',
    )
    expect(inputOf('wake')).toEqual({ id: 'thr_2', urgent: true })
    await running({ wake: () => ({ itemId: 'itm_1', runId: null, state: 'queued', hold: 'quiet_hours' }) })
    expect((await cli('wake', 'api')).out).toMatch(/^2 api: a beat was asked for, which waits: .*quiet/)
  })
  const event = {
    id: 'evt_1',
    threadId: 'thr_2',
    source: 'git',
    ambient: false,
    text: 'new commit\u001b[31m abc',
    trusted: true,
    urgent: false,
    at: Date.now(),
    lastAt: Date.now(),
    count: 3,
    state: 'waiting',
    runId: null,
  }
  it('shows what came in and what woke', async () => {
    await running({
      'events.timeline': () => ({
        entries: [
          { kind: 'event', at: event.at, event },
          {
            kind: 'wake',
            at: event.at,
            reason: 'webhook',
            itemId: 'itm_1',
            runId: 'run_1',
            outcome: 'quiet',
          },
        ],
        waiting: 1,
        dropped: 2,
        next: null,
      }),
    })
    const { out } = await cli('timeline', 'api')
    expect(out).toMatch(
      /^1 event waits for the next prompt\.\n2 older ones had to make room[^]*Git +waits +new commit\[31m abc \(3 times\)\n.*Wake +Quiet +a webhook\n$/,
    )
    expect(JSON.parse((await cli('timeline', 'api', '--json')).out)).toMatchObject({
      waiting: 1,
      entries: [
        { kind: 'event', source: 'git', count: 3 },
        { kind: 'wake', outcome: 'quiet' },
      ],
    })
  })
})
