import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { EndedCommand } from '../../../shared/events/system-event.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'
import type { NewEvent } from './facts.ts'

const AGENT = { kind: 'command' as const, argv: ['agent'], env: {} }
const LOCAL = { kind: 'local' as const }

async function bench(agent: typeof AGENT | typeof LOCAL = LOCAL) {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Run `git status`\n', intervalMs: DAY })
  s.store.threads.change(id, { agent })
  await s.clock.advance(MINUTE)
  return { s, id }
}
const add = (s: Scenario, id: ThreadId, text: string, more: Partial<NewEvent> = {}) =>
  s.engine.events.add(id, { source: 'cli', text, trusted: true, wake: 'next', ...more })
const ended = (s: Scenario, id: ThreadId, command: EndedCommand, output = '') =>
  add(s, id, `Command "${command.name}" ended.${output}`, { source: 'command', command })
const failed = (s: Scenario, id: ThreadId, name: string, output = '') =>
  ended(s, id, { name, hasFailed: true }, output)
const open = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())
const events = (s: Scenario, id: ThreadId) =>
  s.store.events
    .timeline(id, undefined, 500)
    .entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []))
const states = (s: Scenario, id: ThreadId) => events(s, id).map((event) => event.state)
const beat = async (s: Scenario, id: ThreadId): Promise<void> => {
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
}

describe('a fact of a thread that makes no prompt', () => {
  it('is told to the person where somebody sent it on purpose, and no quiet beat says that it was told', async () => {
    const { s, id } = await bench()
    expect(add(s, id, 'The staging database was restored.')).toMatchObject({ recipient: 'person' })
    await beat(s, id)
    expect(open(s)).toMatchObject([
      { severity: 'notice', key: 'event:cli', text: 'The staging database was restored.', resolvedAt: null },
    ])
    expect(states(s, id)).toEqual(['told'])
    expect(s.views.snapshot().threads[0]).toMatchObject({ events: 0, openAlerts: 1 })
  })

  it('is counted with others of its source until the person has acknowledged them', async () => {
    const { s, id } = await bench()
    for (const text of ['one', 'two', 'three']) add(s, id, text)
    add(s, id, 'from outside', { source: 'webhook' })
    expect(open(s).map((a) => [a.key, a.text, a.seen])).toEqual([
      ['event:cli', 'three\nEarlier:\n· two\n· one', 3],
      ['event:webhook', 'from outside', 1],
    ])
    s.store.alerts.acknowledge(
      open(s).map((a) => a.id),
      s.clock.now(),
    )
    add(s, id, 'three')
    expect(open(s).map((a) => [a.key, a.text, a.seen])).toEqual([['event:cli', 'three', 1]])
  })

  it('is an urgent alert with a banner where its sender says so', async () => {
    const { s, id } = await bench()
    add(s, id, 'Prod is down', { urgent: true })
    add(s, id, 'all calm here')
    await s.clock.advance(SECOND)
    expect(open(s).map((a) => [a.severity, a.text])).toEqual([
      ['urgent', 'Prod is down'],
      ['notice', 'all calm here'],
    ])
    expect(s.notices.map((n) => n.body)).toEqual(['Prod is down'])
  })

  it('is an urgent alert of its own where another urgent one stands, and the same again is counted', async () => {
    const { s, id } = await bench()
    for (const text of ['Prod is down', 'Mail is stuck', 'Prod is down']) {
      add(s, id, text, { urgent: true })
      await s.clock.advance(SECOND)
    }
    expect(open(s).map((a) => [a.text, a.seen])).toEqual([
      ['Mail is stuck', 1],
      ['Prod is down', 2],
    ])
    expect(s.notices.map((n) => n.body)).toEqual(['Prod is down', 'Mail is stuck'])
  })

  it('is only listed where nobody sent it, and nobody counts it as waiting', async () => {
    const { s, id } = await bench()
    add(s, id, 'a commit', { source: 'git' })
    add(s, id, 'the machine woke', { source: 'system' })
    add(s, id, 'done by its own run', { own: true })
    await beat(s, id)
    expect([states(s, id), open(s)]).toEqual([['listed', 'listed', 'listed'], []])
    expect(s.views.snapshot().threads[0]!.events).toBe(0)
  })
})

describe('a command that failed on a thread that makes no prompt', () => {
  it('is an alert with its last lines, told once, and over with its next success', async () => {
    const { s, id } = await bench()
    const output = Array.from({ length: 30 }, (_, i) => `\nline ${i}`).join('')
    failed(s, id, 'npm test', output)
    await s.clock.advance(SECOND)
    const [alert] = open(s)
    expect(alert).toMatchObject({ severity: 'warning', key: 'command:npm test' })
    expect(alert!.text.split('\n')).toEqual([
      'Command "npm test" ended.',
      '… (18 lines before)',
      ...Array.from({ length: 12 }, (_, i) => `line ${i + 18}`),
    ])
    failed(s, id, 'npm test', '\nother words')
    failed(s, id, 'make')
    await s.clock.advance(SECOND)
    expect(open(s).map((a) => [a.key, a.seen])).toEqual([
      ['command:make', 1],
      ['command:npm test', 2],
    ])
    expect(s.notices).toHaveLength(2)
    ended(s, id, { name: 'npm test', hasFailed: false })
    expect(open(s).map((a) => a.key)).toEqual(['command:make'])
    expect(states(s, id)).toEqual(['listed', 'told', 'told', 'told'])
  })

  it('stays acknowledged while it goes on failing', async () => {
    const { s, id } = await bench()
    failed(s, id, 'npm test')
    s.store.alerts.acknowledge([open(s)[0]!.id], s.clock.now())
    failed(s, id, 'npm test', '\nother words')
    expect(open(s)).toEqual([])
    expect(s.views.snapshot().threads[0]!.state).toBe('acknowledged')
    ended(s, id, { name: 'npm test', hasFailed: false })
    expect(s.views.snapshot().threads[0]!.state).not.toBe('acknowledged')
  })

  it('is over with a success that an agent is told of, too', async () => {
    const { s, id } = await bench()
    failed(s, id, 'npm test')
    s.store.threads.change(id, { agent: AGENT })
    ended(s, id, { name: 'npm test', hasFailed: false })
    expect([open(s), states(s, id)]).toEqual([[], ['waiting', 'told']])
  })
})

it('what waits for an agent goes to the person when the thread has none any more', async () => {
  const { s, id } = await bench(AGENT)
  for (let n = 0; n < 23; n++) add(s, id, `fact ${n}`)
  add(s, id, 'a commit', { source: 'git' })
  failed(s, id, 'npm test')
  expect(new Set(states(s, id))).toEqual(new Set(['waiting']))
  s.store.threads.change(id, { agent: LOCAL })
  s.engine.tick()
  await s.clock.settle()
  expect(open(s).map((a) => [a.key, a.text, a.seen])).toEqual([
    ['command:npm test', 'Command "npm test" ended.', 1],
    ['event:cli', expect.stringMatching(/^fact 22\nEarlier:\n· fact 21\n(?:· fact \d+\n)+· … and more/), 18],
    ['event:app', '5 older facts made room for newer ones before an agent read them.', 1],
  ])
  expect(states(s, id).filter((state) => state === 'told')).toHaveLength(19)
  expect(s.store.events.waiting(id)).toEqual({ events: [], dropped: 0 })
})

it('what was sent as urgent is urgent for the person, too, when it goes there from a prompt', async () => {
  const { s, id } = await bench(AGENT)
  add(s, id, 'Prod is down')
  add(s, id, 'Prod is down', { urgent: true })
  expect(s.store.events.waiting(id).events.map(({ urgent }) => urgent)).toEqual([false, true])
  s.store.threads.change(id, { agent: LOCAL })
  s.engine.tick()
  await s.clock.advance(SECOND)
  expect(open(s).map((a) => [a.severity, a.text])).toEqual([
    ['urgent', 'Prod is down'],
    ['notice', 'Prod is down'],
  ])
  expect(s.notices.map((n) => n.body)).toEqual(['Prod is down'])
})
