import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { MailVerb } from '../../../../shared/hub/mail.ts'
import { hubInMemory } from '../../testing/hub/hub-in-memory.ts'
import { joined } from '../../testing/hub/joined.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { MAIL_EXPIRES_MS } from '../letter.ts'
import { createAsked } from './asked.ts'

/** `here` asks `there`, as the door of the host does. */
async function two() {
  const clock = virtualClock()
  const hub = hubInMemory(() => clock.now())
  const here = await joined(hub, { clock }, { client: { machine: 'here', isDead: false } })
  const there = await joined(hub, { clock }, { client: { machine: 'there', isDead: false } })
  const id = there.s.add('api')
  await clock.advance(MINUTE)
  let serial = 0
  async function ask(verb: MailVerb, args: Readonly<Record<string, unknown>>): Promise<void> {
    const mail = { id: `mail-${++serial}`, to: 'there', verb, args }
    const sent = await here.link.visit()!.session.send({ ...mail, expiresAt: clock.now() + MAIL_EXPIRES_MS })
    expect(sent.ok).toBe(true)
    here.s.others.asked()!.note(mail.id, mail)
  }
  const list = () => here.s.others.asked()!.list()
  return { clock, hub, here, there, id, ask, list, stop: () => Promise.all([here.stop(), there.stop()]) }
}

it('learns at once what became of what it asked, newest first', async () => {
  const { clock, here, there, id, ask, list, stop } = await two()
  const { rev } = here.s.others.details()
  await ask('pause', { thread: id, until: null })
  await ask('pause', { thread: null, until: 5 })
  await clock.settle()
  expect(there.s.store.threads.get(id)!.pause).not.toBeNull()
  expect(list()).toMatchObject([
    { id: 'mail-2', verb: 'pause', about: '', end: 'refused', text: 'The pause would already be over.' },
    { id: 'mail-1', machine: 'there', verb: 'pause', about: id, end: 'done', at: clock.now() },
  ])
  expect(here.s.others.details().rev).toBeGreaterThan(rev)
  await stop()
})

it('is told that nobody took it within a day, also where it was away meanwhile', async () => {
  const { clock, hub, there, id, ask, list, stop } = await two()
  await there.link.stop()
  await ask('wake', { thread: id })
  await clock.advance(DAY - MINUTE)
  expect(list()).toMatchObject([{ end: null, text: '', expiresAt: clock.now() + MINUTE }])
  hub.setDown(true)
  await clock.advance(HOUR)
  expect(list()).toMatchObject([{ end: null }])
  hub.setDown(false)
  await clock.advance(10 * MINUTE)
  expect(list()).toMatchObject([{ end: 'expired', text: 'Nobody took it within a day.' }])
  await stop()
})

it('keeps an answer for a day after the end, and never more than 500', () => {
  const clock = virtualClock()
  const asked = createAsked(clock, () => undefined)
  const mail = { to: 'm', verb: 'stop', args: { run: 'run_1' } } as const
  asked.note('first', mail)
  asked.noteAnswers(new Map([['first', { end: 'done', text: 'x'.repeat(9000) }]]))
  expect(asked.list()).toMatchObject([{ about: 'run_1', end: 'done' }])
  expect(asked.list()[0]!.text.length).toBeLessThan(2100)
  for (let n = 0; n < 600; n++) asked.note(`mail-${n}`, mail)
  expect([asked.list().length, asked.pending().length, asked.list()[0]!.id]).toEqual([500, 500, 'mail-599'])
  asked.noteAnswers(new Map(asked.pending().map((id) => [id, { end: 'done', text: '' }])))
  return clock.advance(DAY - SECOND).then(async () => {
    expect(asked.list()).toHaveLength(500)
    await clock.advance(2 * SECOND)
    expect(asked.list()).toEqual([])
  })
})

it('says of mail that a restored hub has lost that it expired, when its time has come', async () => {
  const clock = virtualClock()
  const asked = createAsked(clock, () => undefined)
  asked.note('lost', { to: 'm', verb: 'wake', args: { thread: 'thr_1' } })
  asked.noteAnswers(new Map())
  expect(asked.list()).toMatchObject([{ end: null, about: 'thr_1' }])
  await clock.advance(DAY)
  asked.noteAnswers(new Map())
  expect(asked.list()).toMatchObject([{ end: 'expired' }])
})
