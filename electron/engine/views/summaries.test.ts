import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { readShort } from '../../../shared/views/summary-names.ts'
import { createSummaries, mirrorsOf } from './summaries.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const read = (files: Record<string, string>, name: string): Record<string, unknown> =>
  JSON.parse(files[name]!) as Record<string, unknown>
/** The summaries of a running scenario, with each round of writing. */
function following(s: Scenario) {
  const rounds: { at: number; files: Record<string, string> }[] = []
  const latest: Record<string, string> = {}
  const summaries = createSummaries({
    snapshot: s.views.snapshot,
    onSnapshot: (listener) => s.views.subscribe(() => listener()),
    clock: s.clock,
    pid: 7,
    write: async (files) => {
      Object.assign(latest, files)
      rounds.push({ at: s.clock.now(), files })
    },
  })
  return {
    rounds,
    latest,
    ...summaries,
    short: () => readShort(latest['status-short'] ?? null, s.clock.now(), (pid) => pid === 7),
  }
}

describe('summaries', () => {
  it('say the times of a thread in the units they name, and no task', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(20 * MINUTE)
    const files = mirrorsOf(s.views.snapshot())
    const [thread] = s.views.snapshot().threads
    expect(Object.keys(files)).toEqual(['threads.json', 'heartbeat_state.json', 'runtime_index.json'])
    expect(read(files, 'threads.json')).toMatchObject({
      note: expect.stringContaining('read-only') as string,
      threads: [
        {
          number: 2,
          name: 'api',
          path: '/api',
          state: 'quiet',
          runner: 'Local checks',
          lastOutcome: 'quiet',
          nextDueAt: new Date(thread!.nextDueAt!).toISOString(),
          nextDueAtMs: thread!.nextDueAt,
        },
      ],
    })
    expect(read(files, 'heartbeat_state.json')).toMatchObject({
      threads: { 2: { quick: thread!.tiers.quick.lastDoneAt, nextDue: thread!.nextDueAt } },
    })
    expect(read(files, 'runtime_index.json')).toMatchObject({
      runs_today: s.views.snapshot().fleet.today.byOutcome,
      threads: {
        2: { last_heartbeat_epoch: Math.floor(thread!.tiers.quick.lastDoneAt! / 1000), open_alerts: 0 },
      },
    })
    expect(Object.values(files).join('')).not.toContain('git status')
    await s.stop()
  })

  it('have one line for a prompt, with the exit code of status', async () => {
    const s = await scenario()
    const f = following(s)
    await s.clock.settle()
    expect(f.short()).toEqual({ line: '♥ –', exitCode: 0 })
    const id = s.add('api')
    await s.clock.advance(10 * MINUTE)
    expect(f.short()).toEqual({ line: '♥ ok', exitCode: 0 })
    s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
    s.script = () => ({ text: 'CI is red' })
    await s.clock.advance(10 * MINUTE)
    expect(f.short()).toEqual({ line: '♥ 1!', exitCode: 10 })
    await f.end()
    expect(f.short()).toEqual({ line: '♥ –', exitCode: 10 })
    await s.stop()
  })

  it('mirror the fleet at once, and from then on at most once a minute, the newest last', async () => {
    const s = await scenario()
    for (let i = 0; i < 5; i++) s.add(`r${i}`)
    await s.clock.advance(HOUR)
    const f = following(s)
    await s.clock.settle()
    expect(Object.keys(f.latest)).toContain('threads.json')
    await s.clock.advance(HOUR)
    const mirrored = f.rounds.filter(({ files }) => files['threads.json'] !== undefined)
    expect(mirrored.length).toBeGreaterThan(20) // five threads, each beating every eight minutes
    expect(mirrored.slice(1).every(({ at }, i) => at - mirrored[i]!.at >= MINUTE)).toBe(true)
    for (const { id } of s.store.threads.list()) s.store.threads.change(id, { intervalMs: 0 })
    await s.clock.advance(2 * MINUTE)
    expect(f.latest).toMatchObject(mirrorsOf(s.views.snapshot()))
    await f.end()
    await s.stop()
  })

  it('have a line that is written at most once a second, and renewed each minute while nothing changes', async () => {
    const s = await scenario()
    s.add('api', { intervalMs: HOUR })
    await s.clock.advance(HOUR)
    const f = following(s)
    for (let i = 0; i < 40; i++) {
      s.message(s.store.threads.list()[0]!.id, `message ${i}`)
      await s.clock.advance(100)
    }
    const times = f.rounds.map((r) => r.at)
    expect(times.slice(1).every((at, i) => at - times[i]! >= 1000)).toBe(true)
    expect(times.length).toBeGreaterThan(2)
    const before = f.rounds.length
    await s.clock.advance(5 * MINUTE)
    expect(f.short().line).not.toBe('♥ ?')
    expect(f.rounds.length - before).toBeLessThan(25)
    await f.end()
    const last = f.rounds.length
    await s.clock.advance(10 * MINUTE)
    expect(f.rounds.length).toBe(last)
    await s.stop()
  })
})

describe('the line for a prompt', () => {
  const at = Date.UTC(2026, 2, 10)
  const text = (line: string): string => `${at / 1000} 10 7\n${line}\n`
  it.each([
    [text('♥ 2!'), 0, '♥ 2!', 10],
    [text('♥ 2!'), 3 * MINUTE, '♥ 2!', 10],
    [text('♥ 2!'), 3 * MINUTE + 1, '♥ ?', 1],
    [text('♥ 2!'), -3 * MINUTE, '♥ 2!', 10],
    [text('♥ 2!'), -3 * MINUTE - 1, '♥ ?', 1],
    [text('♥ 2!'), -400 * DAY, '♥ ?', 1],
    [text('♥ 2!').replace(' 7', ' 8'), 0, '♥ ?', 1],
    [text('♥ –').replace(' 7', ' 8'), 0, '♥ –', 10],
    [text('♥ –'), HOUR, '♥ –', 10],
    [text('♥ –'), -400 * DAY, '♥ –', 10],
    [null, 0, '♥ ?', 1],
    ['', 0, '♥ ?', 1],
    ['x\ny\n', 0, '♥ ?', 1],
  ])('of %j after %d ms is %s', (content, age, line, exitCode) =>
    expect(readShort(content, at + age, (pid) => pid === 7)).toEqual({ line, exitCode }),
  )
})
