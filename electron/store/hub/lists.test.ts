import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { TAKEN_BACK_BODY } from '../../../shared/hub/list.ts'
import { DAY } from '../../../shared/base/time.ts'
import { loadDriver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { ONE, TWO, twoThreads } from '../testing/two-threads.ts'
import { HUB_LISTS_SCHEMA } from './schema.ts'

it('has one row of each list, the newest, which age does not take away', () => {
  const { store } = twoThreads()
  store.hub.join('epo_1', () => 5)
  const { hub } = store
  expect([hub.lastList(ONE), hub.listed()]).toEqual([null, []])
  hub.writeList(ONE, { lines: ['first'] }, 5)
  hub.writeList(TWO, { lines: ['other'] }, 5)
  hub.writeList(ONE, { lines: ['second'] }, 6)
  expect(hub.listed()).toEqual([TWO, ONE])
  const lists = hub.unsent(99).filter(({ kind }) => kind === 'list')
  expect(lists.map(({ thread, body }) => [thread, body])).toEqual([
    [TWO, { lines: ['other'] }],
    [ONE, { lines: ['second'] }],
  ])
  hub.writeList(ONE, TAKEN_BACK_BODY, 7)
  expect([hub.lastList(ONE), hub.listed()]).toEqual([TAKEN_BACK_BODY, [TWO]])
  while (hub.prune(400 * DAY));
  expect(hub.listed()).toEqual([TWO])
  hub.leave()
  expect(hub.listed()).toEqual([])
  store.close()
})

it('goes on with the numbers of the outbox after the update, though every row of it was gone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tb-lists-'))
  const file = path.join(folder, 'history.db')
  const opened = (migrations: readonly string[]) => {
    const database = openDatabase(file, loadDriver(), migrations)
    if (!database.ok) throw new Error(database.error.message)
    return database.value.db
  }
  const tell = `INSERT INTO hub_outbox (epoch, at, kind, body) VALUES ('e', 1, 'report', '{}')`
  const before = opened(MIGRATIONS.slice(0, MIGRATIONS.indexOf(HUB_LISTS_SCHEMA)))
  before.exec(`${tell}; ${tell}; ${tell}; DELETE FROM hub_outbox`)
  before.close()
  const after = opened(MIGRATIONS)
  after.exec(tell)
  expect(after.prepare('SELECT seq FROM hub_outbox').all()).toMatchObject([{ seq: 4 }])
  expect(
    after.prepare(`SELECT count(*) AS n FROM sqlite_sequence WHERE name GLOB 'hub*'`).get(),
  ).toMatchObject({ n: 1 })
  after.close()
  rmSync(folder, { recursive: true })
})
