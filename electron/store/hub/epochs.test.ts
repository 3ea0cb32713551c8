import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Store } from '../../engine/ports/store.ts'
import { aThread, newFolder, openStore } from '../testing/one-store.ts'

const NOW = 10_000

function sendAll({ hub }: Store): void {
  for (const id of hub.marks()) hub.writeState(id, {}, NOW)
  hub.acknowledge(hub.unsent(500))
}

it('keeps what was not sent through a restart, in order, each start with an epoch of its own', () => {
  const path = join(newFolder(), 'a.db')
  const before = openStore(path)
  before.threads.add(aThread(1))
  before.alerts.raise(aThread(1).id, { key: 'a', severity: 'notice', text: 'a' }, 1)
  before.hub.join('epo_1', () => NOW)
  sendAll(before)
  before.alerts.raise(aThread(1).id, { key: 'b', severity: 'notice', text: 'b' }, 2)
  before.close()
  const after = openStore(path)
  after.alerts.raise(aThread(1).id, { key: 'c', severity: 'notice', text: 'c' }, 3)
  after.hub.join('epo_2', () => NOW)
  for (const id of after.hub.marks()) after.hub.writeState(id, {}, NOW)
  const facts = after.hub.unsent(9)
  expect(facts.map(({ epoch, kind, body }) => [epoch, kind, body['step'], body['text']])).toEqual([
    ['epo_1', 'alert', 'raised', 'b'],
    // The one that was raised while nobody watched, and not the others, which were told as they stand.
    ['epo_2', 'alert', 'stated', 'c'],
    ['epo_2', 'thread', undefined, undefined],
  ])
  expect(facts.map(({ seq }) => seq)).toEqual([...facts.map(({ seq }) => seq)].sort((a, b) => a - b))
  expect(after.hub.waiting()).toBe(3)
  after.hub.acknowledge(facts)
  expect(after.hub.waiting()).toBe(0)
  // A hub that lost a day gets it again.
  after.hub.noteHas(new Map([['epo_1', 1]]))
  expect(after.hub.unsent(99).map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
  after.close()
})

it('knows which starts were elsewhere, and that they are known by now', () => {
  const store = openStore(':memory:')
  store.hub.join('epo_1', () => NOW)
  store.hub.join('epo_2', () => NOW)
  expect(store.hub.epochs()).toMatchObject([
    { epoch: 'epo_1', firstSeq: 1, lastSeq: 0 },
    { epoch: 'epo_2', firstSeq: 1, lastSeq: null },
  ])
  store.hub.noteElsewhere(
    new Map([
      ['epo_1', 4],
      ['epo_x', 7],
    ]),
  )
  expect(store.hub.epochs()).toMatchObject([
    { epoch: 'epo_1', firstSeq: 1, lastSeq: 4 },
    { epoch: 'epo_2', firstSeq: 1, lastSeq: null },
    { epoch: 'epo_x', firstSeq: 8, lastSeq: 7 },
  ])
  store.close()
})
