import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { newFolder } from '../../store/testing/one-store.ts'
import {
  begin,
  copyHistory,
  historyOf,
  kill,
  MACHINE,
  open,
  putBack,
  reopen,
  rowsIn,
  type Play,
} from '../testing/hub/model-play.ts'
import { add } from '../testing/hub/model-steps.ts'

const started = async () => {
  const play = await begin(newFolder(), () => 0.5)
  const id = add(play)
  await play.clock.advance(MINUTE)
  return { play, id }
}
const bodyOf = ({ hub }: Play, id: string) => hub.kept.states.find((state) => state.id === id)?.body
const pauseByMail = ({ hub, clock }: Play, thread: string): void =>
  hub.send({
    id: 'mail-1',
    to: MACHINE,
    verb: 'pause',
    args: { thread, until: null },
    expiresAt: clock.now() + HOUR,
    rings: 1,
  })

/** A copy of the disk connects in the place of this machine. */
async function runCopy(play: Play, during: (copy: Play['machine']) => void): Promise<void> {
  const path = join(play.folder, 'clone.db')
  copyHistory(play, 'clone.db')
  play.hub.cut()
  const copy = await open(play, path)
  during(copy)
  await play.clock.advance(10 * SECOND)
  kill(play, copy, path)
  play.hub.drop(copy.client)
}

it('found by the model: what a copy of the folder told does not outrank what this machine tells afterwards', async () => {
  const { play, id } = await started()
  await runCopy(play, ({ s }) => s.store.threads.change(id, { name: 'elsewhere' }))
  expect(bodyOf(play, id)).toMatchObject({ name: 'elsewhere' })
  play.machine.s.store.threads.change(id, { name: 'here' })
  await play.clock.advance(5 * MINUTE)
  expect(bodyOf(play, id)).toMatchObject({ name: 'here' })
  expect(play.hub.broken).toEqual([])
  kill(play, play.machine, historyOf(play))
})

it('found by the model: a copy that sends the rows that wait leaves none out that this machine sends later', async () => {
  const { play, id } = await started()
  play.hub.setDown(true)
  const { store } = play.machine.s
  store.threads.change(id, { name: 'changed' })
  store.alerts.raise(id, { key: 'a', severity: 'warning', text: 'A' }, play.clock.now())
  play.hub.setDown(false)
  await runCopy(play, () => undefined)
  await play.clock.advance(5 * MINUTE)
  const there = new Set(play.hub.kept.facts.map(({ fact }) => `${fact.epoch} ${fact.seq}`))
  const rows = rowsIn(historyOf(play), 'SELECT epoch, seq FROM hub_outbox')
  expect(
    rows.map(({ epoch, seq }) => `${String(epoch)} ${String(seq)}`).filter((row) => !there.has(row)),
  ).toEqual([])
  expect([play.hub.broken, play.machine.link.view().waiting]).toEqual([[], 0])
  kill(play, play.machine, historyOf(play))
})

it('refuses mail in an older copy of its history that may have been done before, and does what comes then', async () => {
  const { play, id } = await started()
  copyHistory(play, 'copy.db')
  // It is done, and its sender does not hear of it: known, facts and mail are answered, the end is not.
  pauseByMail(play, id)
  await play.clock.settle()
  expect(play.machine.s.store.threads.get(id)!.pause).not.toBeNull()
  play.hub.kept.mail[0]!.end = null
  kill(play, play.machine, historyOf(play))
  play.hub.drop(play.machine.client)
  putBack(play, 'copy.db')
  play.machine = await open(play, historyOf(play))
  await play.clock.advance(MINUTE)
  expect(play.machine.s.store.threads.get(id)!.pause).toBeNull()
  expect(play.hub.kept.mail[0]).toMatchObject({
    end: 'refused',
    text: expect.stringContaining('Send it again'),
  })
  play.hub.send({
    id: 'mail-2',
    to: MACHINE,
    verb: 'pause',
    args: { thread: id, until: null },
    expiresAt: play.clock.now() + HOUR,
    rings: 1,
  })
  await play.clock.settle()
  expect(play.hub.kept.mail[1]).toMatchObject({ end: 'done' })
  kill(play, play.machine, historyOf(play))
})

it('does mail that came while it was off, and answers once more where the hub has forgotten', async () => {
  const { play, id } = await started()
  kill(play, play.machine, historyOf(play))
  play.hub.drop(play.machine.client)
  pauseByMail(play, id)
  const before = play.hub.backUp()
  play.machine = await open(play, historyOf(play))
  await play.clock.advance(SECOND)
  expect(play.hub.kept.mail[0]).toMatchObject({ end: 'done' })
  play.machine.s.store.threads.change(id, { pause: null })
  play.hub.restore(before)
  await play.clock.advance(2 * MINUTE)
  expect(play.hub.kept.mail[0]).toMatchObject({ end: 'done' })
  expect(play.machine.s.store.threads.get(id)!.pause).toBeNull()
  await reopen(play)
  await play.clock.advance(2 * MINUTE)
  expect(play.machine.s.store.threads.get(id)!.pause).toBeNull()
  kill(play, play.machine, historyOf(play))
})
