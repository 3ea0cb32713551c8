import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { itemId } from '../../../shared/contract/calls/inputs.ts'
import { inboxFolder } from '../../machine/disk/inbox.ts'
import type { Ports } from '../ports/ports.ts'
import { createInboxTaking } from './inbox.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario } from '../testing/scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'threadbeat-inbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let age = 1_000_000
const drop = (name: string, value: unknown): void => {
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  utimesSync(join(folder, name), age, ++age)
}

it(
  'takes messages and heartbeats oldest first, moves malformed files aside once, and lets none ' +
    'stop the rest',
  async () => {
    const s = await scenario()
    const id = s.add('api')
    const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
    const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
    drop('a.json', { to: 'api', text: 'first' })
    drop('b.json', '{ half')
    drop(`${'long'.repeat(60)}.json`, { to: 99, text: 'x' })
    drop('c.json', { to: 'nobody', text: 'x' })
    drop('heartbeat_d.json', { to: s.store.threads.get(id)!.number, text: 'look' })
    drop('heartbeat_e.json', { to: 'api', text: 'x', source: 'user' })
    drop('z.json', { to: 'api', text: 'second' })
    writeFileSync(join(folder, 'notes.txt'), 'not for us')
    await taking.look()
    await s.clock.advance(1000)
    await taking.look()

    expect(s.store.queue.waiting().map((i) => i.text)).toEqual(['first', 'second'])
    expect(s.runs(id)).toMatchObject([{ kind: 'heartbeat', reasons: ['inbox'] }])
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'rejected'])
    const reasons = readdirSync(join(folder, 'rejected')).filter((n) => n.endsWith('.reason.txt'))
    expect(reasons).toHaveLength(4)
    expect(readFileSync(join(folder, 'rejected', 'heartbeat_e.json.reason.txt'), 'utf8')).toContain(
      'makes it a heartbeat',
    )
    expect(existsSync(join(folder, 'rejected', 'b.json'))).toBe(true)
    await s.stop()
  },
)

it('what is no file goes aside with the reason: a link, a pipe, a folder', async () => {
  const s = await scenario()
  s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  symlinkSync('/etc/hostname', join(folder, 'link.json'))
  execFileSync('mkfifo', [join(folder, 'pipe.json')])
  mkdirSync(join(folder, 'folder.json'))
  await taking.look()
  for (const name of ['link', 'pipe', 'folder']) {
    expect(existsSync(join(folder, `${name}.json`)), name).toBe(false)
    expect(readFileSync(join(folder, 'rejected', `${name}.json.reason.txt`), 'utf8')).toContain('is no file')
  }
  await s.stop()
})

it('misses no file that comes after the first look and before the watch stands', async () => {
  const s = await scenario()
  s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  const end = taking.follow()
  await taking.idle()
  drop('between.json', { to: 'api', text: 'between' })
  await expect.poll(() => s.store.queue.waiting().map((i) => i.text)).toContain('between')
  end()
  await s.stop()
})

it('found by an attack: a message under any name is taken, and can be taken back by its id', async () => {
  const s = await scenario()
  const id = s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  drop(`two words (1) ü ${'x'.repeat(150)}.json`, { to: 'api', text: 'named' })
  const raw = Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff, 0xfe]), Buffer.from('.json')])
  writeFileSync(raw, JSON.stringify({ to: 'api', text: 'bytes' }))
  await taking.look()
  const waiting = s.store.queue.waiting().filter((item) => item.threadId === id && item.kind === 'message')
  expect(waiting.map((item) => item.text).sort()).toEqual(['bytes', 'named'])
  for (const item of waiting) expect([item.id, itemId.safeParse(item.id).success]).toEqual([item.id, true])
  await s.stop()
})

it('found by an attack: a credential in a message is not kept, neither where it waits', async () => {
  const s = await scenario()
  s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  drop('token.json', { to: 'api', text: `use ghp_${'a1B2'.repeat(9)} for it` })
  await taking.look()
  expect(s.store.queue.waiting().map((item) => item.text)).toEqual(['use [redacted] for it'])
  await s.stop()
})

it('found by a user: an event that was dropped while the app was closed keeps the time at which it happened', async () => {
  const s = await scenario()
  const id = s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  const now = s.clock.now()
  for (const [name, at] of [
    ['earlier', now - 3_600_000],
    ['forged', now + 9_000_000],
  ] as const) {
    const file = join(folder, `event_${name}.json`)
    writeFileSync(file, JSON.stringify({ to: 'api', text: name }))
    utimesSync(file, at / 1000, at / 1000)
  }
  await taking.look()
  const { entries } = s.store.events.timeline(id, undefined, 10)
  expect(entries.map((e) => (e.kind === 'event' ? [e.event.text, e.event.at - now] : []))).toEqual([
    ['forged', 0],
    ['earlier', -3_600_000],
  ])
  await s.stop()
})

it.each([
  ['the file first', ['file', 'socket']],
  ['the socket first', ['socket', 'file']],
  ['both twice', ['socket', 'socket', 'file', 'file']],
])('the end of a command that comes over the socket and as a file counts once: %s', async (_, ways) => {
  const s = await scenario()
  const id = s.add('api')
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  const ref = randomBytes(16).toString('hex')
  const command = { name: 'make', hasFailed: true }
  const end = { text: 'make failed', command, wake: 'now', ref } as const
  const { events } = apiClient(s, {}, 'socket')
  for (const [n, way] of ways.entries())
    if (way === 'socket') await events.ended({ to: id, ...end })
    else {
      drop(`event_${ref}-${n}.json`, { to: 'api', source: 'command', ...end })
      await taking.look()
    }
  const { entries } = s.store.events.timeline(id, undefined, 10)
  expect(entries.flatMap((e) => (e.kind === 'event' ? [[e.event.text, e.event.count]] : []))).toEqual([
    ['make failed', 1],
  ])
  await s.stop()
})

it('of a git hook tells the thread of the folder where git ran, else the one that the hook names', async () => {
  const s = await scenario()
  const [one, other] = [s.add('libcore'), s.add('libcore-wt')]
  for (const id of [one, other])
    s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  const ports = { clock: s.clock, inbox: inboxFolder(folder), log: () => {} } as unknown as Ports
  const taking = createInboxTaking({ ports, store: s.store, events: s.engine.events, pulse: s.engine })
  const told = (id: typeof one) => s.store.events.waiting(id).events.map((e) => e.text)
  const to = s.store.threads.get(one)!.number
  const event = { to, source: 'hook', wake: 'next', urgent: false }
  drop('event_1.json', { ...event, text: 'there', folder: s.store.threads.get(other)!.repoPath })
  drop('event_2.json', { ...event, text: 'nowhere', folder: '/no/thread' })
  drop('event_3.json', {
    ...event,
    source: 'cli',
    text: 'no hook',
    folder: s.store.threads.get(other)!.repoPath,
  })
  await taking.look()
  await s.clock.advance(1000)
  await taking.look()
  expect([told(one), told(other)]).toEqual([['nowhere', 'no hook'], ['there']])
})
