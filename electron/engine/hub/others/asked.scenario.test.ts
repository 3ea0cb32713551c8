import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { twoJoined } from '../../testing/hub/two-joined.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { createAsked } from './asked.ts'

it('learns at once what became of what it asked, newest first', async () => {
  const { clock, here, there, id, ask, list, stop } = await twoJoined()
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
  const { clock, hub, there, id, ask, list, stop } = await twoJoined()
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
