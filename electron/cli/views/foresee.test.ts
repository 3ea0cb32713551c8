import { HOUR } from '../../../shared/base/time.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { snapshotWith } from '../testing/app.ts'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputOf, threads, close, gone } = commandsAndApp('foresee-test')
afterEach(close)
afterAll(gone)

describe('threadbeat next, why and dry-run', () => {
  it('foresees', async () => {
    const at = Date.UTC(2030, 0, 1)
    await running({
      snapshot: () => snapshotWith([{ ...threads[0], tasksForAgent: 2 }, threads[1]]),
      foresee: () => ({
        from: at,
        to: at + HOUR,
        minutes: [],
        threads: [
          {
            threadId: 'thr_2',
            threadName: 'api',
            hours: [{ beats: 3, jobs: 0, timed: 0, held: 3 }],
            held: [{ reason: 'paused', n: 3 }],
          },
        ],
        more: 2,
        agentStarts: 5,
        entries: [
          {
            at,
            kind: 'beat',
            threadId: 'thr_2',
            threadName: 'api',
            tier: 'hourly',
            jobId: null,
            text: 'Beats',
            held: 'paused',
          },
        ],
      }),
    })
    const { out, err } = await cli('next', 'api', '--hours', '2')
    expect(err).toMatch(
      /2 api: 2 tasks of its list wait for an agent.*threadbeat set runner --thread 2 claude/,
    )
    expect(out).toMatch(
      /api +hourly beat +Beats – held: paused\n… and 2 more after 20.*:\n +20\d\d-\d\d-\d\d \d\d:\d\d to \d\d:\d\d: 2, 2 of them held\nAt most 5 agent starts until 20.*\. Caps of agents are not counted in, and hold starts back: .*\d/,
    )
    expect(inputOf('foresee')).toEqual({ hours: 2, id: 'thr_2' })
    expect((await cli('next', '--hours', '49')).code).toBe(2)
  })
  it('lists the soonest, counts the others by the hour, and shows no time that is over', async () => {
    const from = Date.now() - 60_000
    await running({
      foresee: () => ({
        from,
        to: from + HOUR,
        minutes: [],
        threads: [
          {
            threadId: 'thr_2',
            threadName: 'api',
            hours: [{ beats: 200, jobs: 0, timed: 0, held: 0 }],
            held: [],
          },
        ],
        more: 100,
        agentStarts: 0,
        entries: Array.from({ length: 100 }, (_, at) => ({
          at: from + at,
          kind: 'beat',
          threadId: 'thr_2',
          threadName: 'api',
          tier: 'quick',
          jobId: null,
          text: 'Beats',
          held: null,
        })),
      }),
    })
    const lines = (await cli('next')).out.split('\n')
    expect(lines[0]).toMatch(/^as soon as it can +api +quick beat +Beats$/)
    expect(lines[20]).toMatch(/^… and 180 more after .*:$/)
    expect((await cli('next', '-n', '3')).out.match(/quick beat/g)).toHaveLength(3)
    expect((await cli('next', '-n', '0')).code).toBe(2)
  })
  it('explains, and shows a prompt alone on stdout', async () => {
    await running({
      explain: () => ({
        lastLook: null,
        eventsWait: '2 events wait for the next prompt.',
        undone: ['Line 4: "Urgen Flags" is not a section the app knows.'],
        next: 'in 5 min',
        gates: [
          { gate: 'Trust', open: true, text: 'trusted' },
          { gate: 'Budget', open: false, text: 'used up' },
        ],
        settings: [{ label: 'Interval', value: '8 min', source: 'HEARTBEAT.json' }],
      }),
      dryRun: () => ({
        would: 'start',
        because: 'quick is due',
        tiers: ['quick'],
        tasks: ['a'],
        prompt: 'HEARTBEAT tier=quick thread=2\nDo it.',
        events: 1,
      }),
    })
    expect((await cli('why', 'api')).out).toMatch(
      /Next +in 5 min\n *Events +2 events wait for the next prompt\.[^]*✓ +Trust +trusted\n {2}✗ +Budget +used up[^]*Interval +8 min +HEARTBEAT\.json/,
    )
    expect(await cli('dry-run', 'api', '--tier', 'quick')).toMatchObject({
      out: 'HEARTBEAT tier=quick thread=2\nDo it.\n',
      err: expect.stringContaining('A beat would start: quick is due') as string,
    })
  })
})
