import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { snapshotWith } from '../testing/app.ts'
import { commandUnderTest } from '../testing/command.ts'
import { appBehind } from '../testing/in-process.ts'

/** The real command, which is followed while it runs. */
const { root, dataDir, start, bundled, gone } = commandUnderTest('tail-test', { engine: false })
const { threads, running, close } = appBehind(dataDir, root)
beforeAll(bundled, 60_000)
afterAll(async () => {
  await close()
  gone()
})

describe('threadbeat tail', () => {
  const event = {
    id: 'evt_1',
    threadId: 'thr_2',
    source: 'git',
    ambient: false,
    text: 'new commit\u001b[31m a\u200bbc',
    trusted: true,
    urgent: false,
    at: Date.now(),
    lastAt: Date.now(),
    count: 3,
    state: 'waiting',
    runId: null,
  }
  it('follows runs, facts and alerts, and ends cleanly with the app', async () => {
    const readers = new Set<(message: unknown) => void>()
    let bothRead: () => void = () => {}
    const reading = new Promise<void>((resolve) => (bothRead = resolve))
    const since = Date.now()
    await running({
      async *live(_input: never, signal: AbortSignal | undefined) {
        const { threads: shown, fleet } = snapshotWith(threads)
        yield { kind: 'snapshot', snapshot: { threads: shown, fleet: { ...fleet, at: since } } }
        while (signal?.aborted !== true) {
          yield await new Promise((resolve) => {
            readers.add(resolve)
            if (readers.size === 2) bothRead()
          })
        }
      },
      'runs.page': () => ({
        runs: [
          {
            id: 'run_2',
            threadId: 'thr_2',
            kind: 'heartbeat',
            reasons: [],
            tiers: [],
            outcome: 'alert',
            skipReason: null,
            fault: null,
            summary: 'CI is red',
            startedAt: since,
            finishedAt: since + 5,
            durationMs: 5,
          },
          { id: 'run_1', finishedAt: since - 5 },
        ],
        next: null,
      }),
      'events.timeline': () => ({
        entries: [
          { kind: 'event', at: since, event: { ...event, at: since + 1, lastAt: since + 1 } },
          { kind: 'event', at: since - 9, event: { ...event, id: 'evt_0', lastAt: since - 9 } },
        ],
        waiting: 1,
        dropped: 0,
        next: null,
      }),
    } as never)
    const [lines, objects] = [start(['tail']), start(['tail', 'api', '--json'])]
    await reading
    const alert = {
      id: 'alt_1',
      threadId: 'thr_2',
      severity: 'urgent',
      text: 'It burns',
      raisedAt: Date.now() + 10,
      lastSeenAt: 0,
      seen: 1,
      runId: null,
    }
    const delta = {
      kind: 'delta',
      fleet: { at: 0, alerts: [alert] },
      changed: [{ ...threads[0], events: 1, last: { runId: 'run_2' } } as unknown as ThreadView],
      removed: [],
    }
    for (const read of readers) read(delta)
    await Promise.all([lines.printed(/It burns/), objects.printed(/It burns/)])
    await close()
    const [ended, other] = await Promise.all([lines.ended, objects.ended])
    expect([ended.code, other.code]).toEqual([0, 0])
    expect(ended.err).toBe('Following all threads. Ctrl-C ends it.\nThreadbeat ended.\n')
    expect(ended.out.replace(/^\d\d:\d\d {2}/gm, '')).toBe(
      '2 api  Git  new commit[31m abc (3 times)\n2 api  ▲ Alert  CI is red\n2 api  Alert, urgent  It burns\n',
    )
    expect(
      other.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { type: 'event', number: 2, source: 'git', event: 'evt_1', text: event.text },
      { type: 'run', name: 'api', run: 'run_2', outcome: 'alert' },
      { type: 'alert', severity: 'urgent' },
    ])
  })
})
