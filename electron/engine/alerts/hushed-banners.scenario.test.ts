import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const QUICK = '## Quick Tasks\n- [ ] Look\n'

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
): void => void s.store.alerts.raise(id, { key, severity, text }, s.clock.now())

const settle = async (s: Scenario): Promise<void> => {
  s.engine.settleBanners()
  await s.clock.settle()
}

const banners = (s: Scenario): string[] => s.notices.map((n) => n.body)

const sent = (s: Scenario): string[] => s.sent.map((x) => `${x.event.kind}: ${x.event.text}`)

const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())

const verdict = (s: Scenario): string => s.views.snapshot().fleet.verdict.headline

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

describe('a banner that is hushed', () => {
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

describe('what a person acknowledged of a broken thread', () => {
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

describe('a mute', () => {
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
