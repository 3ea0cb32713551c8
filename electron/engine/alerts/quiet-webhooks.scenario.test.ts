import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { fault } from '../../../shared/base/faults.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const NIGHT = { start: '22:00', end: '08:00', days: [0, 1, 2, 3, 4, 5, 6] }

const open: Scenario[] = []

afterEach(async () => {
  for (const s of open.splice(0)) await s.stop()
})

/** At eleven in the evening, with one webhook that wants all news. */
async function night(): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ start: Date.UTC(2026, 2, 10, 23) })
  open.push(s)
  s.store.settings.change({ quietHours: NIGHT, digest: 'off' })
  s.store.webhooks.save({
    id: 'hook',
    name: 'Phone',
    kind: 'ntfy',
    url: 'https://ntfy.sh/mine',
    secret: null,
    chat: null,
    on: ['urgent', 'alert', 'broken', 'recovered'],
    enabled: true,
  })
  return { s, id: s.add('api', { intervalMs: DAY }) }
}

async function raise(
  s: Scenario,
  id: ThreadId,
  text: string,
  severity: 'warning' | 'urgent' = 'warning',
): Promise<void> {
  s.store.alerts.raise(id, { key: text, severity, text }, s.clock.now())
  await settle(s)
}

async function settle(s: Scenario): Promise<void> {
  s.engine.settleBanners()
  await s.clock.settle()
}

const untilMorning = (s: Scenario): Promise<void> =>
  s.clock.advance(Date.UTC(2026, 2, 11, 8, 1) - s.clock.now())
const sent = (s: Scenario): string[] => s.sent.map((x) => `${x.event.kind}: ${x.event.text}`)

describe('quiet hours and webhooks', () => {
  it('an alert that is not urgent is held until they end, over a crash as well', async () => {
    const { s, id } = await night()
    await raise(s, id, 'CI is red')
    await s.clock.advance(4 * HOUR)
    await s.crash()
    await s.clock.advance(4 * HOUR)
    expect(sent(s)).toEqual([])
    await untilMorning(s)
    expect(sent(s)).toEqual(['alert: CI is red'])
    s.store.alerts.resolve(id, ['CI is red'], s.clock.now())
    await settle(s)
    expect(sent(s)).toEqual(['alert: CI is red', 'recovered: CI is red'])
  })

  it('an urgent one passes at once, however many are held before it', async () => {
    const { s, id } = await night()
    for (let i = 0; i < 60; i++)
      s.store.alerts.raise(id, { key: `k${i}`, severity: 'warning', text: `No. ${i}` }, s.clock.now())
    await raise(s, id, 'Production is down', 'urgent')
    expect(sent(s)).toEqual(['urgent: Production is down'])
    await untilMorning(s)
    expect(s.sent).toHaveLength(61)
  })

  it('urgent ones wait as well where they may not pass', async () => {
    const { s, id } = await night()
    s.store.settings.change({ quietLetsUrgent: false })
    await raise(s, id, 'Production is down', 'urgent')
    expect(sent(s)).toEqual([])
    await untilMorning(s)
    expect(sent(s)).toEqual(['urgent: Production is down'])
  })

  it('what is over or acknowledged by their end is not sent, nor that it is over', async () => {
    const { s, id } = await night()
    await raise(s, id, 'CI is red')
    await raise(s, id, 'The disk is full')
    await raise(s, id, 'The queue is stuck')
    s.store.alerts.resolve(id, ['CI is red'], s.clock.now())
    const known = s.store.alerts.list('open', 50, s.clock.now()).find((a) => a.text === 'The disk is full')!
    s.store.alerts.acknowledge([known.id], s.clock.now())
    await settle(s)
    await untilMorning(s)
    s.store.alerts.resolve(id, ['The disk is full'], s.clock.now())
    await settle(s)
    expect(sent(s)).toEqual(['alert: The queue is stuck'])
  })

  it('the end of what was sent before them is news at their end', async () => {
    const { s, id } = await night()
    s.store.settings.change({ quietHours: null })
    await raise(s, id, 'CI is red')
    s.store.settings.change({ quietHours: NIGHT })
    s.store.alerts.resolve(id, ['CI is red'], s.clock.now())
    await settle(s)
    await s.clock.advance(HOUR)
    expect(sent(s)).toEqual(['alert: CI is red'])
    await untilMorning(s)
    expect(sent(s)).toEqual(['alert: CI is red', 'recovered: CI is red'])
  })

  it('a target that could not be reached before them is tried again after them', async () => {
    const { s, id } = await night()
    s.store.settings.change({ quietHours: null })
    s.webhookFault = fault('webhook.unreachable', 'no route')
    await raise(s, id, 'CI is red')
    s.store.settings.change({ quietHours: NIGHT })
    s.webhookFault = null
    await s.clock.advance(HOUR)
    expect(sent(s)).toEqual([])
    await untilMorning(s)
    expect(sent(s)).toEqual(['alert: CI is red'])
  })

  it('what they hold goes out soon after a person switches them off', async () => {
    const { s, id } = await night()
    await raise(s, id, 'CI is red')
    s.store.settings.change({ quietHours: null })
    await s.clock.advance(MINUTE)
    expect(sent(s)).toEqual(['alert: CI is red'])
  })
})

describe('quiet hours and an incident', () => {
  /** Three threads with one cause, for so long. */
  async function incident(ms: number): Promise<Scenario> {
    const { s } = await night()
    s.script = () => ({ status: 'failed', fault: fault('agent.timed_out', 'no answer') })
    for (const name of ['a', 'b', 'c']) {
      const id = s.add(name, { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: 5 * MINUTE })
      s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
    }
    await s.clock.advance(ms)
    return s
  }

  it('one that goes on is told at their end', async () => {
    const s = await incident(2 * HOUR)
    expect([s.store.incidents.list(0).length, sent(s)]).toEqual([1, []])
    await untilMorning(s)
    expect(s.sent.map((x) => [x.event.kind, x.event.threadNumber])).toEqual([['broken', 0]])
  })

  it('one that is over for good by then is not, nor that it is over', async () => {
    const s = await incident(HOUR)
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    await untilMorning(s)
    await s.clock.advance(HOUR)
    expect([s.store.incidents.list(0)[0]!.resolvedAt !== null, s.sent]).toEqual([true, []])
  })
})
