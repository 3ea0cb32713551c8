import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadDriver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { aThread, endingOf, newFolder, openStore } from '../testing/one-store.ts'
import { mergeThreads } from './merge.ts'
import { settleStandIn } from './stand-in.ts'
import { withoutHub } from './without-hub.ts'

/** Of a machine that has joined a hub, and has mail and rows on their way. */
function joined(thread: number): string {
  const path = join(newFolder(), 'a.db')
  const store = openStore(path)
  store.threads.add(aThread(thread))
  store.hub.join(`epo_${thread}`, () => 1)
  store.queue.sendMessage(aThread(thread).id, 'm', 'user', 5)
  const run = store.queue.claim(
    (items) => items[0]!,
    () => 'x',
    () => true,
    5,
  )!
  store.runs.finish(run.id, endingOf(), 9)
  const by = { machine: 'x', name: 'x' }
  const mail = { id: `m${thread}`, seq: 4, verb: 'stop', args: {}, by, at: 1, expiresAt: 9 } as const
  store.hub.noteTaken([mail], 1)
  store.hub.endMail(mail.id, 'done', '')
  store.close()
  return path
}

const rowsOf = (path: string): Readonly<Record<string, number>> => {
  const db = loadDriver().open(path)
  const tables = ['hub_outbox', 'hub_marks', 'hub_epochs', 'hub_mail']
  const rows = tables.map((name) => [
    name,
    Number(db.prepare(`SELECT count(*) AS n FROM ${name}`).get()!['n']),
  ])
  db.close()
  return Object.fromEntries(rows) as Record<string, number>
}
const NONE = { hub_outbox: 0, hub_marks: 0, hub_epochs: 0, hub_mail: 0 }

it('brings nothing that another machine has for its hub, and tells the own one of no outcome of the past', () => {
  const [mine, theirs] = [joined(1), joined(2)]
  const before = rowsOf(mine)
  expect(before).toMatchObject({ hub_outbox: 2, hub_marks: 1, hub_epochs: 1, hub_mail: 1 })
  const opened = openDatabase(mine)
  if (!opened.ok) throw new Error(opened.error.message)
  mergeThreads(opened.value.db, theirs, new Map([[aThread(2).id, 'theirs']]), true)
  opened.value.db.close()
  expect(rowsOf(mine)).toEqual(before)
  const store = openStore(mine)
  expect(store.runs.page({ limit: 9 }).runs).toHaveLength(2)
  store.hub.join('epo_3', () => 9)
  // That the thread is there from now on is told.
  expect(store.hub.marks()).toEqual([aThread(1).id, aThread(2).id])
  expect(store.hub.unsent(9).map(({ epoch, kind }) => [epoch, kind])).toEqual([
    ['epo_1', 'outcome'],
    ['epo_1', 'report'],
  ])
  store.close()
})

it('empties an archive, and a backup that stands in', () => {
  const [archive, backup] = [joined(1), joined(2)]
  const db = loadDriver().open(archive)
  withoutHub(db)
  db.close()
  const opened = openDatabase(backup)
  if (!opened.ok) throw new Error(opened.error.message)
  settleStandIn(opened.value.db, null)
  opened.value.db.close()
  expect([rowsOf(archive), rowsOf(backup)]).toEqual([NONE, NONE])
})

it('clears outcomes and reports that wait for the hub with the history that they tell of', () => {
  const store = openStore(joined(1))
  store.hub.join('epo_2', () => 1)
  expect(store.hub.unsent(9).map(({ kind }) => kind)).toEqual(['outcome', 'report'])
  store.history.clear(aThread(1).id)
  expect(store.hub.unsent(9).map(({ thread, body }) => [thread, body['from']])).toEqual([[null, 'app']])
  store.close()
})
