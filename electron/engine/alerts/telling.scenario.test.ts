import { afterEach, describe, expect, it } from 'vitest'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario, type Script } from '../testing/scenario.ts'

const QUICK = '## Quick Tasks\n- [ ] Look\n'
const NIGHT = { start: '22:00', end: '08:00', days: [0, 1, 2, 3, 4, 5, 6] }
const COMMAND = { kind: 'command' as const, argv: ['agent'], env: {} }
const open: Scenario[] = []
const begin = async (options: Parameters<typeof scenario>[0] = {}): Promise<Scenario> => {
  const s = await scenario(options)
  open.push(s)
  s.store.settings.change({ digest: 'off' })
  s.store.webhooks.save({
    id: 'hook',
    name: 'Chat',
    kind: 'json',
    url: 'https://example.org/in',
    secret: null,
    chat: null,
    on: ['urgent', 'alert', 'broken', 'recovered'],
    enabled: true,
  })
  return s
}
afterEach(async () => {
  for (const s of open.splice(0)) await s.stop()
})

const raise = (
  s: Scenario,
  id: ThreadId,
  text: string,
  severity: 'warning' | 'urgent' = 'warning',
  key = 'ci',
): void => s.store.alerts.raise(id, { key, severity, text }, s.clock.now())
const settle = async (s: Scenario): Promise<void> => {
  s.engine.settleBanners()
  await s.clock.settle()
}
const banners = (s: Scenario): string[] => s.notices.map((n) => n.body)
const sent = (s: Scenario): string[] => s.sent.map((x) => `${x.event.kind}: ${x.event.text}`)
const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())
const verdict = (s: Scenario): string => s.views.snapshot().fleet.verdict.headline
const incidents = (s: Scenario) => s.views.snapshot().fleet.incidents

/** So many beats, one after the other: well, or not. */
async function beats(s: Scenario, id: ThreadId, results: readonly boolean[]): Promise<void> {
  s.store.threads.change(id, { agent: COMMAND })
  for (const isWell of results) {
    s.script = () => ({ text: isWell ? 'HEARTBEAT_OK' : 'CI is red' })
    const before = s.runs(id).length
    while (s.runs(id).length === before) await s.clock.advance(MINUTE)
  }
}
const TO_AND_FRO = [false, true, false, true, false]

describe('a banner that is hushed (found by review)', () => {
  it.each([
    [
      'everything is muted',
      (s: Scenario) => s.store.settings.change({ mutedUntil: s.clock.now() + HOUR }),
      'muted',
    ],
    [
      'its thread is muted',
      (s: Scenario, id: ThreadId) => s.store.alerts.mute(id, s.clock.now() + HOUR),
      'thread_muted',
    ],
    [
      'it is quiet',
      (s: Scenario) => s.store.settings.change({ quietHours: { ...NIGHT, start: '00:00', end: '23:59' } }),
      'quiet',
    ],
  ] as const)('keeps no webhook from being told, where %s', async (_what, hush, why) => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    hush(s, id)
    raise(s, id, 'CI is red')
    await settle(s)
    await settle(s)
    expect([banners(s), sent(s), alerts(s)[0]!.suppressedBy]).toEqual([[], ['alert: CI is red'], why])
    s.store.alerts.resolve(id, ['ci'], s.clock.now())
    await settle(s)
    expect(sent(s)).toEqual(['alert: CI is red', 'recovered: CI is red'])
  })

  it(
    'because its thread goes to and fro is told to webhooks each time, and shown after an hour ' +
      'at the latest',
    async () => {
      const s = await begin()
      const id = s.add('api', { playbook: QUICK, intervalMs: 5 * MINUTE })
      await beats(s, id, TO_AND_FRO)
      s.store.threads.change(id, { intervalMs: 0, nextDueAt: null })
      expect([
        banners(s).length,
        sent(s).filter((x) => x === 'alert: CI is red').length,
        alerts(s).map((a) => a.suppressedBy),
      ]).toEqual([2, 3, ['flapping']])
      await s.clock.advance(40 * MINUTE)
      expect(banners(s)).toHaveLength(2)
      await s.clock.advance(20 * MINUTE)
      expect([
        banners(s).length,
        sent(s).filter((x) => x === 'alert: CI is red').length,
        alerts(s)[0]!.suppressedBy,
      ]).toEqual([3, 3, null])
    },
  )

  it('because its thread goes to and fro is shown as soon as three beats agree', async () => {
    const s = await begin()
    const id = s.add('api', { playbook: QUICK, intervalMs: 5 * MINUTE })
    await beats(s, id, [...TO_AND_FRO, false])
    expect([banners(s).length, alerts(s)[0]!.suppressedBy]).toEqual([2, 'flapping'])
    await beats(s, id, [false])
    expect([banners(s).length, alerts(s)[0]!.suppressedBy]).toEqual([3, null])
  })
})

describe('a reminder (found by review)', () => {
  it('of a muted thread is not counted as given: it comes when the mute ends', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    s.store.alerts.mute(id, s.clock.now() + 2 * HOUR)
    await s.clock.advance(HOUR + 50 * MINUTE)
    expect(s.notices).toHaveLength(1)
    await s.clock.advance(15 * MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['api', 'api is still urgent'])
  })
  it('is given also of what was raised while its thread was muted', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    s.store.alerts.mute(id, s.clock.now() + 2 * HOUR)
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.advance(2 * HOUR + MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['api is still urgent'])
  })
  it('is not given of a thread that shows no alerts any more', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    s.store.threads.change(id, { delivery: { showAlerts: false } })
    await s.clock.advance(HOUR + MINUTE)
    expect(s.notices).toHaveLength(1)
  })
  it('comes again, one hour and four after a snooze that ended', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.sleep(5 * HOUR)
    await s.clock.advance(MINUTE)
    expect(s.notices).toHaveLength(2)
    s.store.alerts.snooze([alerts(s)[0]!.id], s.clock.now() + 15 * MINUTE)
    await s.clock.advance(16 * MINUTE)
    expect(s.notices).toHaveLength(3)
    await s.clock.advance(HOUR)
    expect(s.notices.at(-1)!.title).toBe('api is still urgent')
    expect(s.notices).toHaveLength(4)
  })
  it('comes also of what was told only in the sentence at the end of quiet hours, an hour after it', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 7, 30) })
    s.store.settings.change({ quietHours: NIGHT, quietLetsUrgent: false })
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.advance(31 * MINUTE)
    expect(banners(s)).toEqual(['While it was quiet: 1 alert. It stands in the inbox.'])
    await s.clock.advance(50 * MINUTE)
    expect(s.notices).toHaveLength(1)
    await s.clock.advance(11 * MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['Threadbeat', 'api is still urgent'])
  })
})

describe('an incident (found by review)', () => {
  const fleet = async (
    ...names: string[]
  ): Promise<{ s: Scenario; ids: ThreadId[]; codes: Map<string, FaultCode | null> }> => {
    const codes = new Map<string, FaultCode | null>(names.map((n) => [n, 'agent.timed_out']))
    const script: Script = (spec) => {
      const code = codes.get(spec.repoPath.slice(1)) ?? null
      return code === null ? {} : { status: 'failed', fault: { code, message: 'after 90 s' } }
    }
    const s = await begin({ script })
    s.store.settings.change({ maxRuns: 8, maxHeartbeats: 7 })
    const ids = names.map((name) => {
      const id = s.add(name, { playbook: QUICK, intervalMs: 5 * MINUTE })
      s.store.threads.change(id, { agent: COMMAND })
      return id
    })
    return { s, ids, codes }
  }

  it(
    'that a person acknowledged needs nobody: neither headline nor tray counts its threads, nor ' +
      'who joins later',
    async () => {
      const { s, codes } = await fleet('a', 'b', 'c', 'd')
      codes.set('d', null)
      await s.clock.advance(20 * MINUTE)
      expect(verdict(s)).toBe('3 threads need you.')
      s.engine.incidents.acknowledge(incidents(s)[0]!.id, s.clock.now())
      expect([
        verdict(s),
        s.views.snapshot().fleet.verdict.rest,
        s.views.snapshot().fleet.verdict.tone,
      ]).toEqual(['Nothing needs you.', '1 quiet. 3 acknowledged or snoozed.', 'calm'])
      codes.set('d', 'agent.timed_out')
      await s.clock.advance(30 * MINUTE)
      expect([verdict(s), incidents(s)[0]!.members.length, alerts(s), s.notices.length]).toEqual([
        'Nothing needs you.',
        4,
        [],
        1,
      ])
      for (const name of codes.keys()) codes.set(name, null)
      await s.clock.advance(40 * MINUTE)
      expect([verdict(s), incidents(s)]).toEqual(['All quiet.', []])
    },
  )

  it('is one piece of news for a webhook, and one more when it is over for good', async () => {
    const { s, codes } = await fleet('a', 'b', 'c')
    await s.clock.advance(11 * MINUTE)
    expect(sent(s)).toEqual([
      'broken: Each was ended at its time limit. The service may be slow, or the limits too tight.\nThreads: a, b, c.',
    ])
    expect(s.sent[0]!.event.title).toBe('Broken: Runs of 3 threads took too long')
    for (const name of codes.keys()) codes.set(name, null)
    await s.clock.advance(11 * MINUTE)
    expect(incidents(s)).toEqual([])
    for (const name of codes.keys()) codes.set(name, 'agent.timed_out')
    await s.clock.advance(11 * MINUTE)
    expect([incidents(s).length, s.sent.length]).toEqual([1, 1]) // it is the same one, and no news
    await s.crash()
    for (const name of codes.keys()) codes.set(name, null)
    await s.clock.advance(2 * HOUR)
    expect(sent(s).slice(1)).toEqual(['recovered: Threads: a, b, c.'])
  })

  it('is told to webhooks while everything is muted, once, and shown when the mute ends', async () => {
    const { s } = await fleet('a', 'b', 'c')
    s.store.settings.change({ mutedUntil: s.clock.now() + HOUR })
    await s.clock.advance(50 * MINUTE)
    expect([s.notices, s.sent.length]).toEqual([[], 1])
    await s.clock.advance(15 * MINUTE)
    expect([s.notices.length, s.sent.length]).toEqual([1, 1])
  })

  it('of threads that all show no alerts is told to nobody, and gets its banner once one of them may', async () => {
    const { s, ids } = await fleet('a', 'b', 'c')
    for (const id of ids) s.store.threads.change(id, { delivery: { showAlerts: false } })
    await s.clock.advance(20 * MINUTE)
    expect([
      incidents(s).length,
      s.notices,
      s.sent,
      s.store.incidents.untold().map((i) => i.suppressedBy),
    ]).toEqual([1, [], [], ['switched_off']])
    s.store.threads.change(ids[0]!, { delivery: {} })
    await s.clock.advance(MINUTE)
    expect([s.notices.length, s.sent.length]).toEqual([1, 1])
  })

  it('of threads that are all muted gets no banner until one is not, but webhooks hear of it', async () => {
    const { s, ids } = await fleet('a', 'b', 'c')
    for (const id of ids) s.store.alerts.mute(id, s.clock.now() + HOUR)
    await s.clock.advance(30 * MINUTE)
    expect([s.notices, s.sent.length, s.store.incidents.untold().map((i) => i.suppressedBy)]).toEqual([
      [],
      1,
      ['thread_muted'],
    ])
    await s.clock.advance(35 * MINUTE)
    expect([s.notices.length, s.sent.length, s.store.incidents.untold()]).toEqual([1, 1, []])
  })

  it('that only time ends is taken back at once, and what is left of it told, without a run in between', async () => {
    const { s, ids, codes } = await fleet('a', 'b', 'c')
    await s.clock.advance(11 * MINUTE)
    const tag = s.notices[0]!.tag
    codes.set('a', null)
    codes.set('b', null)
    await s.clock.advance(11 * MINUTE)
    expect(incidents(s)).toHaveLength(1)
    for (const id of ids) s.store.threads.change(id, { intervalMs: 0, nextDueAt: null })
    await s.clock.settle()
    const runs = s.runs(ids[2]!).length
    await s.clock.advance(16 * MINUTE)
    expect([incidents(s), s.runs(ids[2]!).length, s.withdrawn]).toEqual([[], runs, [tag]])
    expect(s.notices.at(-1)).toMatchObject({ threadId: ids[2] })
  })
})

describe('what a person acknowledged of a broken thread (found by review)', () => {
  it('is known to the headline, until it is another matter', async () => {
    const s = await begin({
      script: () => ({ status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } }),
    })
    const id = s.add('api', { playbook: QUICK, intervalMs: 5 * MINUTE })
    s.store.threads.change(id, { agent: COMMAND })
    await s.clock.advance(12 * MINUTE)
    expect(verdict(s)).toBe('1 thread needs you.')
    s.store.alerts.acknowledge(
      alerts(s).map((a) => a.id),
      s.clock.now(),
    )
    expect(verdict(s)).toBe('Nothing needs you.')
    raise(s, id, 'The key leaked', 'urgent', 'flag')
    expect(verdict(s)).toBe('1 thread needs you.')
  })
})

describe('the window (found by review)', () => {
  it('sees a mute run out although nothing else happens to its thread', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 0 })
    s.store.alerts.mute(id, s.clock.now() + 10 * MINUTE)
    const seen: (number | null)[] = []
    s.views.subscribe((message) => {
      for (const { mutedUntil } of message.kind === 'snapshot' ? message.snapshot.threads : message.changed)
        if (mutedUntil !== undefined) seen.push(mutedUntil)
    })
    await s.clock.advance(12 * MINUTE)
    expect(seen.at(-1)).toBeNull()
  })
})
