import { afterEach, describe, expect, it } from 'vitest'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const QUICK = '## Quick Tasks\n- [ ] Look\n'

const open: Scenario[] = []

const begin = async (options: Parameters<typeof scenario>[0] = {}): Promise<Scenario> => {
  const s = await scenario(options)
  open.push(s)
  return s
}

afterEach(async () => {
  for (const s of open.splice(0)) await s.stop()
})

const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())

describe('an incident', () => {
  const fleet = async (
    codes: Map<string, FaultCode | null>,
  ): Promise<{ s: Scenario; ids: Map<string, ThreadId> }> => {
    const s = await begin({
      script: (spec) => {
        const code = codes.get(spec.repoPath.slice(1)) ?? null
        return code === null
          ? {}
          : { status: 'failed', fault: { code, message: `after 90 s in ${spec.repoPath}` } }
      },
    })
    s.store.settings.change({ maxRuns: 8, maxHeartbeats: 7, digest: 'off' })
    const ids = new Map<string, ThreadId>()
    for (const name of codes.keys()) {
      const id = s.add(name, { playbook: QUICK, intervalMs: 5 * MINUTE })
      s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      ids.set(name, id)
    }
    return { s, ids }
  }
  const codesOf = (code: FaultCode | null, ...names: string[]): Map<string, FaultCode | null> =>
    new Map(names.map((n) => [n, code]))
  const incidents = (s: Scenario) => s.views.snapshot().fleet.incidents

  it(
    'is one banner for all threads, folds their alerts, pauses none of them, and is over when ' +
      'they are well',
    async () => {
      const codes = codesOf('agent.timed_out', 'a', 'b', 'c', 'd')
      const { s } = await fleet(codes)
      await s.clock.advance(30 * MINUTE)
      expect(incidents(s)).toMatchObject([
        { class: 'timed_out', title: 'Runs of 4 threads took too long', repair: { do: 'settings' } },
      ])
      expect(s.notices).toMatchObject([
        {
          title: expect.stringMatching(/^Runs of [34] threads took too long$/) as string,
          tag: expect.stringMatching(/^incident:inc_/) as string,
        },
      ])
      expect(alerts(s).map((a) => a.suppressedBy)).toEqual(['incident', 'incident', 'incident', 'incident'])
      await s.clock.advance(90 * MINUTE)
      expect(s.store.threads.list().map((t) => t.pause)).toEqual([null, null, null, null])
      await s.crash()
      expect(incidents(s)).toHaveLength(1)
      for (const name of codes.keys()) codes.set(name, null)
      await s.clock.advance(2 * HOUR)
      expect([incidents(s), alerts(s), s.notices.length]).toEqual([[], [], 1])
    },
  )

  it('is none of two threads, nor of less than three tenths of the beats', async () => {
    const { s } = await fleet(new Map([...codesOf('agent.timed_out', 'a', 'b'), ...codesOf(null, 'c')]))
    await s.clock.advance(20 * MINUTE)
    expect(incidents(s)).toEqual([])
    const codes = codesOf(null, 'a', 'b', 'c', ...'defghijklmno')
    const many = await fleet(codes)
    await many.s.clock.advance(6 * MINUTE)
    for (const name of 'abc') codes.set(name, 'agent.timed_out')
    await many.s.clock.advance(11 * MINUTE)
    expect([
      incidents(many.s),
      many.s.store.incidents.beatsSince(0).filter((b) => b.trouble !== null).length > 5,
    ]).toEqual([[], true])
  })

  it('that comes and goes within half an hour is the same one, and no news', async () => {
    const codes = codesOf('git.timed_out', 'a', 'b', 'c')
    const { s } = await fleet(codes)
    await s.clock.advance(11 * MINUTE)
    const [first] = incidents(s)
    for (let i = 0; i < 3; i++) {
      for (const name of codes.keys()) codes.set(name, null)
      await s.clock.advance(11 * MINUTE)
      expect(incidents(s)).toEqual([])
      for (const name of codes.keys()) codes.set(name, 'git.timed_out')
      await s.clock.advance(11 * MINUTE)
    }
    expect(incidents(s)).toMatchObject([{ id: first!.id, cameBack: 3 }])
    expect(s.notices.filter((n) => n.tag !== undefined)).toHaveLength(1)
  })

  it('ends when only one is left that failed no more for a while', async () => {
    const { s, ids } = await fleet(codesOf(null, 'a', 'b', 'c'))
    for (const name of ids.keys()) s.missing.add(`/${name}`)
    await s.clock.advance(15 * MINUTE)
    expect(incidents(s)).toMatchObject([{ class: 'folders_missing' }])
    const folded = alerts(s).find((a) => a.suppressedBy === 'incident')!.threadId
    s.missing.clear()
    s.missing.add(s.store.threads.get(folded)!.repoPath)
    await s.clock.advance(6 * MINUTE)
    // Nothing is seen of it any more: it is switched off as it stands.
    s.store.threads.change(folded, { intervalMs: 0, nextDueAt: null })
    await s.clock.advance(20 * MINUTE)
    expect(incidents(s)).toEqual([])
    // not lost: it stands for itself now, and was told
    expect(alerts(s)).toMatchObject([{ threadId: folded, suppressedBy: null }])
    expect(s.notices.at(-1)).toMatchObject({ threadId: folded })
  })

  it('is not made of a runner that rests: that is told once by itself', async () => {
    const { s } = await fleet(codesOf('agent.limit_reached', 'a', 'b', 'c'))
    await s.clock.advance(20 * MINUTE)
    expect([incidents(s), s.notices.length, s.views.snapshot().fleet.resting.length]).toEqual([[], 1, 1])
  })

  it('that is acknowledged takes its members along', async () => {
    const { s } = await fleet(codesOf('agent.timed_out', 'a', 'b', 'c'))
    await s.clock.advance(30 * MINUTE)
    expect(s.engine.incidents.acknowledge(incidents(s)[0]!.id, s.clock.now())).toBe(true)
    expect([
      alerts(s),
      s.store.alerts.inboxCounts(s.clock.now()).acknowledged,
      incidents(s)[0]!.acknowledgedAt,
    ]).toEqual([[], 3, s.clock.now()])
  })
})
