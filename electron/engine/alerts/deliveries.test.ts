import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { WEBHOOK_RETRY_MS, type WebhookNews, type WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'

const COMMAND = { kind: 'command' as const, argv: ['agent'], env: {} }
const DOWN = fault('webhook.unreachable', 'no route')
const ALL: WebhookNews[] = ['urgent', 'alert', 'broken', 'recovered']
const RED: Script = () => ({ text: 'CI is red' })

async function bench(script: Script = RED): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: COMMAND })
  target(s)
  return { s, id }
}
const target = (s: Scenario, change: Partial<WebhookTarget> = {}): void =>
  s.store.webhooks.save({
    id: 'hook',
    name: 'Chat',
    kind: 'json',
    url: 'https://example.org/in',
    secret: null,
    chat: null,
    on: ALL,
    enabled: true,
    ...change,
  })
async function beat(s: Scenario, id: ThreadId, script?: Script): Promise<void> {
  if (script !== undefined) s.script = script
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
}
const sent = (s: Scenario) => s.sent.map((x) => [x.event.kind, x.event.text])
const facts = (s: Scenario, id: ThreadId) => s.store.events.waiting(id).events.map((e) => e.text)

describe('news for a webhook', () => {
  it('is sent once for each alert, and once more when its cause is gone', async () => {
    const { s, id } = await bench()
    await beat(s, id)
    await beat(s, id)
    expect(sent(s)).toEqual([['alert', 'CI is red']])
    await beat(s, id, () => ({ text: 'HEARTBEAT_OK' }))
    await beat(s, id)
    expect(sent(s)).toEqual([
      ['alert', 'CI is red'],
      ['recovered', 'CI is red'],
    ])
  })

  it('is no recovery where another text took its place', async () => {
    const { s, id } = await bench()
    await beat(s, id)
    await beat(s, id, () => ({ text: 'CI and the disk are bad' }))
    expect(sent(s).map(([kind]) => kind)).toEqual(['alert', 'alert'])
  })

  it('says how bad it is: urgent, an alert, or a beat that is broken', async () => {
    const { s, id } = await bench(() => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'exit 1') }))
    await beat(s, id)
    await beat(s, id)
    s.files.set('/api', '## Urgent Flags\n- The key leaked\n## Quick Tasks\n- [ ] Look\n')
    await beat(s, id, () => ({ text: 'HEARTBEAT_OK' }))
    expect(sent(s).map(([kind]) => kind)).toEqual(
      ['broken', 'recovered', 'urgent'].sort(
        (a, b) => sent(s).findIndex(([k]) => k === a) - sent(s).findIndex(([k]) => k === b),
      ),
    )
    expect(new Set(sent(s).map(([kind]) => kind))).toEqual(new Set(['broken', 'recovered', 'urgent']))
  })

  it('goes to no target that does not want it or is off, nor while alerts are not shown', async () => {
    for (const change of [
      (s: Scenario) => target(s, { on: ['urgent'] }),
      (s: Scenario) => target(s, { enabled: false }),
      (s: Scenario) => s.store.settings.change({ showAlerts: false }),
    ]) {
      const { s, id } = await bench()
      change(s)
      await beat(s, id)
      await s.clock.advance(2 * HOUR)
      target(s)
      s.store.settings.change({ showAlerts: true })
      await s.clock.advance(2 * HOUR)
      expect(s.sent).toEqual([])
      await s.stop()
    }
  })
})

describe('a webhook that cannot be reached', () => {
  it('is tried again at growing distances, and delivers when it is back', async () => {
    const { s, id } = await bench()
    s.webhookFault = DOWN
    await beat(s, id)
    await s.clock.advance(WEBHOOK_RETRY_MS[0]! + WEBHOOK_RETRY_MS[1]! - 1)
    s.webhookFault = null
    expect(s.sent).toEqual([])
    await s.clock.advance(WEBHOOK_RETRY_MS[2]! + MINUTE)
    expect([sent(s), s.store.webhooks.nextDeliveryAt('all')]).toEqual([[['alert', 'CI is red']], null])
    expect(s.store.webhooks.list()[0]!.last).toMatchObject({ ok: true, text: 'It answered 200.' })
  })

  it('is given up after the last try and not made up for; that it is gone, and back, is one fact each', async () => {
    const { s, id } = await bench()
    s.webhookFault = DOWN
    await beat(s, id)
    const all = WEBHOOK_RETRY_MS.reduce((sum, ms) => sum + ms, 0)
    await s.clock.advance(all + 5 * MINUTE)
    expect([
      s.store.webhooks.nextDeliveryAt('all'),
      s.store.webhooks.list()[0]!.last!.ok,
      facts(s, id),
    ]).toEqual([null, false, ['Alerts do not reach "Chat".']])
    await beat(s, id, () => ({ text: 'The disk is full' }))
    await s.clock.advance(all + 5 * MINUTE)
    s.webhookFault = null
    await s.clock.advance(HOUR)
    expect([s.sent, facts(s, id)]).toEqual([[], []])
    await beat(s, id, () => ({ text: 'The queue is stuck' }))
    expect([sent(s).map(([, text]) => text), facts(s, id)]).toEqual([
      ['The queue is stuck'],
      ['Alerts reach "Chat" again.'],
    ])
  })

  it('shows its newest try, and is a problem of the app from when news was given up until some arrives', async () => {
    const { s, id } = await bench()
    const problems = () => s.views.snapshot().fleet.problems.map((p) => p.code)
    s.store.webhooks.note('hook', { at: s.clock.now(), ok: true, text: 'It answered 200.' })
    s.webhookFault = DOWN
    await beat(s, id)
    expect([s.store.webhooks.list()[0]!.last, problems()]).toMatchObject([
      { ok: false, text: 'no route' },
      [],
    ])
    const all = WEBHOOK_RETRY_MS.reduce((sum, ms) => sum + ms, 0)
    await s.clock.advance(all + 5 * MINUTE)
    expect(s.views.snapshot().fleet.problems).toMatchObject([
      { code: 'webhooks_out', text: 'News did not reach "Chat" and were given up.' },
    ])
    await beat(s, id, () => ({ text: 'The disk is full' })) // tried, and not given up yet
    expect(problems()).toEqual(['webhooks_out'])
    s.webhookFault = null
    await s.clock.advance(MINUTE)
    expect([sent(s).map(([kind]) => kind), problems()]).toEqual([['alert'], []])
  })

  it('is a problem no more once a test arrives', async () => {
    const { s } = await bench()
    s.store.webhooks.note('hook', { at: 1, ok: false, text: 'no route', givenUp: true })
    const api = apiClient(s)
    s.webhookFault = DOWN
    await api.webhooks.test({ id: 'hook' })
    expect(s.views.snapshot().fleet.problems).toHaveLength(1)
    s.webhookFault = null
    await api.webhooks.test({ id: 'hook' })
    expect(s.views.snapshot().fleet.problems).toEqual([])
  })

  it('is tested with news whose event and severity agree', async () => {
    const { s } = await bench()
    await apiClient(s).webhooks.test({ id: 'hook' })
    expect(s.sent.map(({ event }) => [event.kind, event.severity])).toEqual([['alert', 'warning']])
  })

  it('keeps what is to be sent over a crash, and what is sent is not sent again', async () => {
    const { s, id } = await bench()
    s.webhookFault = DOWN
    await beat(s, id)
    await s.crash()
    s.webhookFault = null
    await s.clock.advance(HOUR)
    await s.crash()
    await s.clock.advance(HOUR)
    expect(sent(s)).toEqual([['alert', 'CI is red']])
  })

  it('does not hold up the others', async () => {
    const { s, id } = await bench()
    target(s, { id: 'other', name: 'Other' })
    s.hangs = (call) => call === 'webhooks.send' && s.sent.length === 1
    await beat(s, id)
    expect([s.sent.length, s.notices.length]).toEqual([1, 1])
    s.hangs = null
    await s.crash()
    await s.clock.advance(HOUR)
    expect(new Set(s.sent.map((x) => x.target))).toEqual(new Set(['hook', 'other']))
  })
})
