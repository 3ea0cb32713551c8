import { afterEach, describe, expect, it } from 'vitest'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'

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

const sent = (s: Scenario): string[] => s.sent.map((x) => `${x.event.kind}: ${x.event.text}`)

const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())

const verdict = (s: Scenario): string => s.views.snapshot().fleet.verdict.headline

const incidents = (s: Scenario) => s.views.snapshot().fleet.incidents

describe('an incident', () => {
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
